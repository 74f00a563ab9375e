// The race against a swapper, at length: every tool, surface, seal and runtime, one after another. Prints a line for each, and
// fails on any escape, or if the reader that must be caught was not.
// @ts-check

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeArena, targetsIn } from "./support/arena.mjs";
import { combinations, run, toName } from "./support/combinations.mjs";
import { readFlags, readNumber, refuse } from "./support/flags.mjs";
import { chooseSwapper, startSwapper } from "./support/swapper_process.mjs";

const HELP = `npm run campaign -- [options]

Races every tool, surface, seal and runtime against a process that swaps what is read with links that lead out, and the
library against one that exchanges the workspace's own folder, or the one above it, with another.
Ends with 1 if anything came from outside.

  --seconds N   how long each race is, 0.1 to 3600 (default 10)
  --only TEXT   only the races with this in their name, such as "node, handles, jsonl, tree" or "root exchanged"
  --help        this text
`;

const { seconds = "10", only = "" } = readFlags(HELP, ["seconds", "only"]);
const milliseconds = readNumber("--seconds", seconds, { least: 0.1, most: 3600 }) * 1000;
const races = combinations().filter((combination) => toName(combination).includes(only));
if (races.length === 0) refuse(`--only: no race has ${JSON.stringify(only)} in its name; see --help`);
// Catching it takes luck: a short run may show nothing.
const naiveMs = Math.max(milliseconds, 5000);
const folder = mkdtempSync(join(tmpdir(), "porthole-campaign-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** @param {readonly (string | number)[]} cells */
function print([name = "", ...numbers]) {
  console.log(String(name).padEnd(58) + numbers.map((cell) => String(cell).padStart(11)).join(""));
}

// The weaker seal refuses what does not stand still for 20 ms: without longer rests it would have nothing to answer.
/** @param {string} seal */
function toTimes(seal) {
  return { milliseconds: milliseconds + 120_000, restMs: seal === "verify" ? 30 : 2 };
}

const swapper = chooseSwapper(folder);
console.log(`swapper: ${swapper.kind}; ${seconds} s for each line\n`);
print(["", "calls", "inside", "errors", "escapes", "swaps"]);
const total = { calls: 0, swaps: 0, escaped: 0 };
/** @type {string[]} */
const faults = [];
for (const [index, combination] of races.entries()) {
  const name = toName(combination);
  const isNaive = combination.seal === "naive";
  const ground = join(folder, String(index));
  mkdirSync(ground);
  const arena = makeArena(ground, combination.exchange);
  const targets = targetsIn(arena.root, combination.exchange).filter(({ label }) => label === combination.label);
  /** @type {Awaited<ReturnType<typeof startSwapper>> | undefined} */
  let swapping;
  const tally = await run(combination, {
    arena,
    targets,
    folder: ground,
    milliseconds: isNaive ? naiveMs : milliseconds,
    onReady: async () => {
      swapping = await startSwapper(swapper, toTimes(combination.seal), arena.pairs);
    },
  });
  const wasSwapping = swapping?.isRunning();
  const swaps = (await swapping?.stop()) ?? 0;
  print([name, tally.calls, tally.inside, tally.refused, tally.escaped, swaps]);
  if (!wasSwapping) faults.push(`${name}: the swapper ended early`);
  if (tally.calls === 0) faults.push(`${name}: nothing was answered`);
  if (isNaive && tally.escaped === 0) faults.push(`${name}: was not caught, so the race proves nothing`);
  if (!isNaive && tally.escaped > 0) faults.push(`${name}: ${tally.escaped} answers from outside`);
  if (isNaive) continue;
  total.calls += tally.calls;
  total.swaps += swaps;
  total.escaped += tally.escaped;
}
console.log(`\nporthole: ${total.calls} calls, ${total.swaps} swaps, ${total.escaped} escapes`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
