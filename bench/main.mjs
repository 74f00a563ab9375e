// @ts-check
// The benchmark: makes the trees, measures every case in a process of its own, prints the tables, writes the figures. Run: npm run bench --
// --help

import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CASES } from "./cases/index.mjs";
import { installPeers } from "./install.mjs";
import { HELP, readOptions, UsageError } from "./options.mjs";
import { align, ratioTo, renderCase } from "./table.mjs";
import { DEFAULT_FOLDER, provideTree, TREES } from "./trees.mjs";

/** @typedef {import("./types.d.ts").CaseFigures} CaseFigures */

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const CHILD = here("./child.mjs");
const NEEDED = { M: "tree-1000", L: "first-look-L" };

async function main() {
  const ids = [...CASES.map(({ id }) => id), "memory"];
  const options = readOptions(process.argv.slice(2), ids, DEFAULT_FOLDER);
  if (options.help) {
    console.log(HELP + [...CASES.map(({ id, title }) => `  ${id.padEnd(20)} ${title}`), "  memory"].join("\n"));
    return;
  }
  installPeers();
  makeTrees(options);
  const { describeMachine } = await import("./machine.mjs");
  const machine = describeMachine();
  console.log(`${machine.date}, ${machine.processor} × ${machine.cores}, ${machine.system}, node ${machine.node}`);
  console.log(align(Object.entries(machine.versions).map(([name, version]) => [name, version])).join("\n"));
  /** @type {CaseFigures[]} */
  const cases = [];
  for (const one of CASES) {
    if (options.only === null ? one.isLarge && !options.large : !options.only.includes(one.id)) continue;
    const figures = await measureCase(one.id, options);
    cases.push(figures);
    console.log(`\n${renderCase(figures)}`);
  }
  printScale(cases);
  const memory = options.only === null || options.only.includes("memory") ? await reportMemory(options) : [];
  const trees = Object.fromEntries(Object.entries(TREES).map(([name, { holds, files }]) => [name, { holds, files }]));
  if (options.json !== null) {
    writeFileSync(
      options.json,
      `${JSON.stringify({ ...machine, rounds: options.rounds, trees, cases, memory }, null, 1)}\n`,
    );
  }
}

/** Before anything is measured: a child that makes a tree would find it in another state than the next one. @param {{ folder: string, large: boolean, only: readonly string[] | null }} options */
function makeTrees({ folder, large, only }) {
  for (const [name, { holds }] of Object.entries(TREES)) {
    if (name === "L" && !large && !only?.includes(NEEDED.L)) continue;
    if (only !== null && name === "W" && !only.some((id) => id.startsWith("wide") || id === "memory")) continue;
    console.log(`tree ${name}: ${holds}`);
    provideTree(folder, name);
  }
}

/** @param {string} id @param {{ folder: string, rounds: number }} options @returns {Promise<CaseFigures>} */
function measureCase(id, { folder, rounds }) {
  return new Promise((resolve, reject) => {
    const child = fork(CHILD, [id, folder, String(rounds)], { silent: true });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (printed += chunk));
    /** @type {CaseFigures | null} */
    let figures = null;
    child.on("message", (message) => {
      figures = /** @type {CaseFigures} */ (message);
    });
    child.on("exit", (code) => {
      if (code === 0 && figures !== null) resolve(figures);
      else reject(new Error(`${id} ended with ${code}:\n${printed}`));
    });
  });
}

/** The same call on a tree that is 45 times as large. @param {readonly CaseFigures[]} cases */
function printScale(cases) {
  const [m, l] = ["first-look-M", "first-look-L"].map((id) => cases.find((one) => one.id === id));
  const [ours, theirs] = [l, m].map((one) => one?.figures.find(({ name }) => name === "porthole"));
  if (m === undefined || ours === undefined || theirs === undefined) return;
  const both = { ...m, figures: [ours, { ...theirs, name: "on M" }] };
  const ratio = ratioTo("on M", both);
  console.log(`\nfirst look, L to M: ${ratio.toFixed(2)}× (goal ≤ 1.2× ${ratio <= 1.2 ? "met" : "MISSED"})`);
}

/** @param {{ folder: string, large: boolean }} options */
async function reportMemory({ folder, large }) {
  const { LIMIT_MB, measureMemory } = await import("./memory.mjs");
  const memory = measureMemory((name) => provideTree(folder, name), large);
  const rows = memory.map(({ call, idleMb, peakMb }) => {
    const more = peakMb - idleMb;
    return [`${more.toFixed(1)} MB`, more <= LIMIT_MB ? "met" : "MISSED", `idle ${idleMb.toFixed(0)} MB`, call];
  });
  console.log(
    [`\npeak memory of one call, beyond the idle process (goal ≤ ${LIMIT_MB} MB)`, ...align(rows)].join("\n"),
  );
  return memory;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`bench: ${error.message}`);
  process.exitCode = 2;
}
