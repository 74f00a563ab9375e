// Draws a tree for people: `/` after directories, `@` after symlinks, `…` after directories that were not opened, and marks in brackets;
// on request, also the entries that the tree leaves out.

import { toPrefix } from "../disk/names.ts";
import { TOOL_DEFINITIONS } from "../registory/definitions.ts";
import type { AgentToolkit } from "../toolkit.ts";
import type { TreeDirectoryNode, TreeEntry, TreeOutput, TreeSettings } from "../tools/edit/tree/types.ts";
import { findLeftOut, markShown, toCells } from "./marked.ts";
import { type Row, showRow } from "./rows.ts";
import type { Style } from "./style.ts";

const { max_entries } = TOOL_DEFINITIONS.tree.parameters.properties;

type Most = Pick<TreeSettings, "maxDepth" | "maxEntries">;

/** A line without its position in the tree. */
export type TreeRow = Omit<Row, "before">;

/** Supplies the marks of an entry, and the entries that were left out of a directory. */
export interface TreeMarks {
  cellsOf(entry: TreeEntry): Partial<TreeRow>;
  leftOutOf(directory: TreeDirectoryNode): readonly TreeRow[];
}

export const NO_MARKS: TreeMarks = { cellsOf: () => ({}), leftOutOf: () => [] };

/**
 * `most` is the highest number that can be requested, so a higher one is never suggested. `asked` is the requested number of entries, if
 * given.
 */
export function showTree(
  output: TreeOutput,
  marks: TreeMarks,
  most: Most,
  style: Style,
  asked: number = max_entries.default,
): string {
  const cuts = [describeLimit(output, most, asked), describeDepth(output.root, most)].filter((cut) => cut !== null);
  const tree = drawTree(output, marks, style);
  return tree + (cuts.length === 0 ? "" : `${style.dim(`… ${cuts.join("; ")}`)}\n`);
}

/** Without the note about what was cut. */
export function drawTree({ root }: TreeOutput, marks: TreeMarks, style: Style): string {
  const rows = [{ before: "", ...toRow(root, marks) }, ...toRows(root, "", marks)];
  return `${rows.map((row) => showRow(row, style)).join("\n")}\n`;
}

function describeLimit(output: TreeOutput, { maxEntries }: Most, asked: number): string | null {
  const { limit_reached, scanned_entries: count } = output;
  if (!limit_reached) return null;
  if (count < asked) return `${count} entries; the rest does not fit into one answer`;
  const more = Math.min(count * 5, maxEntries);
  const hint = more > count ? `; --max ${more} shows more` : "";
  return `${count} entries, the requested maximum${hint}`;
}

function describeDepth(root: TreeDirectoryNode, { maxDepth }: Most): string | null {
  const depth = findCut(root);
  if (depth === null) return null;
  const levels = depth - root.depth;
  return levels < maxDepth ? `cut at depth ${levels}; --depth ${levels + 1} shows more` : `cut at depth ${levels}`;
}

/** All cuts are at the same depth, so the first one is enough. */
function findCut(entry: TreeEntry): number | null {
  if (entry.kind !== "directory") return null;
  if (entry.truncated) return entry.depth;
  for (const child of entry.children ?? []) {
    const depth = findCut(child);
    if (depth !== null) return depth;
  }
  return null;
}

function toRows(directory: TreeDirectoryNode, indent: string, marks: TreeMarks): Row[] {
  const shown = (directory.children ?? []).map((entry) => ({ row: toRow(entry, marks), entry }));
  const leftOut = marks.leftOutOf(directory).map((row) => ({ row, entry: null }));
  const all = leftOut.length === 0 ? shown : [...shown, ...leftOut].sort((a, b) => compareRows(a.row, b.row));
  return all.flatMap(({ row, entry }, index) => {
    const isLast = index === all.length - 1;
    const line = { before: `${indent}${isLast ? "└── " : "├── "}`, ...row };
    if (entry?.kind !== "directory") return [line];
    return [line, ...toRows(entry, `${indent}${isLast ? "    " : "│   "}`, marks)];
  });
}

function toRow(entry: TreeEntry, marks: TreeMarks): TreeRow {
  const { name, kind } = entry;
  const isShut = entry.kind === "directory" && entry.truncated === true;
  return { name, kind, isShut, ...marks.cellsOf(entry) };
}

const RANKS = { directory: 0, file: 1, symlink: 2, other: 3 } as const;

/** The order that the tool uses. */
function compareRows(a: TreeRow, b: TreeRow): number {
  return RANKS[a.kind] - RANKS[b.kind] || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

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
  return found.filter(({ name, kind }) => !shown.has(name) && (allKinds || kind === "directory"));
}
