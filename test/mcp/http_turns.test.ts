// Requests that a client sends ahead on one connection: served one after the other, none lost, none of them started for a client that does not read.

import { connect, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { MAX_WAITING } from "../../src/mcp/http_connections.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { post, toHeaders, toMessage } from "../support/mcp.ts";
import { ownTool } from "../support/own_tool.ts";
import { times } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";
import { type Place, withServer } from "./http_server.ts";

const root = makeTree(["dir src"]);
const SLOW = { name: "slow", arguments: { path: "." } };
const BIG = { name: "big", arguments: { path: "." } };
/** Far more than the system keeps of a connection that nobody reads. */
const BIG_BYTES = 1_000_000;
const AHEAD = times(40, 100);

function toRequest({ token }: Place, id: number, method: string, params: object = {}, headers: object = {}): string {
  const body = JSON.stringify(toMessage("modern", id, method, params));
  const own = { host: "localhost", ...toHeaders("modern", token, method, params), "content-length": body.length };
  const lines = Object.entries({ ...own, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /mcp HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** Sends all of it at once and reads nothing yet. */
function send({ url }: Place, ...requests: string[]) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").pause();
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.write(requests.join(""));
  return { socket, closed };
}

/** The statuses and ids of the answers, as they come, until `count` have come or the connection ends. */
async function read(socket: Socket, count = Number.POSITIVE_INFINITY): Promise<string[]> {
  let tail = "";
  const found: string[] = [];
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    const text = tail + chunk.toString("latin1");
    const matches = [...text.matchAll(/HTTP\/1\.1 (\d+) |"id":(\d+|null)\}/g)];
    found.push(...matches.map(([, status, id]) => status ?? `id ${id}`));
    const last = matches.at(-1);
    tail = text.slice(last === undefined ? -30 : Math.max(last.index + last[0].length, text.length - 30));
    if (found.length >= 2 * count) break;
  }
  return found;
}

/** Whatever the server can do for others at the same time, it has had the time to do. */
async function converse(place: Place, requests = times(5, 100)): Promise<void> {
  for (let count = 0; count < requests; count++) await post(place, "modern", "tools/list");
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

function createBigToolkit() {
  const toolkit = createAgentToolkit({
    workspaceRoot: root,
    config: { tools: { output: { max_bytes: 2 * BIG_BYTES } } },
  });
  const count = { started: 0 };
  const run = () => {
    count.started++;
    return { text: "x".repeat(BIG_BYTES) };
  };
  toolkit.register(ownTool("big", { run }));
  return { toolkit, count };
}

const answers = (...ids: number[]) => ids.flatMap((id) => ["200", `id ${id}`]);

describe("requests that are sent ahead on one connection", () => {
  test("are not started while the answers before them are unread, and all are answered in order when they are read", async () => {
    const { toolkit, count } = createBigToolkit();
    using _ = toolkit;
    await withServer({ toolkit }, async (place) => {
      const ids = Array.from({ length: AHEAD }, (_, id) => id);
      const { socket } = send(place, ...ids.map((id) => toRequest(place, id, "tools/call", BIG)));
      await until(() => count.started > 0);
      await converse(place, AHEAD);
      expect(count.started).toBeLessThan(AHEAD / 2);
      expect(await read(socket, AHEAD)).toEqual(answers(...ids));
      expect(count.started).toBe(AHEAD);
      socket.destroy();
    });
  });

  test("wait for a call that works, and never start if the client goes away, which cancels that call", async () => {
    await withServer({}, async (place, seen) => {
      const { socket } = send(place, ...[1, 2, 3].map((id) => toRequest(place, id, "tools/call", SLOW)));
      await until(() => seen.length > 0);
      await converse(place);
      expect(seen).toEqual(["started"]);
      socket.destroy();
      await until(() => seen.length > 1);
      await converse(place);
      expect(seen).toEqual(["started", "ended"]);
    });
  });

  test("follow a subscription, which ends at once because nothing ever changes", async () => {
    await withServer({}, async (place) => {
      const listen = toRequest(place, 1, "subscriptions/listen", { notifications: { toolsListChanged: true } });
      const { socket } = send(place, listen, toRequest(place, 2, "tools/list", {}, { connection: "close" }));
      expect(await read(socket)).toEqual(["200", ...answers(2)]);
    });
  });

  test("end with a request that is refused or asks for the end", async () => {
    await withServer({ limits: { bodyTimeoutMs: 100 } }, async (place, seen) => {
      const [first, last] = [toRequest(place, 1, "tools/list"), toRequest(place, 3, "tools/call", SLOW)];
      const between = (headers: object) => toRequest(place, 2, "tools/list", {}, headers);
      const readAll = (...requests: string[]) => read(send(place, ...requests).socket);
      expect(await readAll(first, between({ "content-type": "text/plain" }), last)).toEqual([
        ...answers(1),
        ...["415", "id null"],
      ]);
      expect(await readAll(first, between({ connection: "close" }))).toEqual(answers(1, 2));
      // Its body never comes in full.
      expect(await readAll(first, between({ "content-length": 9999 }))).toEqual([...answers(1), "408", "id null"]);
      expect(seen).toEqual([]);
    });
  });

  test("are not ended by the time limit for the next request", async () => {
    await withServer({ limits: { headTimeoutMs: 100, keepAliveMs: 100 } }, async (place, seen) => {
      const { socket } = send(place, toRequest(place, 1, "tools/list"), toRequest(place, 2, "tools/call", SLOW));
      await until(() => seen.length > 0);
      const idle = send(place, toRequest(place, 1, "tools/list"));
      expect(await read(idle.socket)).toEqual(answers(1));
      expect(seen).toEqual(["started"]);
      socket.destroy();
    });
  });

  test("end the connection when there are too many", async () => {
    await withServer({}, async (place, seen) => {
      const slow = toRequest(place, 1, "tools/call", SLOW);
      const most = send(place, slow.repeat(MAX_WAITING + 1));
      await until(() => seen.length === 1);
      const more = send(place, slow.repeat(MAX_WAITING + 2));
      more.socket.resume();
      await more.closed;
      await converse(place);
      expect(
        seen.filter((event) => event === "started").length - seen.filter((event) => event === "ended").length,
      ).toBe(1);
      most.socket.destroy();
    });
  });
});
