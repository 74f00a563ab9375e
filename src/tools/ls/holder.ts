// Finds which workspace directory holds an absolute path, by its text or through an alias of it, and seals that one. Leaves to the
// seal what the path leads to.

import { join, resolve, sep } from "node:path";
import { internalFailure, ToolError } from "../../errors.ts";
import { SandboxPath } from "../../sandbox/path.ts";
import { type OpenWorkspaceOptions, openIfRoot, openWorkspace } from "../../workspace/open.ts";
import type { Workspace } from "../../workspace/types.ts";

export interface Holder {
  readonly workspace: Workspace;
  /** The path inside it, as asked for: links not resolved. */
  readonly relative: string;
}

/** Null if no directory holds the path. The workspace must be closed. Throws for a path that can name nothing. */
export function openHolder(
  path: string,
  directories: readonly string[],
  options: OpenWorkspaceOptions = {},
): Holder | null {
  const found = findByText(path, directories) ?? findByAlias(path, directories);
  return found && { workspace: open(found.directory, options), relative: found.relative };
}

/** What a directory is called when no link is on the way; null if it cannot be opened. */
export function canonicalNameOf(directory: string): string | null {
  const workspace = openIfRoot(directory);
  workspace?.close();
  return workspace?.rootNames[0] ?? null;
}

/** `path` relative to `directory`, `.` for itself, by their text alone; null if it lies elsewhere. */
export function relativeWithin(path: string, directory: string): string | null {
  try {
    return SandboxPath.resolveInWorkspace(path, [directory]).relative;
  } catch (error) {
    if (ToolError.isInstance(error) && error.kind === "SandboxViolation") return null;
    throw error;
  }
}

interface Found {
  readonly directory: string;
  readonly relative: string;
}

/** Of several that hold it, one lies in the other: the inner one has the longer name. */
function findByText(path: string, directories: readonly string[]): Found | null {
  const found = directories
    .map((directory) => resolve(directory))
    .sort((a, b) => b.length - a.length)
    .flatMap((directory) => {
      const relative = relativeWithin(path, directory);
      return relative === null ? [] : [{ directory, relative }];
    });
  return found[0] ?? null;
}

// The path, or the directory, may be spelled through a link above it (`/tmp` on macOS). What stands before the rest is replaced
// by its real name, from the root down, until the text fits. No more than a guess: the seal has the last word.
function findByAlias(path: string, directories: readonly string[]): Found | null {
  const real = directories.map(canonicalNameOf).filter((name) => name !== null);
  if (real.length === 0) return null;
  for (const [start, rest] of splits(resolve(path))) {
    const name = canonicalNameOf(start);
    const found = name === null ? null : findByText(join(name, rest), real);
    if (found !== null) return found;
  }
  return null;
}

/** Every way to cut an absolute path between two names, the shortest start first. */
function splits(path: string): [start: string, rest: string][] {
  const names = path.split(sep);
  return names.map((_, i) => [names.slice(0, i + 1).join(sep) + (i === 0 ? sep : ""), names.slice(i + 1).join(sep)]);
}

function open(directory: string, options: OpenWorkspaceOptions): Workspace {
  try {
    return openWorkspace(directory, options);
  } catch (cause) {
    throw internalFailure(undefined, "the workspace directory cannot be opened", cause);
  }
}
