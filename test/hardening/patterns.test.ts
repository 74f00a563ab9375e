// Hostile patterns do not hold the event loop: one alone, and many calls at once over HTTP. Bounds are in processor time, and the best of ten
// counts: other threads of the process collect garbage and optimise. The long form is `npm run patterns`.

import { expect, test } from "vitest";
import { serveMcpHttp } from "../../src/mcp/http.ts";
import { parseTextPattern } from "../../src/regex/text_pattern.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { toHeaders, toMessage } from "../support/mcp.ts";
import { times } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";
import { measureHeld } from "./support/held_time.mjs";
import { hostilePattern, hostileText, KNOWN_PATTERNS } from "./support/hostile_patterns.mjs";
import { Random } from "./support/random.mjs";

const [MAX_HELD_MS, MAX_WAIT_MS, CALLS, ROUNDS] = [50, 100, 64, 10];

function holdsTooLong(source: string, random: Random): boolean {
  const content = Buffer.from(hostileText(random, source, 1000));
  const isOver = () => measureHeld(parseTextPattern, source, content, 4).held > MAX_HELD_MS;
  for (let round = 0; round < ROUNDS; round++) if (!isOver()) return false;
  return true;
}

test("SE-03 no pattern holds the event loop for more than 50 ms", () => {
  const random = new Random(3);
  const patterns = [...KNOWN_PATTERNS, ...Array.from({ length: times(100, 5000) }, () => hostilePattern(random))];
  expect(patterns.filter((source) => holdsTooLong(source, random))).toEqual([]);
});

const isAccepted = (source: string) => {
  try {
    return parseTextPattern(source, { literal: false, ignoreCase: false }) !== null;
  } catch {
    return false;
  }
};

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

test("SE-03 LK-09 a ping behind 64 calls with the worst patterns waits for at most 100 ms", async () => {
  const patterns = KNOWN_PATTERNS.filter(isAccepted);
  using toolkit = createAgentToolkit({ workspaceRoot: makeTree(["file a.txt some text é 世界"]) });
  const { url, token, close } = await serveMcpHttp({ toolkit, version: "1", log: () => {} });
  const headers = toHeaders("legacy", token, "tools/call");
  const post = async (body: object) =>
    (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).text();
  const ping = () => post(toMessage("legacy", 0, "ping"));
  const search = (id: number) => {
    const pattern = patterns[id % patterns.length] ?? "";
    return toMessage("legacy", id + 1, "tools/call", { name: "search_text", arguments: { pattern, mode: "files" } });
  };
  let least = Number.POSITIVE_INFINITY;
  try {
    for (let round = 0; round < ROUNDS; round++) {
      // Connects, so that the ping of the round need not.
      await Promise.all([ping(), ping()]);
      let isOver = false;
      const batch = post(Array.from({ length: CALLS }, (_, id) => search(id))).finally(() => {
        isOver = true;
      });
      let longest = 0;
      while (!isOver) {
        const start = processorMs();
        await ping();
        longest = Math.max(longest, processorMs() - start);
      }
      const answers = await batch;
      expect([answers.match(/"searched_files\\":1/g)?.length, answers.includes("TIMEOUT")]).toEqual([CALLS, false]);
      least = Math.min(least, longest);
    }
  } finally {
    await close();
  }
  expect(least).toBeLessThan(MAX_WAIT_MS);
});
