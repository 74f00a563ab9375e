// A tree as lines for a person: box drawing, `/` behind directories, `@` behind symlinks, `…` behind what was not opened.

import { sanitize } from "../security/sanitize.ts";
import type { TreeDirectoryNode, TreeEntry, TreeOutput } from "../tools/edit/tree/types.ts";
import type { Style } from "./output.ts";

const MOST_ENTRIES = 1000;

export function showTree(output: TreeOutput, style: Style): string {
  const lines = [label(output.root, style), ...showChildren(output.root, "", style)];
  const count = output.scanned_entries;
  if (output.limit_reached) {
    const more = Math.min(count * 5, MOST_ENTRIES);
    const hint = more > count ? `; --max ${more} shows more` : "";
    lines.push(style.dim(`… ${count} entries, the most that were asked for${hint}`));
  }
  return `${lines.join("\n")}\n`;
}

function showChildren(directory: TreeDirectoryNode, indent: string, style: Style): string[] {
  const children = directory.children ?? [];
  return children.flatMap((child, index) => {
    const isLast = index === children.length - 1;
    const line = `${indent}${isLast ? "└── " : "├── "}${label(child, style)}`;
    const below = child.kind === "directory" ? showChildren(child, `${indent}${isLast ? "    " : "│   "}`, style) : [];
    return [line, ...below];
  });
}

function label(entry: TreeEntry, style: Style): string {
  const name = sanitize(entry.name);
  if (entry.kind === "symlink") return style.symlink(`${name}@`);
  if (entry.kind === "file") return name;
  return entry.truncated ? `${style.directory(`${name}/`)} ${style.dim("…")}` : style.directory(`${name}/`);
}
