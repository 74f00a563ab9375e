// Many calls and as many cancellations, in every order of microtasks: afterwards calls are answered as before. Through the library and over
// both MCP transports. Needs a build.

import { afterAll, describe, expect, test } from "vitest";
import { createToolContext } from "../../src/call/context.ts";
import { createSecureTool } from "../../src/call/secure_tool.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import {
  ERAS,
  type Era,
  type RawServer,
  RUNTIMES,
  serverArguments,
  startRawServer,
  toHeaders,
  toInitialize,
  toMessage,
} from "../support/mcp.ts";
import { makePeek } from "../support/peek_tool.ts";
import { isThorough, paired, times } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";

const root = makeTree(["file a.txt one"]);
const CALLS = 64;
/** The number of calls of one toolkit that keep files open at once. */
const OPEN_CALLS = 32;
const SLOW = { name: "slow", arguments: { path: "." } };
const READ = { name: "read_file", arguments: { path: "a.txt" } };
const ROUNDS = times(2, 4);

async function passMicrotasks(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await Promise.resolve();
}

/** Takes turns of the event loop: a look-up may wait, and microtasks alone would never let it continue. */
async function waitUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

/** A tool whose calls run until they are told to end. */
function makeHeld() {
  const ends: (() => void)[] = [];
  const run = () => new Promise<string>((resolve) => ends.push(() => resolve("ended")));
  const spec = { ...makePeek([]), run };
  const endAll = () => {
    for (const end of ends.splice(0)) end();
  };
  return { spec, started: () => ends.length, endAll };
}

describe("the library", () => {
  test.each(Array.from({ length: 24 }, (_, microtasks) => microtasks))(
    "EX-17 calls cancelled %i microtasks after those before them give their turns back [promise no-endless-wait]",
    async (microtasks) => {
      using toolkit = createAgentToolkit({ workspaceRoot: root });
      const held = makeHeld();
      toolkit.register(held.spec);
      const controllers = Array.from({ length: CALLS }, () => new AbortController());
      const calls = controllers.map(({ signal }, i) =>
        toolkit.execute({ id: String(i), name: "peek", arguments: { path: "a.txt" } }, { signal }),
      );
      await waitUntil(() => held.started() === OPEN_CALLS);
      for (const controller of controllers.slice(0, OPEN_CALLS)) controller.abort();
      await passMicrotasks(microtasks);
      for (const controller of controllers.slice(OPEN_CALLS)) controller.abort();
      for (const { is_error } of await Promise.all(calls)) expect(is_error).toBe(true);
      const last = await toolkit.execute({ id: "last", ...READ }, { timeout_ms: 1000 });
      expect(last).toMatchObject({ tool_call_id: "last", is_error: false });
    },
  );

  test("an admission that is run twice at once takes two turns and gives two back", async () => {
    const context = createToolContext({ workspaceRoot: root });
    try {
      const held = makeHeld();
      const tool = createSecureTool(context, held.spec);
      for (let i = 0; i < OPEN_CALLS; i++) {
        const admission = await tool.admit({ path: "a.txt" });
        if (i % 2 === 0) admission.release();
        const runs = [admission.run(), admission.run()];
        await waitUntil(() => held.started() === 2);
        admission.release();
        held.endAll();
        expect(await Promise.all(runs)).toEqual(["ended", "ended"]);
        admission.release();
      }
      const all = Array.from({ length: OPEN_CALLS + 1 }, () => tool("a.txt"));
      await waitUntil(() => held.started() >= OPEN_CALLS);
      expect(held.started()).toBe(OPEN_CALLS);
      held.endAll();
      await waitUntil(() => held.started() >= 1);
      held.endAll();
      for (const { status } of await Promise.all(all)) expect(status).toBe("success");
    } finally {
      context.workspace.close();
    }
  });
});

/** Further calls wait for one of those that keep a file open. */
const ORDERS: readonly { readonly order: string; arrange(ids: readonly number[]): number[] }[] = [
  { order: "in order", arrange: (ids) => [...ids] },
  { order: "last first", arrange: (ids) => [...ids].reverse() },
  {
    order: "each with the one that waits for it",
    arrange: (ids) => ids.slice(0, OPEN_CALLS).flatMap((id) => [id, id + OPEN_CALLS]),
  },
];
const LEGS = paired(ORDERS, ERAS).map(([order, era]) => ({ era, ...order }));

/** In a short run one server gets both, in turn. */
const SHAPES: readonly (readonly [what: string, isBatch: (round: number) => boolean])[] = isThorough
  ? [
      ["64 requests", () => false],
      ["one batch of 64", () => true],
    ]
  : [["64 requests, then one batch of 64,", (round) => round % 2 === 0]];

function toCancellation(era: Era, requestId: number) {
  const { params } = toMessage(era, 0, "", { requestId });
  return { jsonrpc: "2.0", method: "notifications/cancelled", params };
}

const toLines = (messages: readonly object[]) => messages.map((message) => JSON.stringify(message)).join("\n");

const countStarted = ({ err }: RawServer) => err.all.filter((line) => line === "slow: started").length;

describe.each(RUNTIMES)("the MCP server on $name", ({ command }) => {
  // A server for each order, or in a short run for all orders of an era.
  const servers = new Map<string, RawServer>();
  const serverFor = async (era: Era, order: string): Promise<RawServer> => {
    const name = isThorough ? `${era} ${order}` : era;
    const known = servers.get(name);
    if (known !== undefined) return known;
    const server = startRawServer(command, serverArguments("stdio", root));
    servers.set(name, server);
    if (era === "legacy") {
      server.send(toInitialize(0));
      await server.answer(0);
      server.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    }
    return server;
  };
  let lastId = 1000;
  afterAll(async () => {
    for (const server of servers.values()) await server.kill();
  });

  test.each(LEGS)("over standard input, $era, cancelled $order, it still answers", async ({ era, order, arrange }) => {
    const server = await serverFor(era, order);
    for (let round = 1; round <= ROUNDS; round++) {
      const before = countStarted(server);
      const ids = Array.from({ length: CALLS }, () => ++lastId);
      server.send(toLines(ids.map((id) => toMessage(era, id, "tools/call", SLOW))));
      await server.err.find(() => countStarted(server) >= before + OPEN_CALLS);
      server.send(toLines(arrange(ids).map((id) => toCancellation(era, id))));
    }
    const id = ++lastId;
    server.send(toMessage(era, id, "tools/call", READ));
    expect(JSON.parse(await server.answer(id)).result.structuredContent.content).toBe("one");
  });

  test.each(SHAPES)("over HTTP, %s closed at once, it still answers", async (_what, isBatch) => {
    const server = startRawServer(command, serverArguments("http", root));
    try {
      const { url, token } = JSON.parse(await server.out.find(() => true));
      // The client may use a connection that is just being closed; then it retries, unless the call was cancelled.
      const post = async (era: Era, params: object, body: object, signal?: AbortSignal): Promise<Response> => {
        const ask = () =>
          fetch(url, {
            method: "POST",
            headers: toHeaders(era, token, "tools/call", params),
            body: JSON.stringify(body),
            ...(signal === undefined ? {} : { signal }),
          });
        const askAgain = (error: unknown) => (signal?.aborted ? Promise.reject(error) : ask());
        return ask().catch(askAgain).catch(askAgain);
      };
      const call = (era: Era, id: number) => toMessage(era, id, "tools/call", SLOW);
      const ids = Array.from({ length: CALLS }, (_, i) => i + 1);
      for (let round = 1; round <= ROUNDS; round++) {
        const controller = new AbortController();
        const { signal } = controller;
        const batch = ids.map((id) => call("legacy", id));
        const asked = isBatch(round)
          ? [post("legacy", SLOW, batch, signal)]
          : ids.map((id) => post("modern", SLOW, call("modern", id), signal));
        const answers = asked.map((answer) => answer.then((response) => response.text()));
        await server.err.find(() => countStarted(server) >= round * OPEN_CALLS);
        controller.abort();
        for (const { status } of await Promise.allSettled(answers)) expect(status).toBe("rejected");
      }
      const answer = await post("modern", READ, toMessage("modern", 1, "tools/call", READ));
      expect(await answer.json()).toMatchObject({ result: { structuredContent: { content: "one" } } });
    } finally {
      await server.kill();
    }
  });
});
