// Opens a workspace root, with the strongest strategy that the system offers.

import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { errnoOf, isTransient, toToolError } from "./faults.ts";
import { ProcFolder } from "./proc/folder.ts";
import { offersHandles } from "./proc/root.ts";
import { promiseFolder } from "./promised.ts";
import type { Folder, Strategy, Workspace } from "./types.ts";
import { PortableFolder } from "./verify/folder.ts";

// The number of folders above the root that are kept open for ignore rules. A guess: repositories are seldom opened deeper inside. Each
// takes a descriptor.
const MAX_ABOVE = 16;

export interface OpenWorkspaceOptions {
  /** Forces one strategy; `handles` throws if the system does not support it. Default: the strongest that the system offers. */
  readonly strategy?: Strategy | undefined;
}

/** Throws a plain `Error` if the root cannot be used: that is the caller's mistake, not a model's. */
export function openWorkspace(root: string, options: OpenWorkspaceOptions = {}): Workspace {
  return promiseFolder(openFolder(root, options));
}

function openFolder(root: string, options: OpenWorkspaceOptions): Folder {
  const given = resolve(root);
  const canonical = canonicalRoot(root);
  const rootNames = given === canonical ? [canonical] : [canonical, given];
  const hasHandles = options.strategy !== "verify" && offersHandles();
  const strategy = options.strategy ?? (hasHandles ? "handles" : "verify");
  if (strategy === "handles" && !hasHandles) {
    throw new Error("this strategy needs /proc/self/fd, which this system does not offer");
  }
  try {
    return strategy === "handles" ? ProcFolder.open(rootNames, MAX_ABOVE) : new PortableFolder(rootNames, MAX_ABOVE);
  } catch (error) {
    const reason = errnoOf(error) ?? (error instanceof Error ? error.message : "unknown reason");
    throw new Error(`the workspace root cannot be opened (${reason}): ${root}`, { cause: error });
  }
}

/** Null if it cannot be a root. Throws a `ToolError` for transient errors. */
export function openIfRoot(root: string, options: OpenWorkspaceOptions = {}): Workspace | null {
  try {
    return openWorkspace(root, options);
  } catch (error) {
    const failure = toToolError(error instanceof Error ? error.cause : error, ".");
    if (isTransient(failure)) throw failure;
    return null;
  }
}

/** Absolute, without links. Throws a plain `Error` if the root cannot be used. */
export function canonicalRoot(root: string): string {
  let canonical: string;
  try {
    canonical = realpathSync.native(resolve(root));
  } catch (cause) {
    throw new Error(`the workspace root does not exist or cannot be reached: ${root}`, { cause });
  }
  if (!statSync(canonical).isDirectory()) throw new Error(`the workspace root is not a directory: ${root}`);
  return canonical;
}
