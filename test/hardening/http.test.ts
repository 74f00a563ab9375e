// The HTTP server's answers to invalid requests, byte for byte on a socket; they reveal nothing about this machine. Needs a build.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exchange, readRefusal } from "../support/http.ts";
import { type RawServer, RUNTIMES, serverArguments, startRawServer, toHeaders, toMessage } from "../support/mcp.ts";
import { makeTree } from "../support/tree.ts";

const root = makeTree(["file a.txt one"]);
const JSON_TYPE = "Content-Type: application/json";
const POST = "POST /mcp HTTP/1.1";

/** A head with the token, and everything else that an MCP client sends. */
const head = (token: string, first: string, ...more: string[]) =>
  `${[
    ...[first, "Host: localhost", `Authorization: Bearer ${token}`, "Accept: application/json, text/event-stream"],
    ...more,
  ].join("\r\n")}\r\n\r\n`;

const withBody = (token: string, body: string, ...more: string[]) =>
  head(token, POST, JSON_TYPE, `Content-Length: ${Buffer.byteLength(body, "latin1")}`, ...more) + body;

const ONE = JSON.stringify(toMessage("legacy", 1, "tools/list"));
const ask = (count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, id) => ({ jsonrpc: "2.0", id, method: "tools/list", params: {} })));

/**
 * Ends soon after the point where the runtimes give up, in the same packet: unread bytes would reset the connection, and that can destroy
 * the answer.
 */
const cut = (tooLong: string) => tooLong.slice(0, 17_200);
/** All of the same length, because only names and values are counted. */
const MANY_HEADERS = Array.from({ length: 200 }, (_, i) => `X${i + 100}: ${"1".repeat(94)}`);

type Wrong = readonly [what: string, request: (token: string) => string, status: number, error: string | null];

/** `null`: the runtime itself answers, with an empty body. */
const WRONG: readonly Wrong[] = [
  ["no token", () => head("", POST).replace(/Authorization.*\r\n/, ""), 401, "a valid bearer token is required"],
  ["a wrong token", (token) => head(`${token}x`, POST), 401, "a valid bearer token is required"],
  ["a foreign Host", (token) => head(token, POST).replace("localhost", "evil.example"), 403, "Host is not allowed"],
  ["no Host", (token) => head(token, POST).replace("Host: localhost\r\n", ""), 403, "Host is not allowed"],
  ["two Hosts", (token) => head(token, POST, "Host: evil.example"), 400, "more than one Host"],
  ["two Hosts, the other first", (token) => head(token, `${POST}\r\nHost: evil.example`), 400, "more than one Host"],
  ["a foreign Origin", (token) => head(token, POST, "Origin: https://evil.example"), 403, "Origin is not allowed"],
  ["a page without an origin", (token) => head(token, POST, "Origin: null"), 403, "Origin is not allowed"],
  ["another path", (token) => head(token, "POST /mcp/../etc HTTP/1.1"), 404, "not found"],
  ["a path with NUL", (token) => head(token, "POST /mcp%00 HTTP/1.1"), 404, "not found"],
  ["a proxy's request", (token) => head(token, "POST http://evil.example/mcp HTTP/1.1"), 404, "not found"],
  ...["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"].map(
    (method): Wrong => [method, (token) => head(token, `${method} /mcp HTTP/1.1`), 405, "only POST is allowed"],
  ),
  [
    "an upgrade",
    (token) => head(token, "GET /mcp HTTP/1.1", "Connection: Upgrade", "Upgrade: websocket"),
    405,
    "only POST is allowed",
  ],
  ["no type", (token) => head(token, POST, "Content-Length: 2"), 415, "Content-Type must be application/json"],
  ["a form", (token) => head(token, POST, "Content-Type: text/plain"), 415, "Content-Type must be application/json"],
  [
    "a body that says it is too long",
    (token) => head(token, POST, JSON_TYPE, "Content-Length: 1048577"),
    413,
    "a request body has at most 1048576 bytes",
  ],
  [
    "R2 a body of too many values",
    (token) => withBody(token, `[${"{},".repeat(4095)}{}]`),
    413,
    "a message has at most 4096 JSON values",
  ],
  [
    "a body that is nested too deeply",
    (token) => withBody(token, "[".repeat(1001)),
    413,
    "a message is nested at most 1000 deep",
  ],
  ["a batch that is too long", (token) => withBody(token, ask(65)), 413, "a batch has at most 64 messages"],
  ["a header that is too long", (token) => cut(head(token, POST, `X: ${"a".repeat(20_000)}`)), 431, null],
  ["too many headers", (token) => cut(head(token, POST, ...MANY_HEADERS)), 431, null],
  ["no HTTP", () => "garbage\r\n\r\n", 400, null],
  ["HTTP/2", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, null],
  ["two lengths", (token) => head(token, POST, JSON_TYPE, "Content-Length: 2", "Content-Length: 3"), 400, null],
  ["a negative length", (token) => head(token, POST, JSON_TYPE, "Content-Length: -1"), 400, null],
  [
    "a length and chunks",
    (token) => head(token, POST, JSON_TYPE, "Content-Length: 2", "Transfer-Encoding: chunked"),
    400,
    null,
  ],
  ["a chunk that is none", (token) => `${head(token, POST, JSON_TYPE, "Transfer-Encoding: chunked")}zz\r\n`, 400, null],
  ["no JSON", (token) => withBody(token, "{"), 400, "the message is not JSON"],
  ["JSON without an end", (token) => withBody(token, "[".repeat(900)), 400, "the message is not JSON"],
  [
    "a packed body",
    (token) => withBody(token, "\u001f\u008b\u0008", "Content-Encoding: gzip"),
    400,
    "the message is not JSON",
  ],
  ["an Expect of one's own", (token) => head(token, POST, "Expect: x", "Connection: close"), 417, null],
  [
    "no events accepted",
    (token) => withBody(token, ONE, "Connection: close").replace(", text/event-stream", ""),
    406,
    "Not Acceptable: Client must accept both application/json and text/event-stream",
  ],
  ["an empty batch", (token) => withBody(token, "[]", "Connection: close"), 400, "Bad Request: empty JSON-RPC batch"],
  [
    "a message of nothing",
    (token) => withBody(token, "{}", "Connection: close"),
    400,
    "Bad Request: the request body is not a valid JSON-RPC message",
  ],
];

describe.each(RUNTIMES)("a wrong request to a server on $name [promise http-refusals]", ({ command }) => {
  let server: RawServer;
  let place: { url: string; token: string };
  beforeAll(async () => {
    server = startRawServer(command, serverArguments("http", root));
    place = JSON.parse(await server.out.find(() => true));
  });
  afterAll(() => server.kill());

  test.each(WRONG)("%s", async (what, request, status, error) => {
    const response = await exchange(place.url, request(place.token));
    // A response to HEAD has no body.
    expect(readRefusal(response)).toEqual({ status, error: what === "HEAD" ? null : error });
    const body = response.slice(response.indexOf("\r\n\r\n"));
    expect(body).not.toMatch(/\bat \S+:\d+|node_modules|\.js\b/);
    for (const secret of [place.token, root, process.cwd()]) expect(response).not.toContain(secret);
  });

  test("a tunnel is closed without a word", async () => {
    expect(await exchange(place.url, head(place.token, "CONNECT localhost:80 HTTP/1.1"))).toBe("");
  });

  test("leaves neither the token nor a place on this machine in the log, and the server answers on [promise no-absolute-path]", async () => {
    // Again, for a run of this test alone.
    for (const [, request] of WRONG.slice(0, 12)) await exchange(place.url, request(place.token));
    const headers = toHeaders("legacy", place.token, "tools/list");
    const body = JSON.stringify(toMessage("legacy", 1, "tools/list"));
    expect((await fetch(place.url, { method: "POST", headers, body })).status).toBe(200);
    const log = server.err.all.join("\n");
    for (const secret of [place.token, root, process.cwd(), "evil.example"]) expect(log).not.toContain(secret);
  });
});
