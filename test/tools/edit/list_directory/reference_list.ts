// list_directory as one would write it in ten minutes: read everything, then throw away what is too much. An oracle for
// tests. Shares with the tool the meaning of a denied pattern, and nothing else.

import { lstatSync, readdirSync } from "node:fs";
import type {
  ListDirectoryEntry,
  ListDirectoryEntryType,
  ListDirectoryOptions,
  ListDirectoryOutput,
} from "../../../../src/tools/edit/list_directory/types.ts";
import type { DeniedPatterns } from "../../../../src/view/denied/patterns.ts";

interface Step {
  readonly raw: string;
  /** Null for a directory that is only passed through. */
  readonly entry: ListDirectoryEntry | null;
}

export interface Caps {
  readonly maxEntries: number;
  readonly maxDepth: number;
}

export function referenceList(
  root: string,
  path: string,
  options: ListDirectoryOptions,
  caps: Caps,
  denied: DeniedPatterns,
): ListDirectoryOutput {
  const maxEntries = options.max_entries ?? caps.maxEntries;
  const maxDepth = options.recursive ? (options.max_depth ?? caps.maxDepth) : 1;
  const isWanted = {
    file: options.include_files ?? true,
    dir: options.include_dirs ?? true,
    symlink: options.include_symlinks ?? true,
    other: options.include_other ?? false,
    unknown: true,
  };

  const walk = (rawFolder: string, rawPrefix: string, depth: number): Step[] =>
    readdirSync(Buffer.from(rawFolder, "latin1"), { encoding: "latin1" })
      .map((raw) => ({ raw, name: toText(raw) }))
      .filter(({ name }) => options.include_hidden === true || !name.startsWith("."))
      .sort((a, b) => compareBytes(a.name, b.name) || compareRaw(a.raw, b.raw))
      .flatMap(({ raw, name }) => {
        const rawPath = rawPrefix + raw;
        const entry = look(`${rawFolder}/${raw}`, name, toText(rawPath), depth);
        const own = isWanted[entry.type] ? [{ raw: rawPath, entry }] : [];
        const place = path === "." ? entry.path : `${path}/${entry.path}`;
        if (entry.type !== "dir" || depth >= maxDepth || denied.find(place) !== null) return own;
        const passage = { raw: rawPath, entry: null };
        return [...(own.length > 0 ? own : [passage]), ...walk(`${rawFolder}/${raw}`, `${rawPath}/`, depth + 1)];
      });

  const steps = walk(toRaw(path === "." ? root : `${root}/${path}`), "", 1);
  const found = steps.flatMap(({ raw, entry }) => (entry === null ? [] : [{ raw, entry }]));
  const entries = found
    .slice(0, maxEntries)
    .sort((a, b) => compareBytes(a.entry.path, b.entry.path) || compareRaw(a.raw, b.raw))
    .map(({ entry }) => entry);
  const truncated = found.length > maxEntries || countSearched(steps, maxEntries) > maxEntries;
  return {
    path: spell(path),
    entries,
    returned: entries.length,
    max_entries: maxEntries,
    truncated,
    truncated_reason: truncated ? "max_entries" : null,
  };
}

/** How many directories are passed through after the last entry that there is room for. */
function countSearched(steps: readonly Step[], maxEntries: number): number {
  let left = maxEntries;
  let searched = 0;
  for (const { entry } of steps) {
    if (entry !== null) left -= 1;
    else if (left <= 0) searched += 1;
  }
  return searched;
}

function look(rawPath: string, name: string, path: string, depth: number): ListDirectoryEntry {
  const stats = lstatSync(Buffer.from(rawPath, "latin1"), { bigint: true });
  const type: ListDirectoryEntryType = stats.isSymbolicLink()
    ? "symlink"
    : stats.isDirectory()
      ? "dir"
      : stats.isFile()
        ? "file"
        : "other";
  return {
    name,
    path,
    depth,
    type,
    size_bytes: type === "file" ? Number(stats.size) : null,
    modified_epoch_ms: Number(stats.mtimeNs / 1_000_000n),
    is_hidden: name.startsWith("."),
    error_code: null,
    error: null,
  };
}

function spell(path: string): string {
  const spelled = path
    .trim()
    .replace(/\\/g, "/")
    .replace(/\/+/g, "/")
    .replace(/(?<=^|\/)(?:\.\/)+/g, "")
    .replace(/\/\.?$/, "");
  return spelled === "" ? "." : spelled;
}

function toText(raw: string): string {
  return Buffer.from(raw, "latin1").toString("utf8");
}

function toRaw(text: string): string {
  return Buffer.from(text).toString("latin1");
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function compareRaw(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a, "latin1"), Buffer.from(b, "latin1"));
}
