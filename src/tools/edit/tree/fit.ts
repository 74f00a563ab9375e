// Builds the answer of `tree`: its nodes, or only the first of them, with their totals.

import type { AnswerParts } from "../../tool.ts";
import type { TreeLeftOut } from "./left_out.ts";
import type { TreeDirectoryNode, TreeEntry, TreeOutput, TreeRequest } from "./types.ts";

/** Follows a directory whose children are unknown, in the text form. */
export const NOT_READ = " (not read)";

/** The nodes in the order of the walk. The totals count the kept nodes. */
export const NODES: AnswerParts<TreeRequest, TreeOutput> = {
  least: 1,
  count: ({ scanned_entries }) => scanned_entries,
  keep: (output, count) =>
    count < output.scanned_entries ? toOutput(keepFirst(output.root, count), true, leftOutOf(output)) : output,
  /** In text, a directory that lost its children says so; with the next node it no longer does. */
  endBytes: (output, count, format) => (format === "text" && losesChildren(output, count) ? NOT_READ.length : 0),
};

/** Stored separately, because outputs are plain data. Only used in text. */
const leftOuts = new WeakMap<TreeOutput, TreeLeftOut>();

/** For everything that the walk has read, also if the output was cut afterwards. */
export function leftOutOf(output: TreeOutput): TreeLeftOut | null {
  return leftOuts.get(output) ?? null;
}

/** The totals count the nodes in `root`. */
export function toOutput(
  root: TreeDirectoryNode,
  limitReached: boolean,
  leftOut: TreeLeftOut | null = null,
): TreeOutput {
  const totals = { directory: 0, file: 0, symlink: 0 };
  countKinds(root, totals);
  const output = {
    root,
    limit_reached: limitReached,
    scanned_entries: totals.directory + totals.file + totals.symlink,
    total_dirs: totals.directory,
    total_files: totals.file,
    total_symlinks: totals.symlink,
  };
  if (leftOut !== null) leftOuts.set(output, leftOut);
  return output;
}

function countKinds(node: TreeEntry, totals: Record<TreeEntry["kind"], number>): void {
  totals[node.kind] += 1;
  if (node.kind === "directory" && node.children !== undefined)
    for (const child of node.children) countKinds(child, totals);
}

/** In the order of the walk. */
function listNodes(node: TreeEntry, nodes: TreeEntry[] = []): TreeEntry[] {
  nodes.push(node);
  for (const child of (node.kind === "directory" && node.children) || []) listNodes(child, nodes);
  return nodes;
}

/** Cached by answer, because it is tried with many numbers of nodes. */
const nodesOf = new WeakMap<TreeOutput, readonly TreeEntry[]>();

function losesChildren(output: TreeOutput, count: number): boolean {
  const nodes = nodesOf.get(output) ?? listNodes(output.root);
  nodesOf.set(output, nodes);
  const last = nodes[count - 1];
  return count < nodes.length && last?.kind === "directory" && (last.children?.length ?? 0) > 0;
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
