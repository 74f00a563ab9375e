// A command line that gets a signal in the middle of its calls ends, and its output is complete. Needs a build.

import { linkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { startPorthole, whenServing } from "../support/cli.ts";
import { Lines, toHeaders, toInitialize, toMessage } from "../support/mcp.ts";
import { isThorough } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;
/** Many more than a server answers before its answers are read, so the signal arrives in their middle on any machine. */
const CALLS = isThorough ? 2000 : 300;
const HTTP_CALLS = isThorough ? 200 : 50;
const WALK = { name: "tree", arguments: { path: "huge", entry_kind: "all" } };

const root = makeTree(["file huge/f0"]);
// Links to a file are made faster than files.
for (let i = 1; i < (isThorough ? 10_000 : 2000); i++) linkSync(`${root}/huge/f0`, `${root}/huge/f${i}`);

type Child = ReturnType<typeof startPorthole>;

const whenEnded = (child: Child) =>
  new Promise<unknown>((resolve) => child.on("close", (code, signal) => resolve(signal ?? code)));

/** In a short run each of the three commands gets one of the signals. */
const hasTurn = (signal: string, turn: number) => isThorough || signal === SIGNALS[turn % SIGNALS.length];

describe.each(SIGNALS)("%s in the middle of calls", (signal) => {
  if (hasTurn(signal, 0))
    test("ends the server on standard input and output, and every line it wrote is a message", async () => {
      const child = startPorthole(root, ["mcp", ".", "--format", "json"]);
      const ended = whenEnded(child);
      const out = new Lines(child.stdout);
      const err = new Lines(child.stderr);
      const messages = [
        toInitialize(0),
        { jsonrpc: "2.0", method: "notifications/initialized" },
        ...Array.from({ length: CALLS }, (_, i) => toMessage("legacy", i + 1, "tools/call", WALK)),
      ];
      child.stdin.on("error", () => {});
      child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
      await out.find((line) => line.includes('"structuredContent"'));
      child.kill(signal);
      expect(await ended).toBe(signal);
      expect(out.all.length).toBeLessThan(CALLS);
      // The signal may have cut the last one.
      for (const line of out.all.slice(0, -1)) expect(JSON.parse(line).jsonrpc).toBe("2.0");
      expect(err.all).toEqual([]);
    });

  if (hasTurn(signal, 1))
    test("ends call --jsonl in the same way", async () => {
      const child = startPorthole(root, ["call", "--jsonl"]);
      const ended = whenEnded(child);
      const out = new Lines(child.stdout);
      const err = new Lines(child.stderr);
      child.stdin.on("error", () => {});
      const lines = Array.from({ length: CALLS }, (_, i) => JSON.stringify({ id: String(i), ...WALK }));
      child.stdin.write(`${lines.join("\n")}\n`);
      await out.find(() => true);
      child.kill(signal);
      expect(await ended).toBe(signal);
      expect(out.all.length).toBeLessThan(CALLS);
      const ids = out.all.slice(0, -1).map((line) => JSON.parse(line).tool_call_id);
      expect(ids).toEqual(ids.map((_, i) => String(i)));
      expect(err.all).toEqual([]);
    });

  if (hasTurn(signal, 2))
    test("ends the HTTP server with 0, and every call under way has an end", async () => {
      // Quiet: it waits half a second for a console that is slow, as any is on a busy machine, and then ends by the signal.
      const child = startPorthole(root, ["mcp", ".", "--format", "json", "--http", "--quiet"]);
      const ended = whenEnded(child);
      const { url, token } = await whenServing(child);
      const headers = toHeaders("modern", token, "tools/call", WALK);
      const call = async (id: number) => {
        const body = JSON.stringify(toMessage("modern", id, "tools/call", WALK));
        const response = await fetch(url, { method: "POST", headers, body });
        return (await response.text()).includes("structuredContent");
      };
      const calls = Array.from({ length: HTTP_CALLS }, (_, id) => call(id).catch(() => false));
      await Promise.any(calls.map(async (one) => (await one) || Promise.reject(new Error("unanswered"))));
      child.kill(signal);
      expect(await ended).toBe(0);
      // Each ends, answered or not: none waits on a connection that nobody closes.
      expect((await Promise.all(calls)).length).toBe(HTTP_CALLS);
    });
});
