// The answer of `tree` around a root: the totals of its nodes. Leaves making the nodes to usecase.ts.

import type { TreeDirectoryNode, TreeEntry, TreeOutput } from "./types.ts";

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
