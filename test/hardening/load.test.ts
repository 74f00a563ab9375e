// A client that does not read its answers, one that sends many calls at once, and small calls during a large one. Needs a build.

import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { withSteppedClock } from "../support/clock.ts";
import { type RawServer, RUNTIMES, serverArguments, startRawServer, toInitialize, toMessage } from "../support/mcp.ts";
import { isThorough, paired, times } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";
import { countingLines, countingServer, startChild } from "./faults_children.ts";

const CALLS = times(100, 600);
const READ = { name: "read_file", arguments: { path: "small.txt" } };
const SLOW = { name: "slow", arguments: { path: "." } };
const root = makeTree(["file a.txt one"]);
const huge = makeTree(["file small.txt one", ...Array.from({ length: 400 }, (_, i) => `dir huge/d${i}`)]);

/** Each has requested all of `CALLS` answers of 50,000 bytes. */
const READERS = [
  {
    name: "mcp",
    program: countingServer(root),
    first: [toInitialize(0), { jsonrpc: "2.0", method: "notifications/initialized" }],
    greetings: 1,
    ask: (id: number) => toMessage("legacy", id, "tools/call", { name: "big", arguments: {} }),
    idOf: (line: string) => Number(JSON.parse(line).id),
    // The protocol does not guarantee an order.
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
  test("is not worked for in advance, and gets every answer once it reads [promise not-ahead]", async () => {
    const child = startChild(leg.command, leg.program);
    try {
      await child.err.find((line) => line === "ready");
      const calls = Array.from({ length: CALLS }, (_, i) => leg.ask(i + 1));
      // Everything is sent before anything is counted.
      await child.sendAll([...leg.first, ...calls]);
      const said = await child.tell("begun ");
      const begun = Number(said.slice("begun ".length));
      // The calls that fit into the pipe, and those that had started before it was full. It stays so.
      expect(begun).toBeGreaterThan(0);
      expect(begun).toBeLessThan(isThorough ? 150 : CALLS);
      expect(await child.tell("begun ", 2)).toBe(said);
      const out = child.listen();
      const expected = Array.from({ length: CALLS }, (_, i) => i + 1);
      await out.find(() => out.all.length === CALLS + leg.greetings);
      const ids = out.all.slice(leg.greetings).map(leg.idOf);
      expect(leg.keepsOrder ? ids : ids.sort((a, b) => a - b)).toEqual(expected);
      child.process.stdin.end();
      await new Promise((resolve) => child.process.on("exit", resolve));
      expect(child.err.all).toEqual(["ready", said, said]);
    } finally {
      await child.kill();
    }
  });
});

describe.each(RUNTIMES)("a client that does not read, MCP server on $name", ({ command }) => {
  // Does not read standard output, unlike the other helpers.
  const program = `
    process.argv = [process.argv[0], "mcp_server.mjs", "stdio", ${JSON.stringify(root)}, "5000"];
    await import(new URL("../test/support/mcp_server.mjs", build).href);`;

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
      for (let id = 1000; id < (isThorough ? 2000 : 1200); id++) child.send(toMessage("legacy", id, "tools/list"));
      // Each is handled after everything sent before it.
      cancel(1);
      await child.err.find(() => count("slow: CANCELLED") === 1);
      slow(3);
      cancel(2);
      await child.err.find(() => count("slow: CANCELLED") === 2);
      child.process.stdin.end();
      // No answer can be written until its patience ends.
      await child.err.find((line) => line === "closed");
      // The third was cancelled before it could start.
      expect(child.err.all).toEqual(["slow: started", "slow: started", "slow: CANCELLED", "slow: CANCELLED", "closed"]);
    } finally {
      await child.kill();
    }
  });
});

describe("a large walk", () => {
  const WALKS = [
    { name: "tree", arguments: { path: "huge", entry_kind: "all", max_entries: 400 } },
    { name: "list_directory", arguments: { path: "huge", recursive: true } },
  ];
  const LEGS = paired(WALKS, STRATEGIES).map(([walk, strategy]) => ({ ...walk, strategy }));

  test.each(LEGS)("gives way: of $name, what comes while it works is answered first ($strategy)", async (leg) => {
    const { strategy, ...walk } = leg;
    using toolkit = createAgentToolkit({ workspaceRoot: huge, strategy });
    const ends: string[] = [];
    let turns = 0;
    const run = async (call: typeof walk | typeof READ) => {
      const { is_error } = await toolkit.execute({ id: "1", ...call });
      ends.push(is_error ? "failed" : call.name);
    };
    const readMeanwhile = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await run(READ);
    };
    const countTurns = () => {
      turns += 1;
      if (!ends.includes(walk.name)) setImmediate(countTurns);
    };
    // Each look at the clock takes 2.5 ms, so that the walk uses many time slices.
    await withSteppedClock(2.5, async () => {
      const walked = run(walk);
      setImmediate(countTurns);
      await Promise.all([walked, readMeanwhile()]);
    });
    expect(ends).toEqual(["read_file", walk.name]);
    // One for every few directories, of which it reads hundreds.
    expect(turns).toBeGreaterThan(40);
  });
});

describe.each(RUNTIMES)("one server on $name", ({ command }) => {
  let server: RawServer;
  beforeAll(async () => {
    const wide = makeTree(["file small.txt one", "dir huge"]);
    for (let i = 0; i < 4000; i++) mkdirSync(`${wide}/huge/d${i}`);
    server = startRawServer(command, serverArguments("stdio", wide));
    server.send(toInitialize(0));
    await server.answer(0);
    server.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  });
  afterAll(() => server.kill());

  test("does not keep small reads waiting that came together with a large walk, and behind it", async () => {
    // The whole folder: far more time slices than a read has turns, on any machine.
    const walk = { name: "list_files", arguments: { path: "huge", pattern: "none", include_hidden: true } };
    const messages = [walk, READ, READ].map((params, i) => toMessage("legacy", i + 1, "tools/call", params));
    // In one piece, so that all three arrive before any of them starts.
    server.send(messages.map((message) => JSON.stringify(message)).join("\n"));
    expect(JSON.parse(await server.answer(1)).result.structuredContent.returned).toBe(0);
    const ids = server.out.all.slice(1).map((line) => JSON.parse(line).id);
    expect([ids.slice(0, 2).sort(), ids[2]]).toEqual([[2, 3], 1]);
  });

  test("answers hundreds of calls that are asked for at once", async () => {
    const before = server.out.all.length;
    const count = isThorough ? 1000 : 200;
    const calls = Array.from({ length: count }, (_, i) => toMessage("legacy", i + 1000, "tools/call", READ));
    server.send(calls.map((message) => JSON.stringify(message)).join("\n"));
    await server.out.find(() => server.out.all.length === before + count);
    const answers = server.out.all.slice(before).map((line) => JSON.parse(line));
    expect(answers.map(({ id }) => id).sort((a, b) => a - b)).toEqual(calls.map(({ id }) => id));
    expect(answers.filter(({ result }) => result.structuredContent?.content !== "one")).toEqual([]);
    expect(server.err.all).toEqual([]);
  });
});
