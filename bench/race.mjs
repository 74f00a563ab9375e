// @ts-check
// Races porthole and others against a program that swaps a directory or a file with a link that leads out, and prints how many of their
// answers show something from outside. Run: npm run bench:race -- --help

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFlags, readNumber, refuse } from "../test/hardening/support/flags.mjs";
import { chooseSwapper } from "../test/hardening/support/swapper_process.mjs";
import { installPeers } from "./install.mjs";
import { CANDIDATES } from "./race/candidates.mjs";
import { ATTACKERS, race } from "./race/run.mjs";
import { renderNotes, renderTable } from "./race/table.mjs";

/** @typedef {import("./race/candidates.mjs").Candidate} Candidate */
/** @typedef {import("./race/run.mjs").Counts} Counts */
/** @typedef {import("./race/table.mjs").Result} Result */

const HELP = `npm run bench:race -- [options]

Linux only. Asks porthole and others for a file and for a list, one call after the other, while a program swaps
  directory   a directory with a link that leads out
  file        a file with a link that leads out
Prints the share of answers with a name, a size or content that exists only outside, as a range over both attackers. If a candidate
follows such a link even when nothing is swapped, a note says so, and the range does not include it.
The first run installs the candidates. They run without a network. Exits with 1 if porthole shows something from outside, or never answers.

  --seconds N   how long each race is, 0.1 to 3600 (default 10)
  --only NAME   one candidate: ${CANDIDATES.map(({ name }) => name).join(", ")}
  --help        this text
`;

const { seconds = "10", only } = readFlags(HELP, ["seconds", "only"]);
const milliseconds = readNumber("--seconds", seconds, { least: 0.1, most: 3600 }) * 1000;
const candidates = CANDIDATES.filter(({ name }) => only === undefined || name === only);
if (candidates.length === 0) refuse(`--only: there is no candidate ${JSON.stringify(only)}; see --help`);
if (process.platform !== "linux") refuse("bench:race needs Linux");

installPeers();
const folder = mkdtempSync(join(tmpdir(), "porthole-race-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
// The race under way ends, and with it its processes.
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
const settings = { folder, milliseconds, swapper: chooseSwapper(folder), signal: stop.signal };

/** @param {Candidate} candidate @returns {Promise<Result>} */
async function measure({ name, module, missing = null, open }) {
  const manifest = name === "porthole" ? "../package.json" : `./node_modules/${module}/package.json`;
  const title = `${name} ${JSON.parse(readFileSync(new URL(manifest, import.meta.url), "utf8")).version}`;
  const races = [];
  try {
    for (const attacker of missing === null ? ATTACKERS : []) {
      if (stop.signal.aborted) break;
      console.error(`${title}: ${attacker}`);
      races.push(await race({ name, open }, attacker, settings));
    }
  } catch (error) {
    return { title, races, missing: String(error) };
  }
  return { title, races, missing };
}

/** Whether porthole answered in each race, and showed nothing from outside. @param {Result} result */
function isSealed({ races, missing }) {
  const isClean = (/** @type {Counts} */ { outside, answers, isShownAtRest }) =>
    outside === 0 && answers > 0 && !isShownAtRest;
  return missing === null && races.every(({ read, list }) => isClean(read) && isClean(list));
}

const kind = settings.swapper.kind;
console.log(`${new Date().toISOString()}, node ${process.version}, ${seconds} s for each race; swapper: ${kind}\n`);
/** @type {Result[]} */
const results = [];
for (const candidate of candidates) {
  const result = await measure(candidate);
  if (stop.signal.aborted) break;
  results.push(result);
  if (candidate.name !== "porthole" || isSealed(result)) continue;
  process.exitCode = 1;
  for (const { evidence } of result.races) if (evidence !== null) console.error(`porthole: ${evidence}`);
}
if (stop.signal.aborted) process.exitCode = 130;
else console.log([renderTable(results), ...renderNotes(results)].join("\n\n"));
