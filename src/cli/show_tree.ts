// Draws a tree for people: `/` after directories, `@` after symlinks, `…` after directories that were not opened.

import { TOOL_DEFINITIONS } from "../registory/definitions.ts";
import { sanitize } from "../security/sanitize.ts";
import type { TreeDirectoryNode, TreeEntry, TreeOutput, TreeSettings } from "../tools/edit/tree/types.ts";
import type { Style } from "./output.ts";

const { max_entries } = TOOL_DEFINITIONS.tree.parameters.properties;

type Most = Pick<TreeSettings, "maxDepth" | "maxEntries">;

/** `most` is what can be asked for: nobody is told to ask for more. `asked` is how many entries were, if that was said. */
export function showTree(output: TreeOutput, most: Most, style: Style, asked: number = max_entries.default): string {
  const cuts = [describeLimit(output, most, asked), describeDepth(output.root, most)].filter((cut) => cut !== null);
  return drawTree(output, style) + (cuts.length === 0 ? "" : `${style.dim(`… ${cuts.join("; ")}`)}\n`);
}

/** Without a word about what was cut. */
export function drawTree({ root }: TreeOutput, style: Style): string {
  return `${[label(root, style), ...showChildren(root, "", style)].join("\n")}\n`;
}

function describeLimit(output: TreeOutput, { maxEntries }: Most, asked: number): string | null {
  const { limit_reached, scanned_entries: count } = output;
  if (!limit_reached) return null;
  if (count < asked) return `${count} entries; the rest does not fit into one answer`;
  const more = Math.min(count * 5, maxEntries);
  const hint = more > count ? `; --max ${more} shows more` : "";
  return `${count} entries, the most that were asked for${hint}`;
}

function describeDepth(root: TreeDirectoryNode, { maxDepth }: Most): string | null {
  const depth = findCut(root);
  if (depth === null) return null;
  const levels = depth - root.depth;
  return levels < maxDepth ? `cut at depth ${levels}; --depth ${levels + 1} shows more` : `cut at depth ${levels}`;
}

/** All cuts are at the same depth, so the first will do. */
function findCut(entry: TreeEntry): number | null {
  if (entry.kind !== "directory") return null;
  if (entry.truncated) return entry.depth;
  for (const child of entry.children ?? []) {
    const depth = findCut(child);
    if (depth !== null) return depth;
  }
  return null;
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
