// Makes calls until told to stop, and counts the outcomes.
// @ts-check

import { judge } from "./arena.mjs";

/** @typedef {import("./arena.mjs").Answer} Answer */
/** @typedef {import("./arena.mjs").Arena} Arena */
/** @typedef {import("./arena.mjs").Target} Target */
/** @typedef {{ calls: number, inside: number, refused: number, escaped: number }} Tally */
/** @typedef {(name: string, args: Readonly<Record<string, unknown>>) => Promise<Answer>} Call */

/** @returns {Tally} */
function newTally() {
  return { calls: 0, inside: 0, refused: 0, escaped: 0 };
}

/**
 * @param {{ arena: Arena, targets: readonly Target[], call: Call, width: number, isOver: (tally: Tally) => boolean }} options
 * `width`: how many calls are under way at a time
 * @returns {Promise<Tally>}
 */
export async function contest({ arena, targets, call, width, isOver }) {
  const tally = newTally();
  const work = async () => {
    while (!isOver(tally)) {
      for (const target of targets) {
        const outcome = judge(arena, target, await call(target.name, target.args));
        tally.calls++;
        tally[outcome]++;
      }
      // The end of a process and timers arrive as events.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return tally;
}
