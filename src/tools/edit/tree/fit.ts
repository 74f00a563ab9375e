// Builds the answer of `tree`: its nodes, or only the first of them, with their totals.

import { Found } from "../../found.ts";
import type { TreeLeftOut } from "./left_out.ts";
import { NOT_READ, writeTree } from "./text.ts";
import type { TreeDirectoryNode, TreeEntry, TreeOutput, TreeRequest } from "./types.ts";

/** The nodes in the order of the walk. The totals count the kept nodes. */
export function foundTree(
  output: TreeOutput,
  request: Pick<TreeRequest, "entryKind">,
  leftOut: TreeLeftOut | null = null,
): Found<TreeOutput> {
  const count = output.scanned_entries;
  const nodes: TreeEntry[] = [];
  return new Found({
    count,
    least: 1,
    at: (kept) => {
      const data = kept < count ? toOutput(keepFirst(output.root, kept), true) : output;
      return { data, text: () => writeTree(data, request, leftOut) };
    },
    describeLeftOut: () => leftOut?.describe() ?? null,
    /** In text, a directory that lost its children says so; with the next node it no longer does. */
    endBytes: (kept, format) => {
      if (format === "json") return 0;
      if (nodes.length === 0) listNodes(output.root, nodes);
      const last = nodes[kept - 1];
      return last?.kind === "directory" && (last.children?.length ?? 0) > 0 ? NOT_READ.length : 0;
    },
  });
}

/** The totals count the nodes in `root`. */
export function toOutput(root: TreeDirectoryNode, limitReached: boolean): TreeOutput {
  const totals = { directory: 0, file: 0, symlink: 0 };
  countKinds(root, totals);
  return {
    root,
    limit_reached: limitReached,
    scanned_entries: totals.directory + totals.file + totals.symlink,
    total_dirs: totals.directory,
    total_files: totals.file,
    total_symlinks: totals.symlink,
  };
}

function countKinds(node: TreeEntry, totals: Record<TreeEntry["kind"], number>): void {
  totals[node.kind] += 1;
  if (node.kind === "directory" && node.children !== undefined)
    for (const child of node.children) countKinds(child, totals);
}

/** In the order of the walk. */
function listNodes(node: TreeEntry, nodes: TreeEntry[]): void {
  nodes.push(node);
  for (const child of (node.kind === "directory" && node.children) || []) listNodes(child, nodes);
}

/** The tree of its first `count` nodes in the order of the walk. A directory that lost all its children has no list of them. */
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
