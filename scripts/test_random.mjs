// Looks for counterexamples: runs all random tests with one new seed after another, in turn on Node and on Bun. Exits with 1 at the first
// failure, after printing the command that repeats it.
// @ts-check

import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { readFlags, readNumber } from "../test/hardening/support/flags.mjs";
import { findRandomTests } from "./random/find.mjs";

const HELP = `npm run test:random -- [--minutes N]

Runs all random tests with one new seed after another, in turn on Node and on Bun, and stops at the first failure.
PORTHOLE_THOROUGH=1 makes each round longer, with the large counts.

  --minutes N  begin new rounds for that long, 0 to 10000 (default: 10)
`;
const RUNNERS = [
  ["npx", "vitest", "run", "--reporter=dot"],
  ["npx", "bun", "test", "--timeout", "300000", "--only-failures"],
];

const minutes = readNumber("--minutes", readFlags(HELP, ["minutes"]).minutes ?? "10", { least: 0, most: 10_000 });
const files = findRandomTests();
// Besides the seed, this is needed to repeat the values.
const counts = process.env.PORTHOLE_THOROUGH ? `PORTHOLE_THOROUGH=${process.env.PORTHOLE_THOROUGH} ` : "";
const end = Date.now() + minutes * 60_000;

/** @param {readonly string[]} runner @param {number} seed */
function runRound([command = "", ...args], seed) {
  const env = { ...process.env, PORTHOLE_SEED: String(seed) };
  const shell = process.platform === "win32";
  return spawnSync(command, [...args, ...files], { stdio: "inherit", env, shell }).status === 0;
}

let rounds = 0;
let failure = "";
do {
  const runner = RUNNERS[rounds % RUNNERS.length] ?? [];
  const seed = randomInt(2 ** 31);
  rounds += 1;
  console.log(`\nround ${rounds}: PORTHOLE_SEED=${seed} ${runner.join(" ")}, ${files.length} files`);
  if (!runRound(runner, seed)) failure = `${counts}PORTHOLE_SEED=${seed} ${runner.join(" ")} FILE`;
} while (failure === "" && Date.now() < end);

const count = `${rounds} ${rounds === 1 ? "round" : "rounds"} of ${files.length} files`;
console.log(
  failure === ""
    ? `\n${count}: no failure`
    : `\n${count}: failed. This repeats it, with the FILE that failed: ${failure}`,
);
process.exitCode = failure === "" ? 0 : 1;
