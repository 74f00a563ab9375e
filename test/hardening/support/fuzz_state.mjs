// The finished slices of a run of the fuzzer, kept in a file, so that an interrupted run goes on. Leaves running them to fuzz.mjs.
// @ts-check

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { refuse } from "./flags.mjs";

/** @typedef {import("./fuzz_slice.mjs").Report} Report */

/**
 * @param {string | undefined} file nothing is kept without one
 * @param {{ seed: number | undefined, calls: number }} asked what the caller said
 * @param {number} fallback the seed of a new run
 */
export function openState(file, { seed, calls }, fallback) {
  /** @type {{ seed: number, calls: number, reports: Report[] }} */
  const state = { seed: seed ?? fallback, calls, reports: [] };
  if (file !== undefined && existsSync(file)) Object.assign(state, readState(file, { seed, calls }));
  return {
    seed: state.seed,
    /** @type {readonly Report[]} */
    reports: state.reports,
    /** @param {Report} report */
    add(report) {
      state.reports.push(report);
      if (file === undefined) return;
      writeFileSync(`${file}.new`, JSON.stringify(state));
      renameSync(`${file}.new`, file);
    },
  };
}

/** @param {string} file @param {{ seed: number | undefined, calls: number }} asked */
function readState(file, asked) {
  const kept = parse(file);
  if (!Array.isArray(kept.reports)) refuse(`--state: ${JSON.stringify(file)} is not the state of a run; see --help`);
  for (const name of /** @type {const} */ (["seed", "calls"])) {
    if (asked[name] !== undefined && asked[name] !== kept[name])
      refuse(`--state: the run in ${JSON.stringify(file)} has --${name} ${kept[name]}; see --help`);
  }
  return kept;
}

/** @param {string} file */
function parse(file) {
  try {
    return Object(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return {};
  }
}
