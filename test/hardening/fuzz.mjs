// Random calls at length, on the runtime that started it, half of them through the library, half through JSON lines, both dialects. Prints the seed, and fails on the first answers that are not as they must be, on an unhandled
// rejection, a descriptor that stays open, or memory that grows.
// @ts-check

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgentToolkit } from "../../dist/lib.js";
import { countLeft, countOpen } from "./support/descriptors.mjs";
import { readFlags, readNumber } from "./support/flags.mjs";
import { fuzzJsonl } from "./support/fuzz_jsonl.mjs";
import { fuzzLibrary } from "./support/fuzz_library.mjs";
import { makeHostileTree, openUp } from "./support/hostile_tree.mjs";
import { settledHeapBytes } from "./support/memory.mjs";
import { Random } from "./support/random.mjs";

const MAX_GROWTH_BYTES = 24 * 1024 * 1024;
const HELP = `npm run fuzz -- [options]

Makes random calls in a workspace made to do harm, through the library and JSON lines. Ends with 1 if an answer is not as it must be.

  --calls N   how many, 1 to 1000000000 (default 100000)
  --seed N    the same calls each time, 0 to 4294967295 (default: another one each time, and it is printed)
  --help      this text
`;

const flags = readFlags(HELP, ["calls", "seed"]);
const calls = readNumber("--calls", flags.calls ?? "100000", { least: 1, most: 1_000_000_000, isWhole: true });
const seed = readNumber("--seed", flags.seed ?? String(Date.now() % 1_000_000_000), {
  least: 0,
  most: 4_294_967_295,
  isWhole: true,
});
const share = Math.ceil(calls / 4);
const world = makeHostileTree(mkdtempSync(join(tmpdir(), "porthole-fuzz-")));
process.on("exit", () => {
  openUp(world);
  rmSync(join(world.root, ".."), { recursive: true, force: true });
});
/** @type {string[]} */
const faults = [];
process.on("unhandledRejection", (reason) => faults.push(`unhandled rejection: ${reason}`));

/** @param {string} name @param {import("./support/fuzz_library.mjs").Report} report */
function tell(name, report) {
  console.log(`${name}: ${report.calls} calls, ${report.successes} successes, ${report.faults.length} faults`);
  faults.push(...report.faults.map((fault) => `${name}: ${fault}`));
}

/** @param {"forge" | "gemini"} dialect @param {Random} random */
async function fuzzDialect(dialect, random) {
  const toolkit = createAgentToolkit({ workspaceRoot: world.root, dialect });
  const fuzz = (/** @type {number} */ calls) => fuzzLibrary({ toolkit, dialect, world, random, calls });
  // What is loaded, compiled and cached at first is no growth.
  for (const path of world.directories) {
    await toolkit.execute({ id: "1", name: "list_directory", arguments: { path: join(world.root, path) } });
  }
  tell(`library, ${dialect}, first part`, await fuzz(share / 3));
  const before = { heap: await settledHeapBytes(), descriptors: countOpen(world.folder) };
  tell(`library, ${dialect}, the rest`, await fuzz(share - share / 3));
  const left = await countLeft(world.folder, { before: before.descriptors });
  const grown = (await settledHeapBytes()) - before.heap;
  console.log(`library, ${dialect}: ${(grown / 2 ** 20).toFixed(1)} MiB and ${left} descriptors more`);
  if (left > 0) faults.push(`descriptors: ${before.descriptors}, then ${left} more`);
  if (grown > MAX_GROWTH_BYTES) faults.push(`the heap grew by ${grown} bytes`);
  toolkit.close();
  tell(`jsonl, ${dialect}`, await fuzzJsonl({ command: process.execPath, dialect, world, random, calls: share }));
}

console.log(`seed ${seed}`);
const random = new Random(seed);
await fuzzDialect("forge", random);
await fuzzDialect("gemini", random);
for (const fault of faults.slice(0, 20)) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
