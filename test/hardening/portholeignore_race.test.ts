// `.portholeignore` is exchanged with a link that leads outside, or with other rules, again and again, while files are read. No answer
// shows more than the file allowed at one moment.

import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Strategy } from "../../src/disk/types.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { isThorough, times } from "../support/scale.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";
import { chooseSwapper, SCRIPT_SWAPPER, startSwapper } from "./support/swapper_process.mjs";

const LONGEST_MS = 600_000;
const TERMS: Readonly<Record<Strategy, { rounds: number; restMs: number }>> = {
  handles: { rounds: times(40, 500), restMs: 0 },
  verify: { rounds: times(4, 50), restMs: 60 },
};

const swapper = chooseSwapper(makeTempFolder());
const cannotExchange = swapper === SCRIPT_SWAPPER;
if (cannotExchange)
  console.warn("the race of .portholeignore is skipped: there is no C compiler to exchange files with");

/** How often each set of files was read in one call: `a`, `ab` or nothing. */
async function raceRules(strategy: Strategy, other: (file: string) => void): Promise<Record<string, number>> {
  const root = makeTree(["file .portholeignore a\n", "file a x", "file b x", "dir spare"]);
  other(join(root, "spare/rules"));
  using toolkit = createAgentToolkit({ workspaceRoot: root, obeyPortholeignore: true, strategy });
  const { rounds, restMs } = TERMS[strategy];
  const swapping = await startSwapper(swapper, { milliseconds: LONGEST_MS, restMs }, [
    join(root, ".portholeignore"),
    join(root, "spare/rules"),
  ]);
  const counts: Record<string, number> = {};
  try {
    for (let round = 0; (round < rounds || Object.keys(counts).length < 2) && swapping.isRunning(); round++) {
      const outcome = await toolkit.readFiles(["a", "b", "a", "b"]);
      const files = outcome.status === "success" ? outcome.data.files : [];
      const readable = files.flatMap((file) => ("error" in file ? [] : [file.path])).join("");
      counts[readable] = (counts[readable] ?? 0) + 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return counts;
  } finally {
    await swapping.stop();
  }
}

describe.skipIf(cannotExchange).each(STRATEGIES)("with the seal %s, while .portholeignore is exchanged", (strategy) => {
  // In a short run the stronger seal has the cases that SECURITY.md names, and the weaker one the other.
  const hasLinkOut = isThorough || strategy === STRATEGIES.at(-1);
  const hasOthers = isThorough || strategy === STRATEGIES[0];

  if (hasLinkOut)
    test("with a link that leads out, its files stay hidden", async () => {
      const outside = join(makeTempFolder(), "rules");
      writeFileSync(outside, "nothing\n");
      const counts = await raceRules(strategy, (file) => symlinkSync(outside, file));
      expect(Object.keys(counts).sort()).toEqual(["", "bb"]);
    });

  if (hasOthers)
    test("with a link that leads nowhere, its files stay hidden [promise portholeignore-unusable]", async () => {
      const counts = await raceRules(strategy, (file) => symlinkSync("nowhere", file));
      expect(Object.keys(counts).sort()).toEqual(["", "bb"]);
    });

  if (hasOthers)
    test("with other rules, every call keeps to one of the two [promise portholeignore-unusable]", async () => {
      const counts = await raceRules(strategy, (file) => writeFileSync(file, "b\n"));
      const seen = Object.keys(counts).filter((readable) => readable !== "");
      expect(seen.sort()).toEqual(["aa", "bb"]);
    });
});
