// @ts-check
// list_directory and tree with respect_gitignore on a repository of 20,000 files with 50 ignore files, compared with the same calls without
// it.

import { callOf, openToolkit } from "../porthole.mjs";

/** @typedef {import("../types.d.ts").Case} Case */

/** @type {Case[]} */
export const ignoreCases = [
  toCase("ignore-tree", "tree, 1,000 nodes", "tree", {
    path: ".",
    entry_kind: "all",
    max_depth: 12,
    max_entries: 1000,
  }),
  toCase("ignore-directories", "tree, directories only, whole repository", "tree", {
    path: ".",
    max_depth: 12,
    max_entries: 1000,
  }),
  toCase("ignore-list", "list_directory, recursive, whole repository", "list_directory", {
    path: ".",
    recursive: true,
  }),
];

/** @param {string} id @param {string} what @param {string} tool @param {Record<string, unknown>} args @returns {Case} */
function toCase(id, what, tool, args) {
  return {
    id,
    title: `respect_gitignore: ${what}`,
    meter: "cpu",
    goals: [{ against: "without", atMost: 2 }],
    async prepare(bench) {
      const root = bench.tree("repository");
      const [plain, respecting] = [false, true].map((respect_gitignore) =>
        openToolkit(root, {
          tree: { respect_gitignore },
          list_directory: { respect_gitignore, max_entries: 100_000 },
        }),
      );
      if (plain === undefined || respecting === undefined) throw new Error("two toolkits");
      return {
        contestants: [
          { name: "without", run: callOf(plain, tool, args) },
          { name: "porthole", run: callOf(respecting, tool, args) },
        ],
        close() {
          plain.close();
          respecting.close();
        },
      };
    },
  };
}
