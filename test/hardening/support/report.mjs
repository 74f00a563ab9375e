// The report of a campaign: a line for each race, sums by each property of a race, and the reasons to fail.
// @ts-check

import { toName } from "./races.mjs";
import { addCounts, newCounts } from "./tally.mjs";

/** @typedef {import("./races.mjs").Race} Race */
/** @typedef {{ readonly race: Race, readonly tally: import("./tally.mjs").Tally, swaps: number, failures: string[] }} Result */

const PROPERTIES = /** @type {const} */ (["attacker", "surface", "seal", "runtime", "format"]);

/** @param {readonly (string | number)[]} cells */
function toLine([name = "", ...numbers]) {
  return String(name).padEnd(46) + numbers.map((cell) => String(cell).padStart(11)).join("");
}

export const HEAD = toLine(["", "calls", "answers", "refusals", "escapes", "followed", "swaps"]);

/** @param {Result} result */
export function describeRace({ race, tally, swaps }) {
  return toLine([toName(race), tally.calls, tally.inside, tally.refused, tally.escaped, tally.followed, swaps]);
}

/** Without the readers that must be caught. @param {readonly Result[]} results */
function sealedOnes(results) {
  return results.filter(({ race }) => race.seal !== "naive");
}

/** @param {readonly Result[]} results */
export function countCalls(results) {
  return sealedOnes(results).reduce((sum, { tally }) => sum + tally.calls, 0);
}

/** @param {readonly Result[]} results @returns {readonly string[]} */
export function describeSums(results) {
  /** @type {Map<string, { counts: import("./tally.mjs").Counts, swaps: number | string }>} */
  const sums = new Map();
  const add = (/** @type {string} */ name, /** @type {import("./tally.mjs").Counts} */ counts, swaps = 0) => {
    const sum = sums.get(name) ?? { counts: newCounts(), swaps: 0 };
    addCounts(sum.counts, counts);
    sums.set(name, { ...sum, swaps: Number(sum.swaps) + swaps });
  };
  for (const { race, tally, swaps } of sealedOnes(results)) {
    for (const property of PROPERTIES) add(`${property}: ${race[property]}`, tally, swaps);
    for (const [kind, counts] of Object.entries(tally.kinds)) add(`call: ${kind}`, counts, swaps);
    add("total", tally, swaps);
  }
  const order = [...PROPERTIES, "call", "total"];
  const rank = (/** @type {string} */ name) => order.findIndex((word) => name.startsWith(word));
  return [...sums]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([name, { counts, swaps }]) =>
      toLine([name, counts.calls, counts.inside, counts.refused, counts.escaped, counts.followed, swaps]),
    );
}

/** The reasons to fail. @param {readonly Result[]} results @returns {readonly string[]} */
export function findFaults(results) {
  return [...results.flatMap(findFaultsOf), ...findSilentKinds(sealedOnes(results))];
}

/** With the strong seal, a call continues in a directory that is moved (SECURITY.md). @param {Race} race */
function mayFollow({ seal, attacker }) {
  return seal === "handles" && attacker === "filled";
}

/** @param {Result} result */
function findFaultsOf({ race, tally, failures }) {
  const name = toName(race);
  const isNaive = race.seal === "naive";
  const escaped = tally.escaped + (mayFollow(race) ? 0 : tally.followed);
  const faults = failures.map((failure) => `${name}: ${failure}`);
  if (isNaive && escaped === 0) faults.push(`${name}: was not caught, so the race proves nothing`);
  if (!isNaive && tally.inside === 0) faults.push(`${name}: never answered`);
  if (isNaive || escaped === 0) return faults;
  return [
    ...faults,
    `${name}: ${escaped} answers from outside`,
    ...tally.evidence.map((answer) => `${name}: ${answer}`),
  ];
}

/** Kinds of call that a seal never answered. @param {readonly Result[]} results */
function findSilentKinds(results) {
  /** @type {Map<string, number>} */
  const answered = new Map();
  for (const { race, tally } of results)
    for (const [kind, { inside }] of Object.entries(tally.kinds)) {
      const name = `${race.seal}, ${kind}`;
      answered.set(name, (answered.get(name) ?? 0) + inside);
    }
  return [...answered].flatMap(([name, inside]) => (inside === 0 ? [`${name}: never answered`] : []));
}
