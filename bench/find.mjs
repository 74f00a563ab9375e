// @ts-check
// list_files in trees of 20,060 and of a million files with the same start: the first page of 100, all pages, and the memory for a complete
// walk.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { loadHandlers } from "./peers/server_filesystem.mjs";
import { openToolkit } from "./porthole.mjs";
import { DEFAULT_FOLDER, provideTree } from "./trees.mjs";

const ROUNDS = 15;
const CALLS = 20;
const PATTERN = "**/*.txt";
const CHILD = fileURLToPath(new URL("./find_child.mjs", import.meta.url));

/** @typedef {import("../dist/toolkit.d.ts").AgentToolkit} Toolkit */

/** @param {Toolkit} toolkit */
async function firstPage(toolkit) {
  const outcome = await toolkit.listFiles(".", { pattern: PATTERN, max_results: 100 });
  if (outcome.status !== "success" || outcome.data.paths.length !== 100) throw new Error("not a page of 100");
}

/** In turn; the shortest time of each, in milliseconds for one call. @param {Record<string, () => Promise<unknown>>} runs @param {number} calls */
async function leastOf(runs, calls) {
  /** @type {Record<string, number>} */
  const best = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(runs)) {
      const start = performance.now();
      for (let call = 0; call < calls; call++) await run();
      best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, (performance.now() - start) / calls);
    }
  }
  return best;
}

/** @param {{ isLarge: boolean, hasPeers: boolean }} options */
export async function compareFinds({ isLarge, hasPeers }) {
  const names = isLarge ? ["B", "L"] : ["B"];
  const roots = names.map((name) => provideTree(DEFAULT_FOLDER, name));
  const toolkits = roots.map((root) => openToolkit(root));
  const pages = Object.fromEntries(toolkits.map((toolkit, at) => [names[at] ?? "", () => firstPage(toolkit)]));
  const { B = 0, L } = await leastOf(pages, CALLS);
  const ratio = L === undefined ? "" : `, of a million ${L.toFixed(2)} ms (${(L / B).toFixed(2)}; goal 1.3)`;
  console.log(`list_files ${PATTERN}, first page of 100: in a tree of 20,060 files ${B.toFixed(2)} ms${ratio}`);
  for (const toolkit of toolkits) toolkit.close();
  for (const [at, root] of roots.entries()) {
    const said = execFileSync(process.execPath, ["--expose-gc", CHILD, root, PATTERN], { encoding: "utf8" });
    console.log(`  all pages of ${names[at]}: ${said.trim()}`);
  }
  const [root = ""] = roots;
  if (!hasPeers) return;
  const search = await loadHandlers(root);
  const start = performance.now();
  const { content } = await search("search_files", { path: root, pattern: PATTERN, excludePatterns: [] });
  const found = content[0]?.text.split("\n").length;
  console.log(
    `  server-filesystem search_files, B: ${(performance.now() - start).toFixed(0)} ms, one answer of ${found} paths`,
  );
}
