// The folder as far as it was opened, and the rows that are to be seen of it. Knows nothing of the screen.

import type { MarkedEntry, MarkedListing } from "../../tools/marks/types.ts";

export interface TreeNode {
  entry: MarkedEntry;
  readonly parent: TreeNode | null;
  readonly level: number;
  /** Among its siblings, beginning with 1. */
  position: number;
  isOpen: boolean;
  /** Null: not asked for yet. */
  children: readonly TreeNode[] | null;
  /** Stands behind the children. */
  note: Note | null;
}

/** A row that says something about the folder it stands in. */
export interface Note {
  readonly text: string;
  readonly parent: TreeNode;
}

export type Row = TreeNode | Note;

export function makeRoot(name: string): TreeNode {
  const entry = {
    name,
    path: ".",
    kind: "directory",
    size_bytes: null,
    modified_epoch_ms: null,
    mark: "visible",
    rule: null,
    left_out: {},
  } as const;
  return { entry, parent: null, level: 1, position: 1, isOpen: false, children: null, note: null };
}

/** A denied folder is never looked into, and no walk goes through a link. */
export function canOpen({ entry }: TreeNode): boolean {
  return entry.kind === "directory" && entry.mark !== "denied";
}

/** What was open inside stays so. */
export function fill(node: TreeNode, { entries, more }: MarkedListing): void {
  const before = new Map(node.children?.map((child) => [toKey(child.entry), child]));
  const sorted = [...entries.filter(isDirectory), ...entries.filter((entry) => !isDirectory(entry))];
  node.children = sorted.map((entry, index) => {
    const known = before.get(toKey(entry)) ?? makeChild(node, entry);
    return Object.assign(known, { entry, position: index + 1 });
  });
  setNote(node, more ? "more entries, not shown" : entries.length === 0 ? "empty" : null);
}

function isDirectory({ kind }: MarkedEntry): boolean {
  return kind === "directory";
}

function makeChild(parent: TreeNode, entry: MarkedEntry): TreeNode {
  return { entry, parent, level: parent.level + 1, position: 1, isOpen: false, children: null, note: null };
}

function toKey({ name, kind }: MarkedEntry): string {
  return `${kind} ${name}`;
}

export function setNote(node: TreeNode, text: string | null): void {
  if (node.note?.text !== text) node.note = text === null ? null : { text, parent: node };
}

export function isNote(row: Row): row is Note {
  return "text" in row;
}

/** In the order of the screen. */
export function toRows(root: TreeNode): Row[] {
  const rows: Row[] = [];
  const visit = (node: TreeNode) => {
    rows.push(node);
    if (!node.isOpen) return;
    for (const child of node.children ?? []) visit(child);
    if (node.note !== null) rows.push(node.note);
  };
  visit(root);
  return rows;
}

export function countSiblings({ parent }: Row): number {
  if (parent === null) return 1;
  return (parent.children?.length ?? 0) + (parent.note === null ? 0 : 1);
}
