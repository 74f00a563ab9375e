// Opens an absolute path inside one of the host's workspace directories, or reports why not.

import { isAbsolute } from "node:path";
import { promiseNode } from "../../disk/promised.ts";
import type { SandboxPath } from "../../disk/sandbox_path.ts";
import { orClose, type Steps, toEnd, withoutWaiting } from "../../disk/steps.ts";
import type { Node, SealedNode, Workspace } from "../../disk/types.ts";
import { invalidArgument } from "../../errors/arguments.ts";
import { ToolError } from "../../errors.ts";
import { refuseDenied } from "../../view/guard.ts";
import { type HoldingWorkspace, openHoldingWorkspace } from "./find_workspace.ts";
import { formatNotAbsolute, formatOutside } from "./format.ts";
import type { LSToolConfig, LSToolOptions } from "./types.ts";

/** The caller closes both. */
export interface OpenPath {
  readonly workspace: Workspace;
  readonly node: SealedNode;
}

/** Why no call is made for this path, or null: it is invalid, or it is or leads outside. */
export function findPathFault(path: string, config: LSToolConfig, options: LSToolOptions): string | null {
  try {
    const opened = toEnd(withoutWaiting(openPath(path, config, options)));
    opened?.node.close();
    opened?.workspace.close();
    return null;
  } catch (error) {
    if (!ToolError.isInstance(error)) throw error;
    return error.kind === "BadArgs" ? error.message : null;
  }
}

// 1 absolute 2 the host's check 3 a directory that contains it 4 denied as requested 5 the seal 6 denied at its location. The host's check
// is not enough: it was a moment ago, and a link may lead elsewhere by now.
export function* openPath(path: string, config: LSToolConfig, options: LSToolOptions): Steps<OpenPath> {
  if (!isAbsolute(path)) throw invalidArgument(formatNotAbsolute(path));
  const holder = openWorkspaceOf(path, config, options);
  return yield* orClose(holder.workspace, openInside(holder, path, config, options));
}

function* openInside(
  { workspace, inside }: HoldingWorkspace,
  path: string,
  config: LSToolConfig,
  { denied }: LSToolOptions,
): Steps<OpenPath> {
  refuseDenied(denied, inside.relative, path);
  const node = yield* resolveInside(workspace, inside, config);
  try {
    refuseDenied(denied, node.location, path);
  } catch (error) {
    node.close();
    throw error;
  }
  return { workspace, node: promiseNode(node) };
}

function openWorkspaceOf(path: string, config: LSToolConfig, { strategy }: LSToolOptions): HoldingWorkspace {
  const context = config.getWorkspaceContext();
  if (!context.isPathWithinWorkspace(path)) throw outside(config);
  const holder = openHoldingWorkspace(path, context.getDirectories(), { strategy });
  if (holder === null) throw outside(config);
  return holder;
}

function* resolveInside({ inner }: Workspace, inside: SandboxPath, config: LSToolConfig): Steps<Node> {
  try {
    return yield* inner.resolve(inside);
  } catch (error) {
    throw ToolError.isInstance(error) && error.kind === "SandboxViolation" ? outside(config) : error;
  }
}

function outside(config: LSToolConfig): ToolError {
  return invalidArgument(formatOutside(config.getWorkspaceContext().getDirectories()));
}
