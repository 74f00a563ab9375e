// A client that asks without reading, one that asks for much at once, and small calls beside a large one. dist/ must be built.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { RUNTIMES, serverArguments, startRawServer, toInitialize, toMessage } from "../support/mcp.ts";
import { makeTree } from "../support/tree.ts";
import { countingLines, countingServer, startChild } from "./faults_children.ts";

const CALLS = 600;
const SLOW = { name: "slow", arguments: { path: "." } };
const root = makeTree(["file a.txt one"]);

/** Each has asked for all of `CALLS` answers of 50,000 bytes. */
const READERS = [
  {
    name: "mcp",
    program: countingServer(root),
    first: [toInitialize(0), { jsonrpc: "2.0", method: "notifications/initialized" }],
    greetings: 1,
    ask: (id: number) => toMessage("legacy", id, "tools/call", { name: "big", arguments: {} }),
    idOf: (line: string) => Number(JSON.parse(line).id),
    // The protocol promises none.
    keepsOrder: false,
  },
  {
    name: "call --jsonl",
    program: countingLines(),
    first: [],
    greetings: 0,
    ask: (id: number) => ({ id: String(id), name: "big", arguments: {} }),
    idOf: (line: string) => Number(JSON.parse(line).tool_call_id),
    keepsOrder: true,
  },
];
const LEGS = RUNTIMES.flatMap((runtime) => READERS.map((reader) => ({ runtime: runtime.name, ...runtime, ...reader })));

describe.each(LEGS)("a client of $name that does not read, server on $runtime", (leg) => {
  test("is not worked for in advance, and gets every answer once it reads", async () => {
    const child = startChild(leg.command, leg.program);
    try {
      await child.err.find((line) => line === "ready");
      for (const message of leg.first) child.send(message);
      for (let id = 1; id <= CALLS; id++) child.send(leg.ask(id));
      const begun = Number((await child.tell("begun ")).slice("begun ".length));
      // What fits into the pipe, and what had begun before it was full.
      expect(begun).toBeLessThan(150);
      const out = child.listen();
      const expected = Array.from({ length: CALLS }, (_, i) => i + 1);
      await out.find(() => out.all.length === CALLS + leg.greetings);
      const ids = out.all.slice(leg.greetings).map(leg.idOf);
      expect(leg.keepsOrder ? ids : ids.sort((a, b) => a - b)).toEqual(expected);
      child.process.stdin.end();
      await new Promise((resolve) => child.process.on("exit", resolve));
      expect(child.err.all).toEqual(["ready", `begun ${begun}`]);
    } finally {
      await child.kill();
    }
  });
});

describe.each(RUNTIMES)("a client that does not read, MCP server on $name", ({ command }) => {
  // Standard output is left alone, which no other helper does.
  const program = `
    process.argv = [process.argv[0], "mcp_server.mjs", "stdio", ${JSON.stringify(root)}];
    await import(new URL("../test/support/mcp_server.mjs", dist).href);`;

  test("is heard when it cancels and when it closes its end, and nothing begins meanwhile", async () => {
    const child = startChild(command, program);
    const slow = (id: number) => child.send(toMessage("legacy", id, "tools/call", SLOW));
    const cancel = (requestId: number) =>
      child.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
    const count = (wanted: string) => child.err.all.filter((line) => line === wanted).length;
    try {
      child.send(toInitialize(0));
      child.send({ jsonrpc: "2.0", method: "notifications/initialized" });
      for (const id of [1, 2]) slow(id);
      await child.err.find(() => count("slow: started") === 2);
      for (let id = 1000; id < 2000; id++) child.send(toMessage("legacy", id, "tools/list"));
      // Each is heard after all that was sent before it.
      cancel(1);
      await child.err.find(() => count("slow: ended") === 1);
      slow(3);
      cancel(2);
      await child.err.find(() => count("slow: ended") === 2);
      child.process.stdin.end();
      await child.err.find((line) => line === "closed");
      // The third was cancelled before it could begin.
      expect(child.err.all).toEqual(["slow: started", "slow: started", "slow: ended", "slow: ended", "closed"]);
    } finally {
      await child.kill();
    }
  });
});

describe.each(RUNTIMES)("one server on $name", ({ command }) => {
  const huge = makeTree(["file small.txt one"]);
  mkdirSync(join(huge, "huge"));
  for (let i = 0; i < 400; i++) mkdirSync(join(huge, `huge/d${i}`));
  // A millisecond passes whenever somebody looks, so that a walk uses up many slices of time on any machine.
  const fastClock = `data:text/javascript,${encodeURIComponent(`
    const { hrtime } = process;
    let ahead = 0;
    const later = ([seconds, nanoseconds]) => [seconds, nanoseconds + ++ahead * 1e6];
    process.hrtime = Object.assign(() => later(hrtime()), { bigint: hrtime.bigint });`)}`;

  async function start(...options: string[]) {
    const server = startRawServer(command, [...options, ...serverArguments("stdio", huge)]);
    server.send(toInitialize(0));
    await server.answer(0);
    server.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return server;
  }

  test("answers small reads that were asked for after a large walk before it", async () => {
    const server = await start("--import", fastClock);
    try {
      const walk = { name: "tree", arguments: { path: "huge", entry_kind: "all" } };
      const read = { name: "read_file", arguments: { path: "small.txt" } };
      const messages = [walk, read, read].map((params, i) => toMessage("legacy", i + 1, "tools/call", params));
      // In one piece, so that the walk has begun when the reads arrive, and they are there before it has ended.
      server.send(messages.map((message) => JSON.stringify(message)).join("\n"));
      expect(JSON.parse(await server.answer(1)).result.structuredContent.limit_reached).toBe(true);
      expect(server.out.all.slice(1).map((line) => JSON.parse(line).id)).toEqual([2, 3, 1]);
    } finally {
      await server.kill();
    }
  });

  test("answers a thousand calls that are asked for at once", async () => {
    const server = await start();
    try {
      const calls = Array.from({ length: 1000 }, (_, i) =>
        toMessage("legacy", i + 1, "tools/call", { name: "read_file", arguments: { path: "small.txt" } }),
      );
      server.send(calls.map((message) => JSON.stringify(message)).join("\n"));
      await server.out.find(() => server.out.all.length === 1001);
      const answers = server.out.all.slice(1).map((line) => JSON.parse(line));
      expect(answers.map(({ id }) => id).sort((a, b) => a - b)).toEqual(calls.map(({ id }) => id));
      expect(answers.filter(({ result }) => result.structuredContent?.content !== "one")).toEqual([]);
      expect(server.err.all).toEqual([]);
    } finally {
      await server.kill();
    }
  });
});
