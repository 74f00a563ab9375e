// A naive `tree`: reads everything, then drops what exceeds the limits. A test oracle. It shares with the tool only the meaning of a single
// glob and of a denied pattern.

import { type Dirent, readdirSync } from "node:fs";
import type { TreeDirectoryNode, TreeEntry, TreeOptions, TreeOutput } from "../../src/tools/edit/tree/types.ts";
import type { DeniedPatterns } from "../../src/view/denied/patterns.ts";
import { compileGlob } from "./globs.ts";

interface Everything {
  readonly raw: string;
  readonly name: string;
  readonly path: string;
  readonly depth: number;
  readonly kind: TreeEntry["kind"];
  readonly isRead: boolean;
  readonly below: readonly Everything[];
}

const KINDS = ["directory", "file", "symlink"] as const;
const EXCLUDED = [".git", "node_modules", "dist", "build", "target", ".vscode", ".DS_Store"];

export function referenceTree(root: string, path: string, options: TreeOptions, denied: DeniedPatterns): TreeOutput {
  const maxDepth = options.max_depth ?? 3;
  const maxEntries = options.max_entries ?? 100;

  const readDirectory = (raw: string, path: string, depth: number): Everything[] =>
    readdirSync(Buffer.from(raw, "latin1"), { withFileTypes: true, encoding: "latin1" })
      .flatMap((dirent) => {
        const kind = kindOf(dirent);
        const name = Buffer.from(dirent.name, "latin1").toString("utf8");
        const at = path === "." ? name : `${path}/${name}`;
        return kind === null ? [] : [toNode(`${raw}/${dirent.name}`, name, at, depth, kind)];
      })
      .filter((node) => !isLeftOut(node, options))
      .sort(
        (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || compare(a.name, b.name) || compare(a.raw, b.raw),
      );

  const toNode = (raw: string, name: string, path: string, depth: number, kind: TreeEntry["kind"]): Everything => {
    const isRead = kind === "directory" && depth < maxDepth && (depth === 0 || denied.find(path) === null);
    return { raw, name, path, depth, kind, isRead, below: isRead ? readDirectory(raw, path, depth + 1) : [] };
  };

  const rawRoot = Buffer.from(path === "." ? root : `${root}/${path}`).toString("latin1");
  const all = inWalkOrder(toNode(rawRoot, path.split("/").at(-1) ?? path, path, 0, "directory"));
  const kept = new Map(all.slice(0, maxEntries).map((node, index) => [node, index + 1]));

  const show = (node: Everything): TreeEntry => {
    const { name, path, depth, kind } = node;
    if (kind !== "directory") return { name, path, depth, kind };
    return showDirectory(node);
  };
  const showDirectory = (node: Everything): TreeDirectoryNode => {
    const { name, path, depth } = node;
    if (depth === maxDepth) return { name, path, depth, kind: "directory", truncated: true };
    if (!node.isRead || kept.get(node) === maxEntries) return { name, path, depth, kind: "directory" };
    const children = node.below.filter((child) => kept.has(child)).map(show);
    return { name, path, depth, kind: "directory", children };
  };

  const count = (kind: TreeEntry["kind"]) => [...kept.keys()].filter((node) => node.kind === kind).length;
  return {
    root: showDirectory(all[0] ?? toNode(rawRoot, path, path, 0, "directory")),
    limit_reached: kept.size === maxEntries,
    scanned_entries: kept.size,
    total_dirs: count("directory"),
    total_files: count("file"),
    total_symlinks: count("symlink"),
  };
}

function inWalkOrder(node: Everything): Everything[] {
  return [node, ...node.below.flatMap(inWalkOrder)];
}

function isLeftOut(node: Everything, options: TreeOptions): boolean {
  if (options.entry_kind !== "all" && node.kind !== "directory") return true;
  if (options.include_hidden !== true && node.name.startsWith(".")) return true;
  return EXCLUDED.includes(node.name) || (options.exclude ?? []).some((glob) => compileGlob(glob)(node.path));
}

function kindOf(dirent: Dirent): TreeEntry["kind"] | null {
  if (dirent.isSymbolicLink()) return "symlink";
  if (dirent.isDirectory()) return "directory";
  return dirent.isFile() ? "file" : null;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
