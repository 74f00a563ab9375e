// Long races against attackers: every kind of call, surface, seal, runtime and format. Prints a line for each race. Fails on any escape, and if
// a reader that must be caught was not.
// @ts-check

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IN_NAMESPACE } from "../support/namespaces.mjs";
import { makeArena } from "./support/arena.mjs";
import { readFlags, readNumber, refuse } from "./support/flags.mjs";
import { allRaces, run, toName } from "./support/races.mjs";
import { countCalls, describeRace, describeSums, findFaults, HEAD } from "./support/report.mjs";
import { chooseSwapper, startSwapper } from "./support/swapper_process.mjs";
import { addTally, newTally } from "./support/tally.mjs";

const HELP = `npm run campaign -- [options]

Races every kind of call, on every surface, with both seals, runtimes and formats, against attackers that change the folder meanwhile:
  directory   exchanges a directory with a link that leads out
  file        exchanges files with links that lead out
  moved       moves a directory out of the folder and back, with a link to it in its place meanwhile
  filled      the same, and puts other files into the directory while it is outside
  namespace   exchanges a directory and a file with links into another mount namespace, where the same paths have other files
  root        exchanges the workspace folder with another one; parent: the folder above it
First come readers that check a path and then open it: each must be caught.
Ends with 1 if anything came from outside, a reader was not caught, a surface crashed, or a race had no answer.
Counted apart, as "followed": answers with files that were put into a directory after it was moved out, while a call held it. The seal
"handles" allows that (SECURITY.md); for "verify" they are escapes.

  --seconds N   how long each race is, 0.1 to 3600 (default 10)
  --calls N     goes through the races again until there were that many calls (default: once)
  --lanes N     how many races run at the same time, 1 to 32 (default 2)
  --only TEXT   only the races with this in their name, such as "moved, node, handles, jsonl, text" or "naive"
  --help        this text
`;

const given = readFlags(HELP, ["seconds", "calls", "lanes", "only"]);
const { seconds = "10", calls = "1", lanes = "2", only = "" } = given;
const milliseconds = readNumber("--seconds", seconds, { least: 0.1, most: 3600 }) * 1000;
const goal = readNumber("--calls", calls, { least: 1, most: 1_000_000_000, isWhole: true });
const width = readNumber("--lanes", lanes, { least: 1, most: 32, isWhole: true });
const races = allRaces().filter((race) => toName(race).includes(only));
if (races.length === 0) refuse(`--only: no race has ${JSON.stringify(only)} in its name; see --help`);
// Catching a reader takes luck. The race ends when it is caught.
const NAIVE_MS = 30_000;
// The seal `verify` needs 20 ms without changes: without longer pauses it would refuse everything.
const REST_MS = { handles: 2, naive: 2, verify: 30 };
const folder = mkdtempSync(join(tmpdir(), "porthole-campaign-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const swapper = chooseSwapper(folder);

/** @param {import("./support/races.mjs").Race} race @param {import("./support/report.mjs").Result} result */
async function runOnce(race, result) {
  const ground = mkdtempSync(join(folder, "race-"));
  const arena = await makeArena(ground, race.attacker);
  /** @type {Awaited<ReturnType<typeof startSwapper>> | undefined} */
  let swapping;
  const times = { milliseconds: 3_600_000 + NAIVE_MS, restMs: REST_MS[race.seal] };
  const onReady = async () => {
    swapping = await startSwapper(swapper, times, arena.pairs, arena.moves);
  };
  try {
    const isNaive = race.seal === "naive";
    const length = isNaive ? NAIVE_MS : milliseconds;
    addTally(result.tally, await run(race, { arena, folder: ground, milliseconds: length, onReady }));
    if (!swapping?.isRunning()) result.failures.push("the swapper ended early");
  } catch (error) {
    result.failures.push(String(error));
  } finally {
    result.swaps += (await swapping?.stop()) ?? 0;
    await arena.close();
    rmSync(ground, { recursive: true, force: true });
  }
}

console.log(`swapper: ${swapper.kind}; ${seconds} s for each race, ${width} at a time`);
const isPossible = (/** @type {import("./support/races.mjs").Race} */ { attacker }) =>
  attacker !== "namespace" || IN_NAMESPACE !== null;
const skipped = races.filter((race) => !isPossible(race)).length;
if (skipped > 0) console.log(`skipped: ${skipped} races with namespace, since this user cannot make mount namespaces`);
const results = races.filter(isPossible).map((race) => {
  return { race, tally: newTally(), swaps: 0, failures: /** @type {string[]} */ ([]) };
});
let rounds = 0;
do {
  rounds++;
  console.log(`\n${rounds === 1 ? HEAD : `round ${rounds}: sums so far`}`);
  const left = results.filter(({ race }) => rounds === 1 || race.seal !== "naive");
  const lane = async () => {
    for (let result = left.shift(); result !== undefined; result = left.shift()) {
      if (rounds > 1 && countCalls(results) >= goal) return;
      await runOnce(result.race, result);
      console.log(describeRace(result));
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
} while (countCalls(results) < goal && results.some(({ race }) => race.seal !== "naive"));
console.log(`\n${[HEAD, ...describeSums(results)].join("\n")}`);
const faults = findFaults(results);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
