// A folder is exchanged with a link that leads outside, again and again, while it is read. Each answer is that of the folder, the refusal
// of the link, or a report that it is changing; "not found" would reveal what is outside.

import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Strategy } from "../../src/disk/types.ts";
import * as library from "../../src/lib.ts";
import { askToolkits, closeToolkits, openToolkits, type Question } from "../support/answers.mjs";
import { isThorough, times } from "../support/scale.ts";
import { addEntries, makeTempFolder, makeTree } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";
import { chooseSwapper, SCRIPT_SWAPPER, startSwapper } from "./support/swapper_process.mjs";

const LONGEST_MS = 600_000;
const TERMS: Readonly<Record<Strategy, { rounds: number; restMs: number }>> = {
  handles: { rounds: times(4, 150), restMs: 0 },
  verify: { rounds: times(2, 30), restMs: 60 },
};

const swapper = chooseSwapper(makeTempFolder());
const cannotExchange = swapper === SCRIPT_SWAPPER;
if (cannotExchange)
  console.warn("the race with a link out is skipped: there is no C compiler to exchange folders with");

// Whichever of the two a call meets, it exists.
const PERMITTED: readonly RegExp[] = [
  /^(read|several|list|find|search|tree|gemini) \S+: (success|SANDBOX_VIOLATION|INTERNAL|NOT_DIRECTORY|NOT_FILE)$/,
  /^explain \S+: (inside|outside|unknown)$/,
];

function summarize(label: string, answer: unknown): string {
  const { is_error, content, place } = Object(answer);
  if (label.startsWith("explain")) return `${label}: ${place}`;
  const { error } = label.startsWith("several") && !is_error ? content.files[0] : content;
  return `${label}: ${error?.code ?? "success"}`;
}

const findTelling = (counts: object) =>
  Object.keys(counts).filter((summary) => !PERMITTED.some((pattern) => pattern.test(summary)));
const isRefused = (counts: object) => Object.keys(counts).some((summary) => summary.endsWith(": SANDBOX_VIOLATION"));

async function flip(strategy: Strategy, isThere: boolean): Promise<Record<string, number>> {
  const root = makeTree(["file d/f x", "file d/sub/f x", "dir spare"]);
  const thing = join(root, "../thing");
  addEntries(thing, ["file f stolen", "file sub/f stolen"]);
  symlinkSync(thing, join(root, "spare/d"));
  if (!isThere) rmSync(thing, { recursive: true });
  const { rounds, restMs } = TERMS[strategy];
  const question: Question = { root, paths: ["d/f", "d/sub"], strategy };
  const toolkits = openToolkits(library, question);
  const swapping = await startSwapper(swapper, { milliseconds: LONGEST_MS, restMs }, [
    join(root, "d"),
    join(root, "spare/d"),
  ]);
  const counts: Record<string, number> = {};
  try {
    const isOver = (round: number) => round >= rounds && (isRefused(counts) || findTelling(counts).length > 0);
    for (let round = 0; !isOver(round) && swapping.isRunning(); round++) {
      for (const [label, answer] of Object.entries(await askToolkits(toolkits, question))) {
        const summary = summarize(label, answer);
        counts[summary] = (counts[summary] ?? 0) + 1;
      }
      // The end of the swapper arrives as an event.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return counts;
  } finally {
    await swapping.stop();
    closeToolkits(toolkits);
  }
}

describe.skipIf(cannotExchange)("EX-12 while a folder is exchanged with a link that leads out", () => {
  // In a short run the case that a promise of SECURITY.md names, and the opposite one.
  const CASES = STRATEGIES.flatMap((strategy) => [true, false].map((isThere) => ({ strategy, isThere }))).filter(
    ({ strategy, isThere }) => isThorough || isThere === (strategy !== STRATEGIES[0]),
  );

  test.each(CASES)(
    "no answer tells whether something is there: $strategy, $isThere [promise no-oracle]",
    async ({ strategy, isThere }) => {
      const counts = await flip(strategy, isThere);
      expect(Object.fromEntries(findTelling(counts).map((summary) => [summary, counts[summary]]))).toEqual({});
      expect(isRefused(counts)).toBe(true);
    },
  );
});
