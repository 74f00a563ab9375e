// The answer of `tree` around a root: the totals of its nodes, and as many of them as a limited length holds.
// Leaves the walk to usecase.ts.

import { outputBudgetTooSmall } from "../../../errors.ts";
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

/** The JSON of as many of the walk's first nodes as `maxBytes` holds; the totals are those of the nodes that are left. */
export function fitNodes(output: TreeOutput, maxBytes: number): string {
  const whole = JSON.stringify(output);
  if (Buffer.byteLength(whole) <= maxBytes) return whole;
  const render = (count: number) => JSON.stringify(toOutput(keepFirst(output.root, count), true));
  // A root alone has nothing to leave out.
  const least = output.scanned_entries === 1 ? whole : render(1);
  if (Buffer.byteLength(least) > maxBytes) throw outputBudgetTooSmall(Buffer.byteLength(least), maxBytes);
  // A further node never makes the answer shorter, so the longest one that fits can be searched by halves.
  let [fits, tooMany] = [1, output.scanned_entries];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (Buffer.byteLength(render(middle)) <= maxBytes) fits = middle;
    else tooMany = middle;
  }
  return render(fits);
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
