// Connections to the HTTP server without a token: few are kept, for a short time, however many are made, and those with the token are
// served as usual. Needs a build.

import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { type Place, withServer } from "../mcp/http_server.ts";
import { RUNTIMES, toHeaders, toMessage } from "../support/mcp.ts";
import { isThorough } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";
import { startChild } from "./faults_children.ts";

const root = makeTree(["file a.txt one"]);
const DESCRIPTORS = isThorough ? 1024 : 512;
/** More than the server can keep open. */
const STRANGERS = isThorough ? 1100 : 600;
/** The number that is kept. */
const MAX_STRANGERS = 256;
const READ = { name: "read_file", arguments: { path: "a.txt" } };

const server = `
  process.argv = [process.argv[0], "mcp_server.mjs", "http", ${JSON.stringify(root)}];
  await import(new URL("../test/support/mcp_server.mjs", build).href);`;

function connectIdle({ url }: Pick<Place, "url">): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => resolve(socket));
    socket.on("error", () => resolve(socket));
    // So that its end is noticed.
    socket.resume();
  });
}

/** The answer to a call, and whether the connection was reused. */
function read({ url, token }: Place, agent: Agent): Promise<{ isReused: boolean; text: string }> {
  const headers = toHeaders("modern", token, "tools/call", READ);
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ isReused: asked.reusedSocket, text }));
    });
    asked.on("error", reject);
    asked.end(JSON.stringify(toMessage("modern", 1, "tools/call", READ)));
  });
}

describe.each(RUNTIMES)(
  `a server on $name with ${DESCRIPTORS} descriptors and ${STRANGERS} idle connections without a token`,
  ({ command }) => {
    test("answers new clients and those it knew, and goes on to do so [promise strangers]", async () => {
      const child = startChild(command, server, DESCRIPTORS);
      const known = new Agent({ keepAlive: true, maxSockets: 1 });
      const idle: Socket[] = [];
      try {
        const place: Place = JSON.parse(await child.listen().find(() => true));
        expect((await read(place, known)).text).toContain('"content":"one"');
        for (let round = 0; round < 2; round++) {
          idle.push(...(await Promise.all(Array.from({ length: STRANGERS }, () => connectIdle(place)))));
          const { isReused, text } = await read(place, known);
          expect([isReused, text]).toEqual([true, expect.stringContaining('"content":"one"')]);
          const unknown = new Agent({ keepAlive: true });
          expect((await read(place, unknown)).text).toContain('"content":"one"');
          unknown.destroy();
        }
        // The server has closed the others; the events may still be on the way.
        while (idle.filter((socket) => !socket.destroyed).length > MAX_STRANGERS)
          await new Promise((resolve) => setTimeout(resolve, 10));
      } finally {
        known.destroy();
        for (const socket of idle) socket.destroy();
        await child.kill();
      }
    });
  },
);

describe("a connection", () => {
  const ended = (socket: Socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()));

  test("without a token ends when there is one too many, the oldest first [promise strangers]", async () => {
    await withServer({ limits: { maxStrangers: 2 } }, async (place) => {
      const sockets = [await connectIdle(place), await connectIdle(place)];
      const [first, second] = sockets.map(ended);
      sockets.push(await connectIdle(place));
      await first;
      expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
      sockets.push(await connectIdle(place));
      await second;
      expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false]);
      for (const socket of sockets) socket.destroy();
    });
  });

  test("with a wrong token stays a stranger's [promise strangers]", async () => {
    await withServer({ limits: { maxStrangers: 1, drainTimeoutMs: 60_000 } }, async (place) => {
      const refused = await connectIdle(place);
      const answered = new Promise((resolve) => refused.once("data", resolve));
      const head = [
        "POST /mcp HTTP/1.1",
        "Host: localhost",
        "Authorization: Bearer wrong",
        "Content-Length: 9",
        "",
        "",
      ];
      refused.write(head.join("\r\n"));
      expect(String(await answered)).toMatch(/^HTTP\/1.1 401 /);
      const end = ended(refused);
      const next = await connectIdle(place);
      await end;
      next.destroy();
    });
  });

  test("without a request is told so and ends, and one that was answered ends when no other comes [promise strangers]", async () => {
    await withServer({ limits: { headTimeoutMs: 100, keepAliveMs: 100 } }, async (place) => {
      const socket = await connectIdle(place);
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk;
      });
      await ended(socket);
      expect(text).toMatch(/^HTTP\/1.1 408 /);
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      let kept: Socket | undefined;
      agent.on("free", (free: Socket) => {
        kept = free;
      });
      await read(place, agent);
      while (kept?.destroyed !== true) await new Promise((resolve) => setTimeout(resolve, 10));
      expect((await read(place, agent)).isReused).toBe(false);
      agent.destroy();
    });
  });

  test("with the token that dribbles the head of its next request ends", async () => {
    await withServer({ limits: { headTimeoutMs: 100, keepAliveMs: 200 } }, async (place) => {
      const { url, token } = place;
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      socket.on("error", () => {});
      const body = JSON.stringify(toMessage("modern", 1, "tools/list"));
      const headers = Object.entries({ host: "localhost", ...toHeaders("modern", token, "tools/list") });
      const lines = [...headers, ["content-length", body.length]].map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST /mcp HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
      await new Promise((resolve) => socket.once("data", resolve));
      socket.write("POST /mcp HTTP/1.1\r\nX: ");
      const timer = setInterval(() => socket.write("a"), 20);
      socket.resume();
      await ended(socket);
      clearInterval(timer);
    });
  });
});
