// @ts-check
// Searches 20,000 files with search_text, with ripgrep on one thread and on all, with a naive loop over plain paths and with gemini-cli's
// grep, in turn; then finds files with list_files and with server-filesystem's search_files. Prints the shortest time of each, and ratios.
// Run: npm run bench:search [-- --large]; with --large also in the tree of a million files. The others take part if `npm run bench` or `npm
// ci --prefix bench` has installed them.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compareFinds } from "./find.mjs";
import { geminiCall, loadGemini } from "./peers/gemini.mjs";
import { openToolkit } from "./porthole.mjs";

const ROUNDS = 9;
const hasPeers = existsSync(new URL("./node_modules/.package-lock.json", import.meta.url));
const isLarge = process.argv.includes("--large");
const WORDS = "value result index node path entry options buffer line count start end".split(" ");

/** 200 folders of 100 files, each of 20 to 220 lines that look like source. */
function makeTree() {
  const root = mkdtempSync(join(tmpdir(), "porthole-bench-"));
  let seed = 1;
  const pick = (/** @type {readonly string[]} */ all) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return all[seed % all.length] ?? "";
  };
  const makeLine = () =>
    `  const ${pick(WORDS)}_${pick(WORDS)} = await this.${pick(WORDS)}(${pick(WORDS)}, ${pick(WORDS)}.length);\n`;
  const block = Array.from({ length: 400 }, makeLine);
  for (let folder = 0; folder < 200; folder++) {
    const path = join(root, `a${folder % 20}`, `b${folder}`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < 100; file++) {
      const [from, length] = [(folder * 7 + file * 13) % 180, 20 + ((folder * 31 + file * 17) % 200)];
      const last = (folder * 100 + file) % 997 === 0 ? "export function findTheNeedle(value) {\n" : "";
      writeFileSync(join(path, `file_${file}.ts`), `${block.slice(from, from + length).join("")}${last}`);
    }
  }
  return root;
}

/** `goal`: so many times `rg -j1` at most. @typedef {{ name: string, goal: number, pattern: string, ignoreCase?: boolean }} Case */
/** @type {readonly Case[]} */
const CASES = [
  { name: "literal", goal: 2, pattern: "findTheNeedle" },
  { name: "literal, common first letter", goal: 2, pattern: "const needle" },
  { name: "literal, case ignored", goal: 2, pattern: "FINDTHENEEDLE", ignoreCase: true },
  { name: "with a required literal", goal: 2, pattern: "export.*Needle\\(" },
  { name: "without one", goal: 4, pattern: "[A-Z]\\w+dle\\b" },
];

/** @param {string} folder @param {RegExp} regex @returns {number} */
function searchNaively(folder, regex) {
  let found = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) found += searchNaively(path, regex);
    else found += readFileSync(path, "utf8").match(regex)?.length ?? 0;
  }
  return found;
}

/** @param {string} root @param {Case} given @param {readonly string[]} options */
function runRipgrep(root, { pattern, ignoreCase = false }, options) {
  const flags = ["--no-config", "--no-heading", ...(ignoreCase ? ["-i"] : []), ...options];
  return spawnSync("rg", [...flags, "-e", pattern, root], { encoding: "utf8" }).stdout.split("\n").length - 1;
}

/** All pages. @param {import("../dist/toolkit.d.ts").AgentToolkit} toolkit @param {Case} given */
async function searchAll(toolkit, { pattern, ignoreCase = false }) {
  let found = 0;
  /** @type {string | null | undefined} */
  let after;
  do {
    const args = { pattern, ignore_case: ignoreCase, max_results: 1000, ...(after ? { after } : {}) };
    const outcome = await toolkit.searchText(".", args);
    if (outcome.status !== "success") throw outcome.error;
    found += outcome.data.matched_lines;
    after = outcome.data.next;
  } while (after);
  return found;
}

/** @param {string} root @param {Case} given @returns {Promise<Record<string, () => unknown>>} */
async function gemini(root, { pattern }) {
  if (!hasPeers) return {};
  const { grep } = await loadGemini("gemini-cli-core-0.61", root);
  const call = geminiCall(grep, { pattern, total_max_matches: 1000 });
  return { "gemini-cli grep": async () => Number(/Found (\d+) match/.exec(await call())?.[1] ?? 0) };
}

/** @param {string} root @param {Case} given @param {import("../dist/toolkit.d.ts").AgentToolkit} toolkit */
async function compareSearches(root, given, toolkit) {
  /** @type {Record<string, () => unknown>} */
  const runs = {
    "rg -j1": () => runRipgrep(root, given, ["-j1"]),
    rg: () => runRipgrep(root, given, []),
    "naive loop": () => searchNaively(root, new RegExp(given.pattern, given.ignoreCase ? "gi" : "g")),
    ...(await gemini(root, given)),
    search_text: () => searchAll(toolkit, given),
  };
  /** @type {Map<string, number>} */
  const best = new Map();
  const counts = new Set();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(runs)) {
      const start = performance.now();
      counts.add(await run());
      best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, performance.now() - start));
    }
  }
  const unit = best.get("rg -j1") ?? 1;
  const cells = [...best].map(([name, ms]) => `${name} ${ms.toFixed(0)} ms (${(ms / unit).toFixed(2)})`);
  console.log(`${given.name} (goal ${given.goal}): ${cells.join(", ")}; ${[...counts].join(" or ")} lines`);
}

// gemini-cli writes its log there.
console.debug = () => {};
const root = makeTree();
const toolkit = openToolkit(root);
try {
  if (!hasPeers)
    console.log(`the others are not installed: npm ci --prefix ${fileURLToPath(new URL(".", import.meta.url))}`);
  for (const given of CASES) await compareSearches(root, given, toolkit);
} finally {
  toolkit.close();
  rmSync(root, { recursive: true });
}
await compareFinds({ isLarge, hasPeers });
