// @ts-check
// Takes the samples of one case: all contestants in turn in every round, in rotating order, so that other load on the machine affects all
// of them equally.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** @typedef {import("./types.d.ts").Contestant} Contestant */
/** @typedef {{ contestant: Contestant, calls: number, wallMs: number[], cpuMs: number[] }} Entrant */

/** The length of a sample: far above the resolution of the clocks. */
const SAMPLE_MS = 40;
// Enough for the code to be optimised: the compiler's threads count while they run.
const WARM_UP_MS = 1200;

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
    const answer = await contestant.run();
    contestant.check?.(answer);
    entrants.push({ contestant, calls: await calibrate(contestant), wallMs: [], cpuMs: [] });
  }
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < entrants.length; turn++) {
      const entrant = entrants[(round + turn) % entrants.length];
      if (entrant === undefined || round >= (entrant.contestant.maxRounds ?? rounds)) continue;
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
async function calibrate(contestant) {
  if (contestant.maxRounds === 1) return 1;
  let calls = 0;
  const start = performance.now();
  let used = 0;
  while (used < WARM_UP_MS) {
    await contestant.run();
    calls++;
    used = performance.now() - start;
  }
  return Math.max(1, Math.round((SAMPLE_MS * calls) / used));
}

/** @param {Entrant} entrant */
async function sample({ contestant, calls, wallMs, cpuMs }) {
  // So that nobody pays for the previous contestant's garbage. Only the young generation: a full collection would deoptimise code.
  collectGarbage({ type: "minor" });
  const readCpuMs = contestant.readCpuMs ?? readOwnCpuMs;
  const [cpuStart, start] = [readCpuMs(), performance.now()];
  for (let i = 0; i < calls; i++) {
    const answer = contestant.run();
    if (answer instanceof Promise) await answer;
  }
  wallMs.push((performance.now() - start) / calls);
  cpuMs.push((readCpuMs() - cpuStart) / calls);
}

/** Of all threads of this process, including the thread pool. */
function readOwnCpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
