// Finds the marks for a tree: those of its entries and, on request, of the entries that it leaves out.

import { toPrefix } from "../disk/names.ts";
import type { AgentToolkit } from "../toolkit.ts";
import type { TreeDirectoryNode, TreeEntry, TreeOutput } from "../tools/edit/tree/types.ts";
import { findLeftOut, markShown, toCells, toLeftOutCells } from "./marked.ts";
import type { TreeMarks, TreeRow } from "./show_tree.ts";

/** What to show of the entries that are left out. */
export interface TreeLeftOut {
  readonly includeHidden: boolean | undefined;
  /** Whether to include files and links. */
  readonly allKinds: boolean;
}

/** With null, entries that are left out are not shown. */
export async function markTree(
  toolkit: AgentToolkit,
  { root }: TreeOutput,
  wanted: TreeLeftOut | null,
): Promise<TreeMarks> {
  const below = toPrefix(root.path).length;
  const entries = flatten(root).map(({ path, kind }) => ({ path: path.slice(below), kind }));
  const marks = await markShown(toolkit, root.path, entries);
  const leftOut = new Map<TreeDirectoryNode, readonly TreeRow[]>();
  if (wanted !== null)
    for (const directory of findRead(root))
      leftOut.set(directory, await findRows(toolkit, root.path, directory, wanted));
  return {
    cellsOf: ({ path }) => toCells(marks.get(path.slice(below))),
    leftOutOf: (directory) => leftOut.get(directory) ?? [],
  };
}

/** All entries below the top. */
function flatten(directory: TreeDirectoryNode): TreeEntry[] {
  return (directory.children ?? []).flatMap((entry) =>
    entry.kind === "directory" ? [entry, ...flatten(entry)] : [entry],
  );
}

/** The directories whose entries are shown. */
function findRead(directory: TreeDirectoryNode): TreeDirectoryNode[] {
  const { children } = directory;
  if (children === undefined) return [];
  return [directory, ...children.flatMap((entry) => (entry.kind === "directory" ? findRead(entry) : []))];
}

async function findRows(
  toolkit: AgentToolkit,
  start: string,
  { path, children = [] }: TreeDirectoryNode,
  { includeHidden, allKinds }: TreeLeftOut,
): Promise<readonly TreeRow[]> {
  const shown = new Set(children.map(({ name }) => name));
  const found = await findLeftOut(toolkit, path, { tool: "tree", start, includeHidden });
  return found
    .filter(({ name, kind }) => !shown.has(name) && (allKinds || kind === "directory"))
    .map((entry) => ({ name: entry.name, kind: entry.kind, ...toLeftOutCells(entry, "tree") }));
}
