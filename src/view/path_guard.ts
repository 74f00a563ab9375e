// Decides by names alone whether a call may access a path: denied paths are refused, and if only some folders are allowed, so is everything
// outside them. The disk is accessed only afterwards, so a refusal does not tell whether the path exists.

import { isInFolders } from "../disk/allowed_roots.ts";
import type { CallClock } from "../disk/call_clock.ts";
import type { SandboxPath } from "../disk/sandbox_path.ts";
import type { PlaceGuard, SealedNode, Workspace } from "../disk/types.ts";
import { outsideAllowedRoots } from "../errors/paths.ts";
import { type Denied, refusalOf } from "./denied/patterns.ts";

/** The folders that the owner allows. */
interface Allowed {
  /** Their locations, links resolved, relative to the root. Null: the whole workspace. */
  readonly allowedRoots: readonly string[] | null;
  /** Whether a location is in one of them or on the way to one, as the owner wrote it or with links resolved. */
  readonly leadsToAllowed: (location: string) => boolean;
}

/** A workspace of which only some folders may be allowed. */
export interface Confines extends Allowed {
  readonly workspace: Workspace;
}

/** What is denied in a call, and its time limit. */
export interface Opening {
  readonly denied: Denied;
  readonly clock: CallClock;
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
export function openAllowed(context: Confines, path: SandboxPath, opening: Opening): Promise<SealedNode> {
  return resolveGuarded(context, path, opening, (node) => requireAllowed(context, path.relative, node));
}

/** The same for a path that may also be on the way to an allowed folder. `keep` gets the opened node. */
export async function resolveGuarded(
  context: Confines,
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
