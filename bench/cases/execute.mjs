// @ts-check
// What `execute` costs beyond the library function that does the same: the executor, and the JSON of the answer.

import { callOf, openToolkit } from "../porthole.mjs";

/** @typedef {import("../types.d.ts").Case} Case */
/** @typedef {import("../../dist/toolkit.d.ts").AgentToolkit} AgentToolkit */

/** @type {Case[]} */
export const executeCases = [
  toExecuteCase("readFile, 200 lines of 10 KB", "texts", "read_file", { path: "10k.txt", max_lines: 200 }),
  toExecuteCase("listDirectory, 30 entries", "lists", "list_directory", { path: "30" }),
  toExecuteCase("tree, depth 3, first 100 nodes", "M", "tree", { path: ".", entry_kind: "all" }),
];

/** @param {string} what @param {string} tree @param {"tree" | "read_file" | "list_directory"} tool @param {{ path: string, [option: string]: unknown }} args @returns {Case} */
function toExecuteCase(what, tree, tool, args) {
  return {
    id: `execute-${tool}`,
    title: `execute beside ${what}`,
    meter: "cpu",
    goals: [{ against: "function", atMostMoreMs: 0.06 }],
    async prepare(bench) {
      const toolkit = openToolkit(bench.tree(tree));
      return {
        contestants: [
          { name: "function", differs: "returns the data; no JSON", run: functionOf(toolkit, tool, args) },
          { name: "porthole", run: callOf(toolkit, tool, args) },
        ],
        close: () => toolkit.close(),
      };
    },
  };
}

/** @param {AgentToolkit} toolkit @param {"tree" | "read_file" | "list_directory"} tool @param {{ path: string, [option: string]: unknown }} args */
function functionOf(toolkit, tool, { path, ...options }) {
  if (tool === "tree") return () => toolkit.tree(path, options);
  return tool === "read_file" ? () => toolkit.readFile(path, options) : () => toolkit.listDirectory(path, options);
}
