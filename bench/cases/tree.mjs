// @ts-check
// tree: a first look (depth 3, 100 nodes) at trees of three sizes, and 1,000 nodes of the middle one.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hold, planTree, readDirectories, writeTree } from "../floors.mjs";
import { globContestants } from "../peers/globs.mjs";
import { nativeContestants } from "../peers/native.mjs";
import { loadHandlers } from "../peers/server_filesystem.mjs";
import { callOf, expectBytes, expectField, openToolkit } from "../porthole.mjs";

/** @typedef {import("../types.d.ts").Case} Case */
/** @typedef {import("../floors.mjs").Node} Node */

const FIRST_LOOK = { path: ".", entry_kind: "all", max_depth: 3, max_entries: 100 };
const THOUSAND = { path: ".", entry_kind: "all", max_depth: 12, max_entries: 1000 };

/** @type {Case[]} */
export const treeCases = [toFirstLook("S"), toFirstLook("M"), toFirstLook("L"), toThousand()];

/** @param {"S" | "M" | "L"} tree @returns {Case} */
function toFirstLook(tree) {
  const isLarge = tree === "L";
  return {
    id: `first-look-${tree}`,
    title: `tree, depth 3, first 100 nodes, on ${tree}`,
    meter: "cpu",
    isLarge,
    goals: [
      { against: "same calls", atMost: 1.8 },
      ...["fdir", "tinyglobby", "fast-glob"].map((against) => ({ against, atMost: 1 })),
    ],
    async prepare(bench) {
      const root = bench.tree(tree);
      const toolkit = openToolkit(root);
      const run = callOf(toolkit, "tree", FIRST_LOOK);
      const answer = await run();
      const top = JSON.parse(answer).root;
      const needed = directoriesRead(root, top);
      const callServer = await loadHandlers(root);
      return {
        contestants: [
          { name: "floor", run: () => readDirectories(needed) },
          sameCalls(root, answer, FIRST_LOOK.max_depth),
          { name: "porthole", run, check: expectField("scanned_entries", 100) },
          ...(await globContestants(root, 3, 100)),
          ...nativeContestants(root, 3, 100),
          {
            name: "server-filesystem",
            differs: "has no depth and no limit: the whole tree",
            run: () => callServer("directory_tree", { path: root }),
            maxRounds: tree === "S" ? 11 : 1,
          },
        ],
        close: () => toolkit.close(),
      };
    },
  };
}

/** @returns {Case} */
function toThousand() {
  return {
    id: "tree-1000",
    title: "tree, 1,000 nodes, on M",
    meter: "cpu",
    goals: [
      { against: "same calls", atMost: 1.6 },
      { against: "server-filesystem", atMost: 1 / 5 },
    ],
    async prepare(bench) {
      const root = bench.tree("M");
      const toolkit = openToolkit(root);
      const run = callOf(toolkit, "tree", THOUSAND);
      const answer = await run();
      const top = JSON.parse(answer).root;
      const copy = join(bench.scratch, "thousand");
      copyNodes(copy, top);
      const callServer = await loadHandlers(copy);
      const needed = directoriesRead(root, top);
      return {
        contestants: [
          { name: "floor", run: () => readDirectories(needed) },
          sameCalls(root, answer, THOUSAND.max_depth),
          { name: "porthole", run, check: expectField("scanned_entries", 1000) },
          {
            name: "server-filesystem",
            differs: "has no limit: asked for a copy that has just these nodes",
            run: () => callServer("directory_tree", { path: copy }),
          },
          ...(await globContestants(root, 12, 1000)),
          ...nativeContestants(root, 12, 1000),
        ],
        close: () => toolkit.close(),
      };
    },
  };
}

/** @param {string} root @param {string} answer @param {number} maxDepth @returns {import("../types.d.ts").Contestant} */
function sameCalls(root, answer, maxDepth) {
  const [held, plan] = [hold(root), planTree(JSON.parse(answer).root)];
  return { name: "same calls", run: () => writeTree(held, plan, maxDepth), check: expectBytes(answer) };
}

/** The directories whose entries are in the answer. @param {string} root @param {Node} node @returns {string[]} */
function directoriesRead(root, node) {
  if (node.children === undefined) return [];
  return [join(root, node.path), ...node.children.flatMap((child) => directoriesRead(root, child))];
}

/** @param {string} root @param {Node} node */
function copyNodes(root, node) {
  const path = join(root, node.path);
  mkdirSync(node.kind === "directory" ? path : dirname(path), { recursive: true });
  if (node.kind !== "directory") writeFileSync(path, "");
  for (const child of node.children ?? []) copyNodes(root, child);
}
