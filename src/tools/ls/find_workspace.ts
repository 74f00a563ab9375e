// Finds which workspace directory holds an absolute path, by the directory's name or its real one, and opens it. By text alone: the disk
// is not asked for the path.

import { resolve } from "node:path";
import { internalFailure, ToolError } from "../../errors.ts";
import { type OpenWorkspaceOptions, openIfRoot, openWorkspace } from "../../workspace/open.ts";
import { SandboxPath } from "../../workspace/sandbox_path.ts";
import type { Workspace } from "../../workspace/types.ts";

export interface HoldingWorkspace {
  readonly workspace: Workspace;
  /** The path inside it, as asked for: links not resolved. */
  readonly inside: SandboxPath;
}

/** Null if no directory holds the path. The workspace must be closed. Throws for a path that can name nothing. */
export function openHoldingWorkspace(
  path: string,
  directories: readonly string[],
  options: OpenWorkspaceOptions = {},
): HoldingWorkspace | null {
  return (
    openByText(path, directories, options) ??
    openByText(
      path,
      directories.flatMap((name) => canonicalNameOf(name) ?? []),
      options,
    )
  );
}

/** What a directory is called when no link is on the way; null if it cannot be opened. */
export function canonicalNameOf(directory: string): string | null {
  const workspace = openIfRoot(directory);
  workspace?.close();
  return workspace?.rootNames[0] ?? null;
}

/** `path` below `directory`, by their text alone; null if it lies elsewhere. */
export function pathWithin(path: string, directory: string): SandboxPath | null {
  try {
    return SandboxPath.resolveInWorkspace(path, [directory]);
  } catch (error) {
    if (ToolError.isInstance(error) && error.kind === "SandboxViolation") return null;
    throw error;
  }
}

/** Of several that hold it, one lies in the other: the inner one has the longer name. */
function openByText(path: string, directories: readonly string[], options: OpenWorkspaceOptions) {
  const innermostFirst = directories.map((directory) => resolve(directory)).sort((a, b) => b.length - a.length);
  for (const directory of innermostFirst) {
    const inside = pathWithin(path, directory);
    if (inside !== null) return { workspace: open(directory, options), inside };
  }
  return null;
}

function open(directory: string, options: OpenWorkspaceOptions): Workspace {
  try {
    return openWorkspace(directory, options);
  } catch (cause) {
    throw internalFailure(undefined, "the workspace directory cannot be opened", cause);
  }
}
