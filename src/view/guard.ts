// Decides by names alone whether a call may access a path: denied paths are refused, and if only some folders are allowed, so is everything
// outside them. The disk is accessed only afterwards, so a refusal does not tell whether the path exists.

import { isInFolders } from "../disk/allowed_roots.ts";
import type { CallClock } from "../disk/call_clock.ts";
import type { SandboxPath } from "../disk/sandbox_path.ts";
import type { PlaceGuard, SealedNode, Workspace } from "../disk/types.ts";
import { outsideAllowedRoots } from "../errors/paths.ts";
import { findDenial, refusalOf } from "./denied/denial.ts";
import { GIT_CONFIGURATION } from "./denied/lists.ts";
import { BUILT_IN_DENIED } from "./denied/patterns.ts";
import type { HeldProject } from "./discovery_service.ts";
import type { Denied } from "./verdict.ts";

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
    refuseDenied(denied, location, path);
    refuseElsewhere(location);
  };
}

/** For a name whose kind is not known. Throws a refusal that names `path`. Without a toolkit, the built-in patterns apply. */
export function refuseDenied(denied: Denied | undefined, location: string, path: string): void {
  const denial = (denied ?? BUILT_IN_DENIED).find(location);
  if (denial !== null) throw refusalOf(path, denial);
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
  const denial = findDenial(denied, { path: relative, location: node.location }, node.kind);
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

/**
 * Denied files are not read as rules, except git's own settings, of which nothing is shown. If only some folders are allowed, rules in the
 * others apply but are not shown.
 */
export function confineRules(denied: Denied, allowedRoots: readonly string[] | null): Omit<HeldProject, "workspace"> {
  return {
    isDenied: (location) => {
      const denial = denied.find(location);
      return denial !== null && !(denial.source === "secrets" && denial.pattern === GIT_CONFIGURATION);
    },
    isVisible: (location) => allowedRoots === null || isInFolders(location, allowedRoots),
    followsLinks: allowedRoots === null,
  };
}
