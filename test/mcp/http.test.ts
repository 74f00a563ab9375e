// The server on HTTP, byte for byte. Leaves what it refuses to http_refuse.test.ts, and the clients of the SDKs to
// clients.test.ts. dist/ must be built.

import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ERAS,
  type Era,
  INITIALIZED,
  post,
  type RawServer,
  RUNTIMES,
  serverArguments,
  startRawServer,
  toHeaders,
  toMessage,
} from "../support/mcp.ts";
import { makeTree } from "../support/tree.ts";
import { executeHere } from "./execute_here.ts";
import { type Place, withServer } from "./http_server.ts";
import { LISTED_TOOLS } from "./listed_tools.ts";

const root = makeTree(["file a.txt one", "dir src"]);

const IDENTITY = '"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"porthole","version":"0.0.0-test"}}';

function frame(era: Era, result: string, more = "") {
  const end = era === "modern" ? `,"resultType":"complete"${more},${IDENTITY}` : "";
  const message = `{"result":{${result}${end}},"jsonrpc":"2.0","id":1}`;
  const isModern = era === "modern";
  const type = isModern ? "application/json" : "text/event-stream";
  const text = isModern ? message : `event: message\ndata: ${message}\n\n`;
  return { status: 200, type, text, session: "", message: JSON.parse(message) };
}

describe.each(RUNTIMES)("HTTP, server on $name", ({ command }) => {
  let server: RawServer;
  let place: Place;
  beforeAll(async () => {
    server = startRawServer(command, serverArguments("http", root));
    place = JSON.parse(await server.out.find(() => true));
  });
  afterAll(() => server.kill());

  test.each(ERAS)("%s: lists the definitions to the letter", async (era) => {
    const expected = frame(era, `"tools":${LISTED_TOOLS}`, ',"ttlMs":300000,"cacheScope":"private"');
    expect(await post(place, era, "tools/list")).toEqual(expected);
  });

  test.each(ERAS)("%s: answers with the toolkit's string, and the same as data", async (era) => {
    const params = { name: "tree", arguments: { path: ".", entry_kind: "all" } };
    const { content } = await executeHere(root, params.name, params.arguments);
    const text = `"content":[{"type":"text","text":${JSON.stringify(content)}}]`;
    expect(await post(place, era, "tools/call", params)).toEqual(frame(era, `${text},"structuredContent":${content}`));
  });

  test.each(ERAS)("%s: what a model got wrong is a result", async (era) => {
    for (const args of [{ path: "/etc/passwd" }, [], "x", null, {}]) {
      const { content } = await executeHere(root, "read_file", args);
      const text = `"content":[{"type":"text","text":${JSON.stringify(content)}}]`;
      const answer = await post(place, era, "tools/call", { name: "read_file", arguments: args });
      expect(answer).toEqual(frame(era, `${text},"isError":true`));
    }
  });

  test("R6 each request of a batch of an older client is answered", async () => {
    const send = async (messages: readonly object[]) => {
      const headers = toHeaders("legacy", place.token, "");
      const response = await fetch(place.url, { method: "POST", headers, body: JSON.stringify(messages) });
      const text = await response.text();
      const answers = [...text.matchAll(/^(?:data: )?(\{.*)$/gm)].map(([, message = ""]) => JSON.parse(message));
      return [response.status, ...answers.map(({ id, error }) => [id, error?.code ?? "answered"]).toSorted()];
    };
    const call = toMessage("legacy", 2, "tools/call", { name: "read_file", arguments: { path: "a.txt" } });
    const response = { jsonrpc: "2.0", id: 5, result: {} };
    expect(await send([toMessage("legacy", 1, "tools/list"), INITIALIZED, call, response])).toEqual([
      200,
      [1, "answered"],
      [2, "answered"],
    ]);
    expect(await send([INITIALIZED, response])).toEqual([202]);
    expect(await send([])).toEqual([400, [null, -32_600]]);
    expect(await send([call, { id: 3 }])).toEqual([400, [null, -32_600]]);
  });

  test.each(ERAS)("%s: a client that goes away ends the work", async (era) => {
    const count = (wanted: string) => server.err.all.filter((line) => line === wanted).length;
    const before = count("slow: started");
    const controller = new AbortController();
    const params = { name: "slow", arguments: { path: "." } };
    const answer = post(place, era, "tools/call", params, { signal: controller.signal }).then(
      () => "answered",
      () => "gone",
    );
    await server.err.find(() => count("slow: started") === before + 1);
    controller.abort();
    await server.err.find(() => count("slow: CANCELLED") === before + 1);
    expect(await answer).toBe("gone");
  });
});

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A connection that had its answer and stays open for more. */
function openIdle({ url, token }: Place) {
  const body = JSON.stringify(toMessage("modern", 1, "tools/list"));
  const headers = Object.entries({ host: "localhost", ...toHeaders("modern", token, "tools/list") });
  const lines = [...headers, ["content-length", body.length]].map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {});
  const opened = new Promise((resolve) => socket.once("data", resolve));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(`POST /mcp HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
  return { opened, closed };
}

describe("the server itself", () => {
  test("makes a new token each time, or takes the one it is given", async () => {
    const made = await withServer({}, async ({ token }) => token);
    const again = await withServer({}, async ({ token }) => token);
    expect(made).toMatch(/^[\w-]{43}$/);
    expect(made).not.toBe(again);
    const given = "given-token_of.some~length+/==";
    const answer = await withServer({ token: given }, ({ url }) => post({ url, token: given }, "modern", "tools/list"));
    expect(answer.status).toBe(200);
    for (const token of ["", "short", "has a space in it, see", "has\nline-ends\nin-it"]) {
      await expect(withServer({ token }, async () => {})).rejects.toThrow(/^token must be a string of at least 16 /);
    }
  });

  test("listens on this machine alone, where nobody else does", async () => {
    await withServer({}, async ({ url }, _seen, log) => {
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
      expect(log).toEqual([]);
      const port = Number(new URL(url).port);
      await expect(withServer({ port }, async () => {})).rejects.toThrow(
        `cannot listen on 127.0.0.1:${port}: the port is in use`,
      );
    });
    await expect(withServer({ host: "" }, async () => {})).rejects.toThrow(
      "the host must not be empty; 127.0.0.1 is for this machine only",
    );
    await expect(withServer({ host: "192.0.2.1" }, async () => {})).rejects.toThrow(
      "cannot listen on 192.0.2.1:0: this machine has no such address",
    );
  });

  test.each(ERAS)("%s: closing it cancels calls, ends connections and frees the port", async (era) => {
    await withServer({}, async (server, seen) => {
      const idle = openIdle(server);
      const answer = post(server, era, "tools/call", { name: "slow", arguments: { path: "." } }).then(
        ({ text }) => text,
        () => "",
      );
      await until(() => seen.length === 1);
      await idle.opened;
      await server.close();
      expect(await answer).toBe("");
      await idle.closed;
      await until(() => seen.length === 2);
      expect(seen).toEqual(["started", "ended"]);
      await expect(fetch(server.url)).rejects.toThrow();
    });
  });
});
