// Finds the workspace directory that contains an absolute path, by the directory's given or real path, and opens it. Compares text only,
// without disk access for the path.

import { resolve } from "node:path";
import { type OpenWorkspaceOptions, openIfRoot, openWorkspace } from "../../disk/open.ts";
import { SandboxPath } from "../../disk/sandbox_path.ts";
import type { Workspace } from "../../disk/types.ts";
import { internalFailure } from "../../errors/calls.ts";
import { ToolError } from "../../errors.ts";

export interface HoldingWorkspace {
  readonly workspace: Workspace;
  /** The requested path inside it; links are not resolved. */
  readonly inside: SandboxPath;
}

/** Null if no directory contains the path. The caller closes the workspace. Throws if the path is invalid. */
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

/** The path of a directory without links; null if it cannot be opened. */
export function canonicalNameOf(directory: string): string | null {
  const workspace = openIfRoot(directory);
  workspace?.close();
  return workspace?.rootNames[0] ?? null;
}

/** `path` relative to `directory`, by their text alone; null if it is elsewhere. */
export function pathWithin(path: string, directory: string): SandboxPath | null {
  try {
    return SandboxPath.resolveInWorkspace(path, [directory]);
  } catch (error) {
    if (ToolError.isInstance(error) && error.kind === "SandboxViolation") return null;
    throw error;
  }
}

/** If several contain it, they are nested: the innermost has the longest path. */
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
