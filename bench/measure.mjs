// @ts-check
// Takes the samples of one case: all contestants in turn in every round, in rotating order, so that other load on the machine affects all
// of them equally.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** @typedef {import("./types.d.ts").Contestant} Contestant */
/** @typedef {{ contestant: Contestant, calls: number, wallMs: number[], cpuMs: number[] }} Entrant */

/** The length of a sample: far above the resolution of the clocks. */
const SAMPLE_MS = 40;
// Of processor time: on a busy machine the clock would end it before the code is optimised, and the compiler's threads count as well.
const WARM_UP_MS = 2500;
/** By the clock, for those that mostly wait. */
const MAX_WARM_UP_MS = 60_000;

setFlagsFromString("--expose-gc");
/** @type {(options: { type: "minor" }) => void} */
const collectGarbage = runInNewContext("gc");

/**
 * @param {readonly Contestant[]} contestants
 * @param {number} rounds
 */
export async function measure(contestants, rounds) {
  /** @type {Entrant[]} */
  const entrants = [];
  for (const contestant of contestants) {
    /** @type {Entrant} */
    const entrant = { contestant, calls: 1, wallMs: [], cpuMs: [] };
    entrants.push(entrant);
    // Of one that takes minutes, the first run is the sample.
    if (contestant.maxRounds !== 1) contestant.check?.(await contestant.run());
    entrant.calls = await (contestant.warmUp?.() ?? calibrate(contestant));
  }
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < entrants.length; turn++) {
      const entrant = entrants[(round + turn) % entrants.length];
      if (entrant === undefined || entrant.cpuMs.length >= (entrant.contestant.maxRounds ?? rounds)) continue;
      await sample(entrant);
    }
  }
  return entrants.map(({ contestant, calls, wallMs, cpuMs }) => ({
    name: contestant.name,
    differs: contestant.differs ?? null,
    calls,
    wallMs,
    cpuMs,
  }));
}

/** Runs it until it is warm, and returns how many calls make a sample. @param {Contestant} contestant */
export async function calibrate(contestant) {
  if (contestant.maxRounds === 1) return 1;
  const readCpuMs = contestant.readCpuMs ?? readOwnCpuMs;
  const [cpuStart, start] = [readCpuMs(), performance.now()];
  let [calls, used, passed, readAt] = [0, 0, 0, 0];
  while (used < WARM_UP_MS && passed < MAX_WARM_UP_MS) {
    await contestant.run();
    calls++;
    passed = performance.now() - start;
    // Seldom: for another process, reading takes 0.2 ms, a good part of a call.
    if (passed - readAt < SAMPLE_MS) continue;
    readAt = passed;
    used = readCpuMs() - cpuStart;
  }
  return Math.max(1, Math.round((SAMPLE_MS * calls) / (used || passed)));
}

/** @param {Entrant} entrant */
async function sample({ contestant, calls, wallMs, cpuMs }) {
  const times = await (contestant.sample?.(calls) ?? sampleCalls(() => contestant.run(), calls, contestant.readCpuMs));
  wallMs.push(times.wallMs);
  cpuMs.push(times.cpuMs);
}

/** For one call, on average. @param {() => unknown} run @param {number} calls */
export async function sampleCalls(run, calls, readCpuMs = readOwnCpuMs) {
  // So that nobody pays for what the one before left behind. Only the young: a full collection would cool the code.
  collectGarbage({ type: "minor" });
  const [cpuStart, start] = [readCpuMs(), performance.now()];
  for (let i = 0; i < calls; i++) {
    const answer = run();
    if (answer instanceof Promise) await answer;
  }
  return { wallMs: (performance.now() - start) / calls, cpuMs: (readCpuMs() - cpuStart) / calls };
}

/** Of all threads of this process, including the thread pool. */
function readOwnCpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
