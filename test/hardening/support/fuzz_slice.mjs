// A slice of the fuzzer: so many random calls on one surface, turn by turn, each with a seed of its own. `fuzz_slice.mjs JOB` does it in a process
// of its own and prints the report as JSON. Leaves to fuzz.mjs which slices there are.
// @ts-check

import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { createAgentToolkit } from "../../../dist/lib.js";
import { countLeft, countOpen } from "./descriptors.mjs";
import { legOf } from "./fuzz_legs.mjs";
import { libraryOf, startJsonl } from "./fuzz_surfaces.mjs";
import { takeTurn } from "./fuzz_turns.mjs";
import { Random } from "./random.mjs";

/** @typedef {import("./hostile_tree.mjs").World} World */
/** @typedef {import("./fuzz_legs.mjs").Leg} Leg */
/** @typedef {{ before: number, after: number }} Change */
/** `counts`: by tool, format and status, joined by spaces. */
/** @typedef {{ slice: number, leg: string, calls: number, counts: Record<string, number>, faults: string[], descriptors: Change, heapMiB: Change }} Report */
/** `turn`: this one alone, and everything that was said is printed. */
/** @typedef {{ seed: number, slice: number, calls: number, turn?: number, world: World, readers: string }} Job */

const MAX_GROWTH_MIB = 16;
const MAX_FAULTS = 20;
/** Far beyond every time limit of a call: who has not answered by then never will. */
const MAX_TURN_MS = 180_000;
/** At a time, so that nobody waits for anybody else; an answer must not depend on what goes on beside it. */
const WIDTH = 4;

/** @param {Job} job @returns {Promise<Report>} */
export async function runSlice(job) {
  const { slice, calls, world } = job;
  const leg = legOf(slice);
  const readers = await import(job.readers);
  const surface = openSurface(leg, world.root);
  /** @type {Report} */
  const report = {
    slice,
    leg: `${leg.surface}, ${leg.dialect}, ${leg.surface === "jsonl" ? leg.format : `${leg.strategy}, ${leg.defaults}`}`,
    calls: 0,
    counts: {},
    faults: [],
    descriptors: { before: 0, after: 0 },
    heapMiB: { before: 0, after: 0 },
  };
  const turns = new Turns(job, surface, readers, report);
  // What is loaded, compiled and cached at first is no growth.
  await turns.takeUntil(calls / 4);
  report.descriptors.before = countOpen(world.folder, surface.pid);
  report.heapMiB.before = (await surface.heapBytes()) / 2 ** 20;
  await turns.takeUntil(calls);
  const left = await countLeft(world.folder, { before: report.descriptors.before, pid: surface.pid });
  report.descriptors.after = report.descriptors.before + left;
  report.heapMiB.after = (await surface.heapBytes()) / 2 ** 20;
  if (left > 0)
    report.faults.push(`slice ${slice}: ${left} descriptors more than the ${report.descriptors.before} before`);
  const grown = report.heapMiB.after - report.heapMiB.before;
  if (grown > MAX_GROWTH_MIB) report.faults.push(`slice ${slice}: the heap grew by ${grown.toFixed(1)} MiB`);
  const complaint = await surface.close();
  if (complaint !== null) report.faults.push(`slice ${slice}: ${complaint}`);
  return report;
}

/** @param {Leg} leg @param {string} root */
function openSurface({ surface, dialect, format, strategy, defaults }, root) {
  if (surface === "jsonl") return startJsonl({ command: process.execPath, root, dialect, format });
  return libraryOf(createAgentToolkit({ workspaceRoot: root, dialect, strategy, defaults }), dialect);
}

class Turns {
  #next = 0;
  #job;
  #surface;
  #readers;
  #report;

  /**
   * @param {Job} job
   * @param {import("./fuzz_surfaces.mjs").Surface} surface
   * @param {import("./text_bundle.mjs").Readers} readers
   * @param {Report} report
   */
  constructor(job, surface, readers, report) {
    this.#job = job;
    this.#surface = surface;
    this.#readers = readers;
    this.#report = report;
  }

  /** @param {number} calls */
  async takeUntil(calls) {
    const { turn } = this.#job;
    if (turn !== undefined) return this.#next++ === 0 ? this.#take(turn) : undefined;
    const work = async () => {
      while (this.#report.calls < calls && this.#report.faults.length < MAX_FAULTS) await this.#take(this.#next++);
    };
    await Promise.all(Array.from({ length: WIDTH }, work));
  }

  /** @param {number} turn */
  async #take(turn) {
    const { seed, slice, world } = this.#job;
    const report = this.#report;
    const where = `slice ${slice}, turn ${turn}`;
    const random = new Random(mix(mix(seed, slice), turn));
    const note = (/** @type {import("./fuzz_turns.mjs").Noted} */ { tool, format, status, fault, asked, result }) => {
      const key = `${tool} ${format} ${status}`;
      report.counts[key] = (report.counts[key] ?? 0) + 1;
      report.calls++;
      if (this.#job.turn !== undefined) console.error(`${inspect(asked, SHOWN)}\n-> ${inspect(result, SHOWN)}`);
      if (fault !== null) report.faults.push(`${where}: ${fault}: ${show(asked)} -> ${show(result)}`);
    };
    const watch = setTimeout(() => {
      console.error(`${where}: no answer after ${MAX_TURN_MS / 1000} s`);
      process.exit(1);
    }, MAX_TURN_MS);
    try {
      await takeTurn({ surface: this.#surface, world, readers: this.#readers, random, note });
    } catch (error) {
      report.faults.push(`${where}: threw ${Object(error).stack}`);
    } finally {
      clearTimeout(watch);
    }
  }
}

const SHOWN = { depth: 10, maxStringLength: 100_000, maxArrayLength: 1000 };

/** @param {unknown} value */
function show(value) {
  return inspect(value, { depth: 8, maxStringLength: 300, breakLength: Number.POSITIVE_INFINITY }).slice(0, 900);
}

/** One seed of two, so that neighbours have nothing in common. @param {number} seed @param {number} more */
function mix(seed, more) {
  let mixed = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b) + Math.imul(more + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const job = JSON.parse(process.argv[2] ?? "");
  /** @type {string[]} */
  const rejections = [];
  process.on("unhandledRejection", (reason) => {
    rejections.push(`slice ${job.slice}: unhandled rejection: ${Object(reason).stack ?? reason}`);
  });
  const report = await runSlice(job);
  process.stdout.write(JSON.stringify({ ...report, faults: [...report.faults, ...rejections] }));
}
