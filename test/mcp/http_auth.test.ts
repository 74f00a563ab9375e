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

describe("what gets through to the protocol", () => {
  test("a request with everything right", () => {
    expect(judge({ ...HEAD, headers: HEADERS })).toBe(null);
    expect(statusOf({ "content-type": "application/json; charset=utf-8", "content-length": "100" })).toBe(undefined);
    expect(statusOf({}, { url: "/mcp?session=1" })).toBe(undefined);
  });

  test.each([
    ["localhost", undefined],
    ["LOCALHOST:1", undefined],
    ["[::1]:65535", undefined],
    ["127.0.0.1", undefined],
    [undefined, 403],
    ["", 403],
    ["evil.example", 403],
    ["evil.example:8080", 403],
    ["127.0.0.1.evil.example", 403],
    ["localhost#.evil.example", 403],
    ["localhost@evil.example", 403],
    ["evil.example@localhost", 403],
    ["localhost/", 403],
    ["localhost:", 403],
    ["localhost:x", 403],
    [" localhost", 403],
    ["::1", 403],
    ["[::2]", 403],
  ])("Host %s: %s", (host, status) => {
    expect(statusOf({ host })).toBe(status);
  });

  test("of two Hosts none counts, even if both are known; a value is no name", () => {
    expect(statusOf({}, { rawHeaders: ["Host", "localhost", "hOST", "localhost"] })).toBe(400);
    expect(statusOf({}, { rawHeaders: ["Host", "localhost", "X", "host"] })).toBe(undefined);
  });

  test.each([
    ["http://localhost", undefined],
    ["http://localhost:6274", undefined],
    ["https://127.0.0.1:1", undefined],
    ["http://[::1]", undefined],
    ["null", 403],
    ["", 403],
    ["https://evil.example", 403],
    ["http://localhost.evil.example", 403],
    ["http://evil.example/localhost", 403],
    ["file://localhost", 403],
    ["chrome-extension://localhost", 403],
    ["localhost", 403],
  ])("Origin %s: %s", (origin, status) => {
    expect(statusOf({ origin })).toBe(status);
  });

  test.each([
    [`bearer ${TOKEN}`, undefined],
    [`Bearer  ${TOKEN}`, undefined],
    [undefined, 401],
    ["", 401],
    ["Bearer", 401],
    ["Bearer ", 401],
    [TOKEN, 401],
    [`Basic ${TOKEN}`, 401],
    [`Bearer ${TOKEN}x`, 401],
    [`Bearer ${TOKEN.slice(1)}`, 401],
    [`Bearer ${TOKEN.slice(0, -1)}`, 401],
    [`Bearer ${TOKEN.toUpperCase()}`, 401],
    [`Bearer ${TOKEN} ${TOKEN}`, 401],
  ])("Authorization %s: %s", (authorization, status) => {
    expect(statusOf({ authorization })).toBe(status);
  });

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
    const wrong = {
      host: "evil.example",
      origin: "null",
      authorization: "",
      "content-type": "text/plain",
      "content-length": "101",
    };
    const head = { method: "GET", url: "/" };
    const steps: [RequestHead["headers"], Partial<RequestHead>, string][] = [
      [wrong, head, "Host is not allowed"],
      [{ ...wrong, host: "localhost" }, head, "Origin is not allowed"],
      [{ ...wrong, host: "localhost", origin: undefined }, head, "not found"],
      [
        { ...wrong, host: "localhost", origin: undefined },
        { method: "GET", url: "/mcp" },
        "a valid bearer token is required",
      ],
      [{ "content-type": "", "content-length": "101" }, { method: "GET" }, "only POST is allowed"],
      [{ "content-type": "", "content-length": "101" }, {}, "Content-Type must be application/json"],
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
    const urls = ["127.0.0.1", "localhost", "::1", "[::1]", "0.0.0.0", "::", "192.0.2.7"].map((host) =>
      toUrl(host, 80, "/x"),
    );
    expect(urls).toEqual([
      "http://127.0.0.1:80/x",
      "http://localhost:80/x",
      "http://[::1]:80/x",
      "http://[::1]:80/x",
      "http://127.0.0.1:80/x",
      "http://127.0.0.1:80/x",
      "http://192.0.2.7:80/x",
    ]);
  });
});
