// Random calls at length, on the runtime that started it: slice after slice, each in a process of its own. Prints the seed, a line for each slice and
// the totals, and for each fault how to repeat exactly that turn. Leaves a slice to support/fuzz_slice.mjs.
// @ts-check

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readFlags, readNumber, refuse } from "./support/flags.mjs";
import { ROUND } from "./support/fuzz_legs.mjs";
import { openState } from "./support/fuzz_state.mjs";
import { showSlice, showTotals } from "./support/fuzz_totals.mjs";
import { makeHostileTree, openUp } from "./support/hostile_tree.mjs";
import { bundleReaders } from "./support/text_bundle.mjs";

const SLICE = fileURLToPath(new URL("./support/fuzz_slice.mjs", import.meta.url));
const SLICE_CALLS = 20_000;
const MAX_SEED = 4_294_967_295;
const HELP = `npm run fuzz -- [options]

Makes random calls in a workspace made to do harm: all tools, resources and explanations, in both formats and dialects, through the library
and JSON lines. Runs in slices of ${SLICE_CALLS} calls, each in a process of its own. Ends with 1 if an answer is not as it must be, a descriptor
stays open, or the heap grows.

  --calls N       how many, 1 to 1000000000 (default 1000000, which takes about half an hour)
  --seed N        the same calls each time, 0 to ${MAX_SEED} (default: another one each time, and it is printed)
  --state FILE    remembers the finished slices there; the same command goes on after the last one
  --jobs N        so many slices at a time, 1 to 64 (default 1)
  --slice N       this slice alone
  --turn N        this turn of the slice alone; prints all calls and answers
  --help          this text
`;

const flags = readFlags(HELP, ["calls", "seed", "state", "jobs", "slice", "turn"]);
const number = (
  /** @type {keyof typeof flags} */ name,
  /** @type {string} */ fallback,
  /** @type {number} */ most,
  least = 0,
) => readNumber(`--${name}`, flags[name] ?? fallback, { least, most, isWhole: true });
const calls = number("calls", "1000000", 1_000_000_000, 1);
const seed = number("seed", String(Date.now() % 1_000_000_000), MAX_SEED);
const jobs = number("jobs", "1", 64, 1);
const only = flags.slice === undefined ? undefined : number("slice", "", 1_000_000);
const turn = flags.turn === undefined ? undefined : number("turn", "", 1_000_000_000);
if (turn !== undefined && only === undefined) refuse("--turn needs --slice; see --help");
if (turn !== undefined && flags.seed === undefined) refuse("--turn needs --seed; see --help");
if (only !== undefined && flags.state !== undefined) refuse("--slice and --state cannot be used together; see --help");
const sliceCalls = Math.min(SLICE_CALLS, Math.ceil(calls / ROUND));
const state = openState(flags.state, { seed: flags.seed === undefined ? undefined : seed, calls }, seed);

const folder = mkdtempSync(join(tmpdir(), "porthole-fuzz-"));
const world = makeHostileTree(folder);
/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill();
  openUp(world);
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, () => process.exit(130));
const readers = await bundleReaders(folder);

console.log(`seed ${state.seed}`);
const all = only === undefined ? Array.from({ length: Math.ceil(calls / sliceCalls) }, (_, slice) => slice) : [only];
const done = new Set(state.reports.map(({ slice }) => slice));
const slices = only === undefined ? all.filter((slice) => !done.has(slice)) : all;
await Promise.all(Array.from({ length: jobs }, work));
console.log(showTotals(state.reports));
process.exitCode = state.reports.some(({ faults }) => faults.length > 0) ? 1 : 0;

/** Slice after slice, until none is left. */
async function work() {
  for (let slice = slices.shift(); slice !== undefined; slice = slices.shift()) {
    const job = { seed: state.seed, slice, calls: sliceCalls, world, readers };
    const report = await runInProcess(turn === undefined ? job : { ...job, turn });
    state.add(report);
    console.log(showSlice(report));
    for (const fault of report.faults) tellFault(fault);
  }
}

/** @param {string} fault */
function tellFault(fault) {
  const [, slice, at] = /^slice (\d+)(?:, turn (\d+))?/.exec(fault) ?? [];
  console.error(
    `${fault}\n  to repeat it: npm run fuzz -- --seed ${state.seed} --slice ${slice}${at ? ` --turn ${at}` : ""}`,
  );
}

/** @param {import("./support/fuzz_slice.mjs").Job} job @returns {Promise<import("./support/fuzz_slice.mjs").Report>} */
async function runInProcess(job) {
  const child = spawn(process.execPath, [SLICE, JSON.stringify(job)], { stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  let [printed, complaints] = ["", ""];
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  child.stderr.on("data", (chunk) => {
    complaints += chunk;
    if (turn !== undefined) process.stderr.write(chunk);
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  running.delete(child);
  if (code === 0) return JSON.parse(printed);
  const none = { before: 0, after: 0 };
  const fault = /^slice \d+, turn \d+/.test(complaints)
    ? complaints
    : `slice ${job.slice}: ended with ${code}: ${complaints}`;
  return {
    slice: job.slice,
    leg: "?",
    calls: 0,
    counts: {},
    faults: [fault.slice(0, 2000)],
    descriptors: none,
    heapMiB: none,
  };
}
