// The answer of `tree` around a root: the totals of its nodes, also if only the first of them are kept.

import type { AnswerParts } from "../../../gate/spec.ts";
import type { TreeDirectoryNode, TreeEntry, TreeOutput, TreeRequest } from "./types.ts";

/** The nodes in the order of the walk. The totals are those of the nodes that are kept. */
export const NODES: AnswerParts<TreeRequest, TreeOutput> = {
  least: 1,
  count: ({ scanned_entries }) => scanned_entries,
  keep: ({ root }, count) => toOutput(keepFirst(root, count), true),
};

/** The totals are those of the nodes in `root`, however it was made. */
export function toOutput(root: TreeDirectoryNode, limitReached: boolean): TreeOutput {
  const totals = { directory: 0, file: 0, symlink: 0 };
  countNodes(root, totals);
  return {
    root,
    limit_reached: limitReached,
    scanned_entries: totals.directory + totals.file + totals.symlink,
    total_dirs: totals.directory,
    total_files: totals.file,
    total_symlinks: totals.symlink,
  };
}

function countNodes(node: TreeEntry, totals: Record<TreeEntry["kind"], number>): void {
  totals[node.kind] += 1;
  if (node.kind !== "directory") return;
  for (const child of node.children ?? []) countNodes(child, totals);
}

/** The tree of its first `count` nodes in the order of the walk. A directory that has lost all its children has no list of them. */
function keepFirst(root: TreeDirectoryNode, count: number): TreeDirectoryNode {
  let left = count - 1;
  const keepIn = (directory: TreeDirectoryNode): TreeDirectoryNode => {
    const { children, ...own } = directory;
    if (children === undefined || (children.length > 0 && left === 0)) return own;
    const kept: TreeEntry[] = [];
    for (const child of children) {
      if (left === 0) break;
      left -= 1;
      kept.push(child.kind === "directory" ? keepIn(child) : child);
    }
    return { ...own, children: kept };
  };
  return keepIn(root);
}
