// @ts-check
// Peak memory of single calls, each in a fresh process: the peak during the call, minus the memory before it. Linux only, because the peak
// comes from /proc.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const CHILD = fileURLToPath(new URL("./memory_child.mjs", import.meta.url));
export const LIMIT_MB = 40;

const WALK = { path: ".", entry_kind: "all", max_depth: 12, max_entries: 1000 };
/** @type {readonly { tree: string, tool: string, args: object }[]} */
const CALLS = [
  { tree: "W", tool: "tree", args: WALK },
  { tree: "W", tool: "list_directory", args: { path: "." } },
  { tree: "L", tool: "tree", args: { ...WALK, max_depth: 3, max_entries: 100 } },
  { tree: "L", tool: "tree", args: WALK },
  { tree: "L", tool: "tree", args: { path: ".", max_depth: 12, max_entries: 1000 } },
  { tree: "L", tool: "list_directory", args: { path: ".", recursive: true } },
  { tree: "L", tool: "list_directory", args: { path: ".", recursive: true, include_dirs: false } },
];

/** @param {(name: string) => string} treeOf @param {boolean} large @returns {import("./types.d.ts").MemoryFigures[]} */
export function measureMemory(treeOf, large) {
  if (process.platform !== "linux") return [];
  return CALLS.filter(({ tree }) => large || tree !== "L").map(({ tree, tool, args }) => {
    const text = JSON.stringify(args);
    const figures = JSON.parse(execFileSync(process.execPath, [CHILD, treeOf(tree), tool, text], { encoding: "utf8" }));
    return { call: `${tool} on ${tree} ${text}`, ...figures };
  });
}
