// @ts-check
// One race: a candidate reads and lists, one call after the other, while an attacker swaps entries with links that lead out. Counts what
// the answers show.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeArena, OUTSIDE_BYTES, OUTSIDE_FOLDER } from "../../test/hardening/support/arena.mjs";
import { judge, tellsOutside } from "../../test/hardening/support/oracle.mjs";
import { startSwapper } from "../../test/hardening/support/swapper_process.mjs";

/** @typedef {import("../../test/hardening/support/arena.mjs").Arena} Arena */
/** @typedef {import("./candidates.mjs").Answer} Answer */
/** @typedef {import("./candidates.mjs").Candidate} Candidate */
/** @typedef {"read" | "list"} Kind */
/** @typedef {"inside" | "refused" | "outside"} Outcome */
/** `isShownAtRest`: whether the candidate follows such a link even if nothing is swapped. */
/** @typedef {{ answers: number, refused: number, outside: number, isShownAtRest: boolean }} Counts */
/** @typedef {{ attacker: string, read: Counts, list: Counts, swaps: number, evidence: string | null }} Race */
/** @typedef {import("../../test/hardening/support/swapper_process.mjs").Swapper} Swapper */
/** `signal` ends the race early. @typedef {{ folder: string, milliseconds: number, swapper: Swapper, signal: AbortSignal }} Settings */

export const ATTACKERS = /** @type {const} */ (["directory", "file"]);
const KINDS = /** @type {const} */ (["read", "list"]);
const ASKED = { read: "d/f", list: "d" };
/** The same through the links, before they are swapped. */
const LINKED = { directory: { read: "spare/d/f", list: "spare/d" }, file: { read: "spare/f", list: "spare" } };
const TOOLS = { read: "read_file", list: "list_directory" };
const REST_MS = 2;
const EVIDENCE_LENGTH = 500;
/** As server-filesystem writes it. */
const ROUNDED_SIZE = `${(OUTSIDE_BYTES / 1024).toFixed(2)} KB`;

/** @param {Pick<Candidate, "name" | "open">} candidate @param {(typeof ATTACKERS)[number]} attacker @param {Settings} settings @returns {Promise<Race>} */
export async function race(candidate, attacker, { folder, milliseconds, swapper, signal }) {
  const ground = mkdtempSync(join(folder, "race-"));
  const home = join(ground, "home");
  mkdirSync(home);
  const arena = await makeArena(ground, attacker);
  const opened = await candidate.open({ root: arena.root, home });
  /** @type {Awaited<ReturnType<typeof startSwapper>> | undefined} */
  let swapping;
  /** @type {Race} */
  const found = { attacker, read: newCounts(), list: newCounts(), swaps: 0, evidence: null };
  const ask = async (/** @type {Kind} */ kind, /** @type {string} */ path) => {
    const answer = await opened[kind](path);
    return { answer, outcome: judgeAnswer(candidate, arena, kind, answer) };
  };
  try {
    for (const kind of KINDS) {
      const { outcome, answer } = await ask(kind, ASKED[kind]);
      if (outcome !== "inside") throw new Error(`${candidate.name} does not ${kind} at rest: ${answer.text}`);
      found[kind].isShownAtRest = (await ask(kind, LINKED[attacker][kind])).outcome === "outside";
    }
    swapping = await startSwapper(swapper, { milliseconds: milliseconds + 60_000, restMs: REST_MS }, arena.pairs);
    const end = performance.now() + milliseconds;
    for (let turn = 0; performance.now() < end && !signal.aborted; turn++) {
      const kind = turn % 2 === 0 ? "read" : "list";
      const { answer, outcome } = await ask(kind, ASKED[kind]);
      count(found[kind], outcome);
      if (outcome === "outside") found.evidence ??= answer.wire.slice(0, EVIDENCE_LENGTH);
    }
    if (!swapping.isRunning()) throw new Error("the swapper ended early");
  } finally {
    found.swaps = (await swapping?.stop()) ?? 0;
    await opened.close();
    rmSync(ground, { recursive: true, force: true });
  }
  return found;
}

/** @returns {Counts} */
function newCounts() {
  return { answers: 0, refused: 0, outside: 0, isShownAtRest: false };
}

/** @param {Counts} counts @param {Outcome} outcome */
function count(counts, outcome) {
  if (outcome === "refused") counts.refused++;
  else counts.answers++;
  if (outcome === "outside") counts.outside++;
}

/**
 * The oracle of the campaign for porthole: nothing from outside may be in an error either. For the others only what an answer shows counts.
 * @param {Pick<Candidate, "name">} candidate @param {Arena} arena @param {Kind} kind @param {Answer} answer
 * @returns {Outcome}
 */
function judgeAnswer({ name }, arena, kind, { text, wire, isError }) {
  if (name === "porthole") {
    const target = { kind, name: TOOLS[kind], dialect: /** @type {const} */ ("forge"), args: {} };
    const outcome = judge(arena, target, { wire, content: text, isError });
    return outcome === "escaped" || outcome === "followed" ? "outside" : outcome;
  }
  if (isError) return "refused";
  const isOutside = tellsOutside(text) || text.includes(OUTSIDE_FOLDER) || text.includes(ROUNDED_SIZE);
  return isOutside ? "outside" : "inside";
}
