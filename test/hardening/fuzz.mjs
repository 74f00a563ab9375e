// Random calls at length, on the runtime that started it: `fuzz.mjs [--calls N] [--seed N]`, half of them through the library, half
// through JSON lines, both dialects. Prints the seed, and fails on the first answers that are not as they must be, on an unhandled
// rejection, a descriptor that stays open, or memory that grows.
// @ts-check

import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createAgentToolkit } from "../../dist/lib.js";
import { fuzzJsonl } from "./support/fuzz_jsonl.mjs";
import { fuzzLibrary } from "./support/fuzz_library.mjs";
import { makeHostileTree, openUp } from "./support/hostile_tree.mjs";
import { settledHeapBytes } from "./support/memory.mjs";
import { Random } from "./support/random.mjs";

const MAX_GROWTH_BYTES = 24 * 1024 * 1024;
const { values } = parseArgs({ options: { calls: { type: "string", default: "100000" }, seed: { type: "string" } } });
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const share = Math.ceil(Number(values.calls) / 4);
const world = makeHostileTree(mkdtempSync(join(tmpdir(), "porthole-fuzz-")));
process.on("exit", () => {
  openUp(world);
  rmSync(join(world.root, ".."), { recursive: true, force: true });
});
/** @type {string[]} */
const faults = [];
process.on("unhandledRejection", (reason) => faults.push(`unhandled rejection: ${reason}`));

function countDescriptors() {
  const names = readdirSync("/proc/self/fd").map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return "";
    }
  });
  return names.filter((name) => name.includes(world.folder)).length;
}

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
  const before = { heap: await settledHeapBytes(), descriptors: countDescriptors() };
  tell(`library, ${dialect}, the rest`, await fuzz(share - share / 3));
  const after = { heap: await settledHeapBytes(), descriptors: countDescriptors() };
  const grown = after.heap - before.heap;
  console.log(`library, ${dialect}: heap ${(grown / 2 ** 20).toFixed(1)} MiB more, ${after.descriptors} descriptors`);
  if (after.descriptors !== before.descriptors)
    faults.push(`descriptors: ${before.descriptors}, then ${after.descriptors}`);
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
