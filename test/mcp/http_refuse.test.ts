// Requests that do not get through, and how their connections end, byte for byte.

import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { exchange, readRefusal } from "../support/http.ts";
import { ERAS, post, toHeaders, toMessage } from "../support/mcp.ts";
import { withServer } from "./http_server.ts";

/** Reads nothing before all is written, as a simple client does. */
function exchangeWhole(url: string, request: string): Promise<{ response: string; error: unknown }> {
  return new Promise((resolve) => {
    let response = "";
    let error: unknown = null;
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.on("error", (fault) => {
      error = fault;
    });
    socket.on("close", () => resolve({ response, error }));
    socket.write(request, () => {
      socket.on("data", (data) => {
        response += data.toString("latin1");
      });
    });
  });
}

test("a client that disconnects in the middle of its request is not an error of the server", async () => {
  await withServer({}, async ({ url, token }, _seen, log) => {
    const head = (length: number) =>
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n`;
    await new Promise((resolve) => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      // It has read the head and half of the body when it asks for the rest.
      socket.once("data", () => socket.write("{", () => socket.resetAndDestroy()));
      socket.on("close", resolve);
      socket.write(`${head(2)}Expect: 100-continue\r\n\r\n`);
    });
    const body = JSON.stringify(toMessage("legacy", 1, "tools/list"));
    const accept = "Accept: application/json, text/event-stream\r\nConnection: close\r\n";
    const response = await exchange(url, `${head(body.length)}${accept}\r\n${body}`);
    expect([readRefusal(response).status, log]).toEqual([200, []]);
  });
});

describe("who gets through", () => {
  const head = (token: string, ...more: string[]) =>
    `${["POST /mcp HTTP/1.1", "Host: localhost", `Authorization: Bearer ${token}`, ...more].join("\r\n")}\r\n`;
  const JSON_TYPE = "Content-Type: application/json";

  test("refusals say what is wrong, nothing more, and end the connection", async () => {
    await withServer({ limits: { drainTimeoutMs: 1 } }, async ({ url, token }) => {
      const cases: [string, number, string | null][] = [
        ["POST /mcp HTTP/1.1\r\nHost: evil.example\r\n", 403, "Host is not allowed"],
        [head(token, "Origin: https://evil.example"), 403, "Origin is not allowed"],
        ["GET /secret HTTP/1.1\r\nHost: localhost\r\n", 404, "not found"],
        [head("wrong"), 401, "a valid bearer token is required"],
        [head(token).replace("POST", "GET"), 405, "only POST is allowed"],
        [head(token, "Content-Type: text/plain"), 415, "Content-Type must be application/json"],
        [head(token, JSON_TYPE, "Content-Length: 1048577"), 413, "a request body has at most 1048576 bytes"],
        ["POST /mcp HTTP/1.1\r\n", 403, "Host is not allowed"],
        [head(token, JSON_TYPE, "Host: evil.example"), 400, "more than one Host"],
        [head(token, JSON_TYPE, `X-Long: ${"x".repeat(16_384)}`), 431, null],
        [head(token, JSON_TYPE, "Expect: 200-ok", "Connection: close"), 417, null],
      ];
      for (const [text, status, error] of cases) {
        const response = await exchange(url, `${text}\r\n`);
        expect(readRefusal(response)).toEqual({ status, error });
        expect(response).not.toContain(token);
      }
      expect(await exchange(url, `${head("wrong")}\r\n`)).toMatch(
        /\r\nwww-authenticate: Bearer realm="porthole", error="invalid_token"\r\n/i,
      );
      expect(await exchange(url, `${head(token).replace("POST", "PUT")}\r\n`)).toMatch(/\r\nallow: POST\r\n/i);
    });
  });

  test("an older client has to accept both kinds of answer", async () => {
    await withServer({}, async (place) => {
      for (const accept of ["application/json", "text/event-stream", "*/*"]) {
        const { status } = await post(place, "legacy", "tools/list", {}, { headers: { accept } });
        expect([accept, status]).toEqual([accept, 406]);
      }
    });
  });

  test("a body that does not say how long it is, is cut when it is too long [promise http-refusals]", async () => {
    await withServer({ limits: { maxBodyBytes: 1000 } }, async ({ url, token }) => {
      const chunk = `3e8\r\n${"x".repeat(1000)}\r\n`;
      const start = `${head(token, JSON_TYPE, "Transfer-Encoding: chunked")}\r\n`;
      const refusal = async (...chunks: string[]) => readRefusal(await exchange(url, start, ...chunks));
      expect(await refusal(chunk, chunk)).toEqual({ status: 413, error: "a request body has at most 1000 bytes" });
      expect(await refusal(chunk, "0\r\n\r\n")).toEqual({ status: 400, error: "the message is not JSON" });
    });
  });

  test("a client that writes all of a body that is too long, or comes without the token, reads the refusal", async () => {
    await withServer({ limits: { drainTimeoutMs: 600_000 } }, async ({ url, token }) => {
      const body = "x".repeat(4_000_000);
      for (const [given, status] of [
        [token, 413],
        ["wrong", 401],
      ] as const) {
        const start = `${head(given, JSON_TYPE, `Content-Length: ${body.length}`)}\r\n`;
        const { response, error } = await exchangeWhole(url, start + body);
        expect([readRefusal(response).status, error]).toEqual([status, null]);
        const headers = toHeaders("legacy", given, "");
        expect((await fetch(url, { method: "POST", headers, body })).status).toBe(status);
      }
    });
  });

  test("of a body that nobody wants only so much is read", async () => {
    await withServer({ limits: { drainTimeoutMs: 600_000, maxDrainBytes: 1000 } }, async ({ url }) => {
      const start = `${head("wrong", JSON_TYPE, "Content-Length: 1000000")}\r\n`;
      // Would wait for the rest of the body otherwise.
      await exchange(url, start, "x".repeat(2000));
    });
  });

  test.each(ERAS)("%s: a connection ends after the answer if the client wants it to", async (era) => {
    await withServer({}, async ({ url, token }) => {
      const body = JSON.stringify(toMessage(era, 1, "tools/list"));
      const headers = Object.entries(toHeaders(era, token, "tools/list")).map(([name, value]) => `${name}: ${value}`);
      const more = ["Host: localhost", "Connection: close", `Content-Length: ${body.length}`];
      const request = ["POST /mcp HTTP/1.1", ...headers, ...more, "", body].join("\r\n");
      const response = await exchange(url, request);
      expect(response).toMatch(/^HTTP\/1\.1 200 .*"list_directory"/s);
    });
  });

  // One limit each, and the other far away: neither test may depend on which of two timers is the faster.
  test("a body that does not come is waited for only so long [promise http-refusals]", async () => {
    const limits = { bodyTimeoutMs: 100, drainTimeoutMs: 1, headTimeoutMs: 600_000 };
    await withServer({ limits }, async ({ url, token }) => {
      const refusal = readRefusal(await exchange(url, `${head(token, JSON_TYPE, "Content-Length: 10")}\r\n{`));
      expect(refusal).toEqual({ status: 408, error: "the request body took too long" });
    });
  });

  test("a head that does not end is waited for only so long", async () => {
    await withServer({ limits: { bodyTimeoutMs: 600_000, headTimeoutMs: 100 } }, async ({ url, token }) => {
      expect(readRefusal(await exchange(url, head(token)))).toEqual({ status: 408, error: null });
    });
  });

  test("a body that is no message is an error of the protocol, and nothing of ours shows", async () => {
    await withServer({}, async ({ url, token }) => {
      for (const body of ["", "{", "\u0000", "null", "[]", "7", '{"jsonrpc":"2.0"}', `${"[".repeat(900)}`]) {
        const headers = toHeaders("legacy", token, "");
        const response = await fetch(url, { method: "POST", headers, body });
        const text = await response.text();
        expect([body, response.status]).toEqual([body, 400]);
        expect(text).not.toContain("/");
      }
    });
  });
});
