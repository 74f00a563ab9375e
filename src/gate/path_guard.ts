// Decides by names alone whether a call may access a path: denied paths are refused, and if only some folders are allowed, so is everything
// outside them. The disk is accessed only afterwards, so a refusal does not tell whether the path exists.

import { outsideAllowedRoots } from "../errors.ts";
import { type Denied, refusalOf } from "../security/denied.ts";
import { isInFolders } from "../workspace/allowed_roots.ts";
import type { CallClock } from "../workspace/call_clock.ts";
import type { SandboxPath } from "../workspace/sandbox_path.ts";
import type { PlaceGuard, SealedNode } from "../workspace/types.ts";
import type { CallNotes } from "./call_notes.ts";
import type { ToolContext } from "./context.ts";

type Allowed = Pick<ToolContext, "allowedRoots" | "leadsToAllowed">;

/** What is denied in a call, and its time limit. */
export interface Opening {
  readonly denied: Denied;
  readonly clock: CallClock;
  readonly notes?: CallNotes | undefined;
}

/** Checks every location that `path` goes through. Throws a refusal that names `path`. */
function guardPlaces(allowed: Allowed, denied: Denied, path: string): PlaceGuard {
  const refuseElsewhere = guardAllowed(allowed, path);
  return (location) => {
    const denial = denied.find(location);
    if (denial !== null) throw refusalOf(path, denial);
    refuseElsewhere(location);
  };
}

/** The same without the denied patterns, which hide content but not names. */
export function guardAllowed({ allowedRoots, leadsToAllowed }: Allowed, path: string): PlaceGuard {
  return (location) => {
    if (allowedRoots !== null && !leadsToAllowed(location)) throw outsideAllowedRoots(path, allowedRoots);
  };
}

/** Opens `path`. Throws if the call may not access it, or if it cannot be opened. */
export function openAllowed(context: ToolContext, path: SandboxPath, opening: Opening): Promise<SealedNode> {
  return resolveGuarded(context, path, opening, (node) => requireAllowed(context, path.relative, node));
}

/** The same for a path that may also be on the way to an allowed folder. `keep` gets the opened node. */
export async function resolveGuarded(
  context: ToolContext,
  path: SandboxPath,
  { denied, clock }: Opening,
  keep: (node: SealedNode) => SealedNode = (node) => node,
): Promise<SealedNode> {
  const { relative } = path;
  const node = await context.workspace.resolve(path, clock, { guard: guardPlaces(context, denied, relative) });
  // Rules for directories only can be checked now that the kind is known.
  const isDirectory = node.kind === "directory";
  const denial = denied.find(relative, isDirectory) ?? denied.find(node.location, isDirectory);
  if (denial === null) return keep(node);
  node.close();
  throw refusalOf(relative, denial);
}

/** Returns the node, or closes it and throws if it is only on the way to an allowed folder. */
export function requireAllowed({ allowedRoots }: Allowed, path: string, node: SealedNode): SealedNode {
  if (allowedRoots === null || isInFolders(node.location, allowedRoots)) return node;
  node.close();
  throw outsideAllowedRoots(path, allowedRoots);
}
