// Makes calls until told to stop, and counts the outcomes, also by kind of call.
// @ts-check

import { judge } from "./oracle.mjs";

/** @typedef {import("./arena.mjs").Arena} Arena */
/** @typedef {import("./targets.mjs").Target} Target */
/** @typedef {{ calls: number, inside: number, refused: number, escaped: number, followed: number }} Counts */
/** `evidence`: the first answers from outside. @typedef {Counts & { kinds: Record<string, Counts>, evidence: string[] }} Tally */
/** @typedef {(target: Target) => Promise<import("./oracle.mjs").Answer>} Call */

const MOST_EVIDENCE = 3;
const EVIDENCE_LENGTH = 2000;

/** @returns {Counts} */
export function newCounts() {
  return { calls: 0, inside: 0, refused: 0, escaped: 0, followed: 0 };
}

/** @returns {Tally} */
export function newTally() {
  return { ...newCounts(), kinds: {}, evidence: [] };
}

/** @param {Counts} sum @param {Counts} counts */
export function addCounts(sum, { calls, inside, refused, escaped, followed }) {
  sum.calls += calls;
  sum.inside += inside;
  sum.refused += refused;
  sum.escaped += escaped;
  sum.followed += followed;
}

/** @param {Tally} sum @param {Tally} tally */
export function addTally(sum, tally) {
  addCounts(sum, tally);
  for (const [kind, counts] of Object.entries(tally.kinds)) {
    sum.kinds[kind] ??= newCounts();
    addCounts(sum.kinds[kind], counts);
  }
  sum.evidence.push(...tally.evidence);
}

/**
 * @param {{ arena: Arena, targets: readonly Target[], call: Call, width: number, isOver: (tally: Tally) => boolean }} options
 * `width`: how many calls are under way at a time
 * @returns {Promise<Tally>}
 */
export async function contest({ arena, targets, call, width, isOver }) {
  const tally = newTally();
  const ask = async (/** @type {Target} */ target) => {
    const answer = await call(target);
    const outcome = judge(arena, target, answer);
    tally.kinds[target.kind] ??= newCounts();
    for (const counts of [tally, tally.kinds[target.kind]]) {
      if (counts === undefined) continue;
      counts.calls++;
      counts[outcome]++;
    }
    if ((outcome === "escaped" || outcome === "followed") && tally[outcome] <= MOST_EVIDENCE)
      tally.evidence.push(`${target.name} ${JSON.stringify(target.args)}: ${answer.wire}`.slice(0, EVIDENCE_LENGTH));
  };
  // Each starts at another target, so that different calls run at the same time.
  const work = async (/** @type {number} */ start) => {
    for (let at = start; !isOver(tally); at++) {
      await ask(/** @type {Target} */ (targets[at % targets.length]));
      // The end of a process and timers arrive as events.
      if (at % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(Array.from({ length: width }, (_, i) => work(Math.floor((i * targets.length) / width))));
  return tally;
}
