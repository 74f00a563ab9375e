// The text form of `tree`: one node per line, indented by two spaces per level.

import { countOf, quoteFirst, quoteName, writeHead } from "../../text_words.ts";
import { KIND_MARKS, type TreeLeftOut } from "./left_out.ts";
import type { TreeDirectoryNode, TreeEntry, TreeOutput, TreeRequest } from "./types.ts";

/** Follows a directory whose children are unknown. */
export const NOT_READ = " (not read)";

/** `leftOut` is that of everything the walk has read, also if the output was cut afterwards. */
export function writeTree(
  output: TreeOutput,
  { entryKind }: Pick<TreeRequest, "entryKind">,
  leftOut: TreeLeftOut | null = null,
): string {
  const { root, limit_reached } = output;
  const head = writeHead(
    `${quoteFirst(root.path)}/${markDirectory(root)} ${describeTotals(output)} below`,
    entryKind === "directory" ? "files not shown" : null,
    limit_reached ? "limit reached: name a subdirectory to see more" : null,
    leftOut?.describe() ?? null,
  );
  const lines = [head];
  addChildren(lines, root, "  ");
  return lines.join("\n");
}

function describeTotals({ total_dirs, total_files, total_symlinks }: TreeOutput): string {
  const totals = [
    [total_dirs - 1, "directory", "directories"],
    [total_files, "file", "files"],
    [total_symlinks, "symlink", "symlinks"],
  ] as const;
  const shown = totals.filter(([count]) => count > 0).map(([count, one, many]) => countOf(count, one, many));
  return shown.length === 0 ? "0 entries" : shown.join(", ");
}

function addChildren(lines: string[], { children = [] }: TreeDirectoryNode, indent: string): void {
  for (const child of children) {
    lines.push(indent + writeNode(child));
    if (child.kind === "directory") addChildren(lines, child, `${indent}  `);
  }
}

function writeNode(node: TreeEntry): string {
  const name = quoteName(node.name) + KIND_MARKS[node.kind];
  return node.kind === "directory" ? name + markDirectory(node) : name;
}

function markDirectory({ children, truncated }: TreeDirectoryNode): string {
  if (children !== undefined) return "";
  return truncated ? " …" : NOT_READ;
}
