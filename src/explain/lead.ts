// Finds out for the owner where a path leads, and which locations on the way are off limits. A model's call would stop at the first of
// them.

import type { ToolContext } from "../call/context.ts";
import { isInFolders } from "../disk/allowed_roots.ts";
import type { CallClock } from "../disk/call_clock.ts";
import { SandboxPath } from "../disk/sandbox_path.ts";
import type { WalkWatcher } from "../disk/types.ts";
import { ToolError } from "../errors.ts";
import { type Denial, type Denied, refusalOf } from "../view/denied/patterns.ts";

export type LeadContext = Pick<ToolContext, "workspace" | "allowedRoots" | "leadsToAllowed">;

export interface Lead {
  /** `unknown`: permission was missing, or the path was changing. */
  readonly place: "inside" | "outside" | "missing" | "unknown";
  /** Its location with links resolved; null if nothing was found. */
  readonly location: string | null;
  /** The locations of the links that the path goes through. */
  readonly links: readonly string[];
  readonly denied_by: Denial | null;
  /** The allowed folders, if the path or a link on the way is outside of them; otherwise null. */
  readonly outside_allowed_roots: readonly string[] | null;
}

interface LeadOptions {
  readonly denied: Denied;
  readonly clock: CallClock;
  /** Whether to continue behind a denied location. If not, `place` is meaningless for denied paths. */
  readonly passesDenied: boolean;
}

/** `path` is relative to the root. Throws only if the call is cancelled or out of time. */
export async function findLead(
  { workspace, allowedRoots, leadsToAllowed }: LeadContext,
  path: string,
  { denied, clock, passesDenied }: LeadOptions,
): Promise<Lead> {
  // Each location once: a cycle passes it many times.
  const seen = new Set<string>();
  let denied_by: Denial | null = null;
  let isAllowed = true;
  const watcher: WalkWatcher = {
    guard: (location) => {
      denied_by ??= denied.find(location);
      if (denied_by !== null && !passesDenied) throw refusalOf(path, denied_by);
      isAllowed &&= leadsToAllowed(location);
    },
    onLink: (location) => seen.add(location),
  };
  const resolve = async () => {
    using node = await workspace.resolve(SandboxPath.ofLocation(path), clock, watcher);
    isAllowed &&= isInFolders(node.location, allowedRoots ?? ["."]);
    const isDirectory = node.kind === "directory";
    denied_by ??= denied.find(path, isDirectory) ?? denied.find(node.location, isDirectory);
    return { place: "inside", location: node.location } as const;
  };
  const found = await resolve().catch((error: unknown) => ({ place: toPlace(error), location: null }));
  return { ...found, links: [...seen], denied_by, outside_allowed_roots: isAllowed ? null : allowedRoots };
}

function toPlace(error: unknown): Lead["place"] {
  if (!ToolError.isInstance(error) || error.kind === "Timeout" || error.kind === "Cancelled") throw error;
  if (error.kind === "SandboxViolation") return "outside";
  return error.code === "NOT_FOUND" ? "missing" : "unknown";
}
