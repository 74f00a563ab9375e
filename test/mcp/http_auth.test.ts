import { describe, expect, test } from "vitest";
import { findRefusal, findRoute, type GateRules, type HttpRoute, type RequestHead } from "../../src/mcp/http_auth.ts";
import { chooseHostNames, toUrl, warnIfExposed } from "../../src/mcp/http_listen.ts";

const TOKEN = "a-token-of-some-length";
const rules: GateRules = { hostNames: chooseHostNames("127.0.0.1", []), maxBodyBytes: 100 };
const answer = async () => {};
const routes = new Map<string, HttpRoute>([
  ["/mcp", { method: "POST", token: TOKEN, answer }],
  ["/open", { method: "GET", token: null, answer }],
  ["/watch", { method: "GET", token: `other-${TOKEN}`, answer }],
]);
const HEADERS = { host: "127.0.0.1:8080", authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
const HEAD = { method: "POST", url: "/mcp", rawHeaders: [] };

function judge(head: RequestHead, own: Partial<GateRules> = {}) {
  return findRefusal(head, { ...rules, ...own }, findRoute(routes, head.url));
}

function statusOf(headers: RequestHead["headers"], head: Partial<RequestHead> = {}, own: Partial<GateRules> = {}) {
  return judge({ ...HEAD, headers: { ...HEADERS, ...headers }, ...head }, own)?.status;
}

const toRows = <Value>(values: readonly Value[], status: number | undefined) =>
  values.map((value) => [value, status] as const);

describe("what gets through to the protocol", () => {
  test("a request with everything right", () => {
    expect(judge({ ...HEAD, headers: HEADERS })).toBe(null);
    expect(statusOf({ "content-type": "application/json; charset=utf-8", "content-length": "100" })).toBe(undefined);
    expect(statusOf({}, { url: "/mcp?session=1" })).toBe(undefined);
  });

  const HOSTS = ["localhost", "LOCALHOST:1", "[::1]:65535", "127.0.0.1"];
  const OTHER_HOSTS = [
    ...[undefined, "", "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost#.evil.example"],
    ...["localhost@evil.example", "evil.example@localhost", "localhost/", "localhost:", "localhost:x", " localhost"],
    ...["::1", "[::2]"],
  ];

  test.each([...toRows(HOSTS, undefined), ...toRows(OTHER_HOSTS, 403)])(
    "Host %s: %s [promise http-refusals]",
    (host, status) => {
      expect(statusOf({ host })).toBe(status);
    },
  );

  test("of two Hosts none counts, even if both are known; a value is no name", () => {
    expect(statusOf({}, { rawHeaders: ["Host", "localhost", "hOST", "localhost"] })).toBe(400);
    expect(statusOf({}, { rawHeaders: ["Host", "localhost", "X", "host"] })).toBe(undefined);
  });

  const ORIGINS = ["http://localhost", "http://localhost:6274", "https://127.0.0.1:1", "http://[::1]"];
  const OTHER_ORIGINS = [
    ...["null", "", "https://evil.example", "http://localhost.evil.example", "http://evil.example/localhost"],
    ...["file://localhost", "chrome-extension://localhost", "localhost"],
  ];

  test.each([...toRows(ORIGINS, undefined), ...toRows(OTHER_ORIGINS, 403)])(
    "Origin %s: %s [promise http-refusals]",
    (origin, status) => {
      expect(statusOf({ origin })).toBe(status);
    },
  );

  const RIGHT = [`bearer ${TOKEN}`, `Bearer  ${TOKEN}`];
  const WRONG = [
    ...[undefined, "", "Bearer", "Bearer ", TOKEN, `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`],
    ...[`Bearer ${TOKEN.slice(0, -1)}`, `Bearer ${TOKEN.toUpperCase()}`, `Bearer ${TOKEN} ${TOKEN}`],
  ];

  test.each([...toRows(RIGHT, undefined), ...toRows(WRONG, 401)])(
    "Authorization %s: %s [promise http-refusals]",
    (authorization, status) => {
      expect(statusOf({ authorization })).toBe(status);
    },
  );

  test("who has no token is told which kind, and who has a wrong one that it is wrong", () => {
    const ask = (authorization: string | undefined) =>
      judge({ ...HEAD, headers: { ...HEADERS, authorization } })?.headers;
    expect(ask(undefined)).toEqual({ "www-authenticate": 'Bearer realm="porthole"' });
    expect(ask("Bearer wrong")).toEqual({ "www-authenticate": 'Bearer realm="porthole", error="invalid_token"' });
  });

  test.each([
    [{ url: "/" }, {}, 404],
    [{ url: "/mcp/" }, {}, 404],
    [{ url: "//mcp" }, {}, 404],
    [{ url: "http://evil.example/mcp" }, {}, 404],
    [{ url: "/.well-known/oauth-protected-resource" }, { authorization: undefined }, 404],
    [{ method: "GET" }, {}, 405],
    [{ method: "DELETE" }, {}, 405],
    [{ method: "OPTIONS" }, {}, 405],
    [{}, { "content-type": undefined }, 415],
    [{}, { "content-type": "text/plain" }, 415],
    [{}, { "content-type": "application/jsonp" }, 415],
    [{}, { "content-length": "101" }, 413],
  ])("%j %j: %s", (head, headers, status) => {
    expect(statusOf(headers, head)).toBe(status);
  });

  test.each([
    [{ url: "/open" }, {}, undefined],
    [{ url: "/open" }, { authorization: undefined, "content-type": undefined }, undefined],
    [{ url: "/open", method: "POST" }, {}, 405],
    [{ url: "/open" }, { host: "evil.example" }, 403],
    [{ url: "/open" }, { origin: "https://evil.example" }, 403],
    [{ url: "/watch" }, { authorization: undefined }, 401],
    [{ url: "/watch" }, {}, 401],
    [{ url: "/watch" }, { authorization: `Bearer other-${TOKEN}` }, undefined],
    [{ url: "/mcp", method: "POST" }, { authorization: `Bearer other-${TOKEN}` }, 401],
  ])("a route of its own method and token: GET %j %j: %s", (head, headers, status) => {
    expect(statusOf(headers, { method: "GET", ...head })).toBe(status);
  });

  test("the order: Host and Origin, path, token, method, kind and length of the body", () => {
    const body = { "content-type": "text/plain", "content-length": "101" };
    const wrong = { host: "evil.example", origin: "null", authorization: "", ...body };
    const steps: [RequestHead["headers"], Partial<RequestHead>, string][] = [
      [wrong, { method: "GET", url: "/" }, "Host is not allowed"],
      [{ ...wrong, host: "localhost" }, { method: "GET", url: "/" }, "Origin is not allowed"],
      [{ ...body, authorization: "" }, { method: "GET", url: "/" }, "not found"],
      [{ ...body, authorization: "" }, { method: "GET" }, "a valid bearer token is required"],
      [body, { method: "GET" }, "only POST is allowed"],
      [body, {}, "Content-Type must be application/json"],
      [{ "content-length": "101" }, {}, "a request body has at most 100 bytes"],
    ];
    for (const [headers, own, message] of steps) {
      const refusal = judge({ ...HEAD, headers: { ...HEADERS, ...headers }, ...own });
      expect(refusal?.message).toBe(message);
    }
  });
});

describe("where the server listens", () => {
  const names = (host: string, allowed: string[] = []) => [...chooseHostNames(host, allowed)];
  const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

  test("the loopback names are always known, its own name unless it is a wildcard, and those that are given", () => {
    expect(names("127.0.0.1")).toEqual(LOOPBACK);
    expect(names("::1")).toEqual(LOOPBACK);
    expect(names("127.0.0.5")).toEqual([...LOOPBACK, "127.0.0.5"]);
    expect(names("192.0.2.7")).toEqual([...LOOPBACK, "192.0.2.7"]);
    expect(names("0.0.0.0")).toEqual(LOOPBACK);
    expect(names("::", ["Box.Example"])).toEqual([...LOOPBACK, "box.example"]);
    expect(names("2001:db8::1")).toEqual([...LOOPBACK, "[2001:db8::1]"]);
  });

  test("warns of hosts that other machines can reach", () => {
    const isWarned = (host: string) => {
      const lines: string[] = [];
      warnIfExposed(host, (line) => lines.push(line));
      return lines.length === 1;
    };
    const own = ["127.0.0.1", "127.9.9.9", "::1", "[::1]", "localhost", "LOCALHOST"];
    const other = ["0.0.0.0", "::", "192.0.2.7", "127.0.0.1.example", "box"];
    expect([...own, ...other].filter(isWarned)).toEqual(other);
  });

  test("the URL works on this machine", () => {
    const [local, other] = ["http://127.0.0.1:80/x", "http://192.0.2.7:80/x"];
    const expected = { "127.0.0.1": local, "0.0.0.0": local, "::": local, "192.0.2.7": other };
    for (const [host, url] of Object.entries(expected)) expect(toUrl(host, 80, "/x")).toBe(url);
    expect(toUrl("localhost", 80, "/x")).toBe("http://localhost:80/x");
    for (const host of ["::1", "[::1]"]) expect(toUrl(host, 80, "/x")).toBe("http://[::1]:80/x");
  });
});
