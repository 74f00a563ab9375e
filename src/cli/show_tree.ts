// A tree as lines for a person: box drawing, `/` behind directories, `@` behind symlinks. Leaves JSON to the caller.

import { sanitize } from "../security/sanitize.ts";
import type { TreeDirectoryNode, TreeEntry, TreeOutput } from "../tools/edit/tree/types.ts";

export function showTree(output: TreeOutput): string {
  const lines = [label(output.root), ...showChildren(output.root, "")];
  if (output.limit_reached) lines.push(`… stopped at ${output.scanned_entries} entries; --max shows more`);
  return `${lines.join("\n")}\n`;
}

function showChildren(directory: TreeDirectoryNode, indent: string): string[] {
  const children = directory.children ?? [];
  return children.flatMap((child, index) => {
    const isLast = index === children.length - 1;
    const line = `${indent}${isLast ? "└── " : "├── "}${label(child)}`;
    const below = child.kind === "directory" ? showChildren(child, `${indent}${isLast ? "    " : "│   "}`) : [];
    return [line, ...below];
  });
}

function label(entry: TreeEntry): string {
  const name = sanitize(entry.name);
  if (entry.kind === "symlink") return `${name}@`;
  if (entry.kind === "file") return name;
  return entry.truncated ? `${name}/ …` : `${name}/`;
}
