// The end of the input of a server on standard input and output: what came before it is answered, and then the server ends. dist/ must be
// built.

import { describe, expect, test } from "vitest";
import { porthole } from "../support/cli.ts";
import {
  ERAS,
  type Era,
  INITIALIZED,
  type RawServer,
  RUNTIMES,
  serverArguments,
  startRawServer,
  toInitialize,
  toLines,
  toMessage,
} from "../support/mcp.ts";
import { isPaired, times } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";

const root = makeTree(["file a.txt one", "dir src"]);
const READ = { name: "read_file", arguments: { path: "a.txt" } };
const SLOW = { name: "slow", arguments: { path: "." } };
/** Several times as many as run at once. */
const MANY = times(30, 400);

const open = (era: Era, capabilities: object = {}) =>
  era === "legacy" ? [toInitialize(0, capabilities), INITIALIZED] : [];
const read = (era: Era, id: number) => toMessage(era, id, "tools/call", READ);
const slow = (era: Era, id: number) => toMessage(era, id, "tools/call", SLOW);
const idsOf = (lines: readonly string[]) => lines.map((line) => JSON.parse(line).id).sort((a, b) => a - b);
/** Closes its input, reads all its output and returns the ids of its answers. */
async function finish(server: RawServer) {
  expect(await server.end()).toBe(0);
  await server.closed;
  return idsOf(server.out.all);
}

const count = ({ err }: RawServer, wanted: string) => err.all.filter((line) => line === wanted).length;

describe.each(RUNTIMES.flatMap((runtime) => ERAS.map((era) => ({ ...runtime, era }))))(
  "stdio, $era, server on $name, when its input ends",
  ({ command, era }) => {
    const start = (timeoutMs = 30_000) => startRawServer(command, serverArguments("stdio", root, { timeoutMs }));
    /** Of the first message of an older client. */
    const greeting = era === "legacy" ? [0] : [];
    /** In a short run each test with one era, in turn. */
    const testInTurn = (nth: number, name: string, run: () => Promise<void>) =>
      isPaired(nth, era, ERAS) && test(name, run);

    testInTurn(0, "all that was asked is answered, and the server ends", async () => {
      const server = start();
      const ids = Array.from({ length: MANY }, (_, i) => i + 1);
      server.send(toLines([...open(era), ...ids.map((id) => read(era, id)), toMessage(era, MANY + 1, "tools/list")]));
      expect(await finish(server)).toEqual([...greeting, ...ids, MANY + 1]);
      expect(server.err.all).toEqual(["closed"]);
    });

    testInTurn(1, "EX-16 a call under way is answered within its time limit", async () => {
      const server = start(300);
      server.send(toLines([...open(era), slow(era, 1)]));
      await server.err.find((line) => line === "slow: started");
      expect(await finish(server)).toEqual([...greeting, 1]);
      expect(server.out.all.at(-1)).toContain("TIMEOUT");
      expect(server.err.all.toSorted()).toEqual(["closed", "slow: TIMEOUT", "slow: started"]);
    });

    testInTurn(2, "EX-17 a call that was cancelled before is not waited for", async () => {
      const server = start(60_000);
      server.send(toLines([...open(era), slow(era, 1), read(era, 2)]));
      await server.err.find((line) => line === "slow: started");
      const { params } = toMessage(era, 0, "", { requestId: 1 });
      server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params });
      expect(await finish(server)).toEqual([...greeting, 2]);
      expect(count(server, "slow: CANCELLED")).toBe(1);
    });

    testInTurn(3, "hundreds of slow calls are answered one after the other", async () => {
      const server = start(100);
      const ids = Array.from({ length: MANY }, (_, i) => i + 1);
      server.send(toLines([...open(era), ...ids.map((id) => slow(era, id))]));
      expect(await finish(server)).toEqual([...greeting, ...ids]);
      expect(count(server, "slow: TIMEOUT")).toBe(count(server, "slow: started"));
    });
  },
);

describe.each(RUNTIMES)("stdio, server on $name", ({ command }) => {
  const touch = (id: number) => toMessage("legacy", id, "tools/call", { name: "touch", arguments: { path: "a.txt" } });
  /** A server that has asked a person about the call 1. */
  const startAsking = async () => {
    const server = startRawServer(command, serverArguments("stdio", root));
    server.send(toLines([...open("legacy", { elicitation: {} }), touch(1)]));
    await server.out.find((line) => JSON.parse(line).method === "elicitation/create");
    return server;
  };

  test("a person who can no longer answer has said no", async () => {
    const server = await startAsking();
    server.send(touch(2));
    await finish(server);
    const answers = server.out.all.filter((line) => line.includes("POLICY_DENIED"));
    expect(idsOf(answers)).toEqual([1, 2]);
    expect(count(server, "touch: a.txt")).toBe(0);
  });

  test("a question that was withdrawn is not refused again", async () => {
    const server = await startAsking();
    server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    await server.out.find((line) => JSON.parse(line).method === "notifications/cancelled");
    await finish(server);
    expect(server.err.all).toEqual(["closed"]);
  });
});

describe("porthole", () => {
  test("mcp answers a last message without a newline", () => {
    const input = toLines([...open("legacy"), read("legacy", 1)]).trimEnd();
    const { status, stdout, stderr } = porthole(root, ["mcp", "."], { input });
    expect([status, stderr, idsOf(stdout.trim().split("\n"))]).toEqual([0, "", [0, 1]]);
  });

  test("call --jsonl answers every line", () => {
    const lines = Array.from({ length: MANY }, (_, i) => ({ id: String(i + 1), ...READ }));
    const { status, stdout, stderr } = porthole(root, ["call", "--jsonl"], { input: toLines(lines) });
    const ids = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).tool_call_id);
    expect([status, stderr, ids]).toEqual([0, "", lines.map(({ id }) => id)]);
  });
});

test("standard input may have an encoding, set by the program", async () => {
  const program = `
    process.stdin.setEncoding("utf8");
    const { createAgentToolkit } = await import(${JSON.stringify(new URL("../../dist/lib.js", import.meta.url).href)});
    const { serveMcpStdio } = await import(${JSON.stringify(new URL("../../dist/mcp/lib.js", import.meta.url).href)});
    await serveMcpStdio({ toolkit: createAgentToolkit({ workspaceRoot: ${JSON.stringify(root)} }) });`;
  const server = startRawServer(process.execPath, ["--input-type=module", "-e", program]);
  // Two pieces: the second is sent after the answer to the first.
  server.send(toLines(open("legacy")));
  await server.answer(0);
  server.send(read("legacy", 1));
  expect([await finish(server), server.err.all]).toEqual([[0, 1], []]);
});
