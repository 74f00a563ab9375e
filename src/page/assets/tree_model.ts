// The opened part of the folder and its visible rows. Independent of the screen.

import type { MarkedEntry, MarkedListing } from "../../explain/marks/types.ts";

export interface TreeNode {
  entry: MarkedEntry;
  readonly parent: TreeNode | null;
  readonly level: number;
  /** Among its siblings, starting with 1. */
  position: number;
  isOpen: boolean;
  /** Null: not loaded yet. */
  children: readonly TreeNode[] | null;
  /** Shown after the children. */
  note: Note | null;
}

/** A row with a remark about its folder. */
export interface Note {
  readonly text: string;
  /** The folder could not be listed. */
  readonly isProblem: boolean;
  readonly parent: TreeNode;
}

export type Row = TreeNode | Note;

/** The parent of the top entries; not a row itself. */
export function makeTree(name: string, starts: readonly string[]): TreeNode {
  const root: TreeNode = { ...NEW, entry: makeStart(name, "."), parent: null, level: 0, position: 1, isOpen: true };
  root.children = starts.map((path, index) => ({
    ...makeChild(root, makeStart(path === "." ? name : path, path)),
    position: index + 1,
  }));
  return root;
}

const NEW = { isOpen: false, children: null, note: null };

function makeStart(name: string, path: string): MarkedEntry {
  const rest = { size_bytes: null, modified_epoch_ms: null, mark: "visible", rule: null, left_out: {} } as const;
  return { name, path, kind: "directory", ...rest };
}

/** Denied folders are never opened, and no walk follows a link. */
export function canOpen({ entry }: TreeNode): boolean {
  return entry.kind === "directory" && entry.mark !== "denied";
}

/** Open folders inside stay open. */
export function fill(node: TreeNode, { entries, more }: MarkedListing): void {
  const before = toKnown(node.children ?? []);
  const sorted = [...entries.filter(isDirectory), ...entries.filter((entry) => !isDirectory(entry))];
  node.children = sorted.map((entry, index) => {
    const known = before.get(toKey(entry))?.shift() ?? makeChild(node, entry);
    return Object.assign(known, { entry, position: index + 1 });
  });
  setNote(node, more ? "more entries, not shown" : entries.length === 0 ? "empty" : null);
}

/** Names that are not UTF-8 may look the same: each has a node of its own. */
function toKnown(children: readonly TreeNode[]): Map<string, TreeNode[]> {
  const known = new Map<string, TreeNode[]>();
  for (const child of children) {
    const key = toKey(child.entry);
    known.set(key, [...(known.get(key) ?? []), child]);
  }
  return known;
}

function isDirectory({ kind }: MarkedEntry): boolean {
  return kind === "directory";
}

function makeChild(parent: TreeNode, entry: MarkedEntry): TreeNode {
  return { ...NEW, entry, parent, level: parent.level + 1, position: 1 };
}

function toKey({ name, kind }: MarkedEntry): string {
  return `${kind} ${name}`;
}

/** It no longer exists, or must not be seen. */
export function empty(node: TreeNode, why: string): void {
  node.children = [];
  setNote(node, why, true);
}

export function setNote(node: TreeNode, text: string | null, isProblem = false): void {
  if (node.note?.text !== text) node.note = text === null ? null : { text, isProblem, parent: node };
}

export function isNote(row: Row): row is Note {
  return "text" in row;
}

/** All rows, in the order of the screen. */
export function toRows(root: TreeNode): Row[] {
  const rows: Row[] = [];
  const visit = (node: TreeNode) => {
    rows.push(node);
    if (!node.isOpen) return;
    for (const child of node.children ?? []) visit(child);
    if (node.note !== null) rows.push(node.note);
  };
  for (const top of root.children ?? []) visit(top);
  return rows;
}

export function countSiblings({ parent }: Row): number {
  if (parent === null) return 1;
  return (parent.children?.length ?? 0) + (parent.note === null ? 0 : 1);
}
