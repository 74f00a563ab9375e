// Finds out for the owner what a path leads to, and every rule that keeps an agent from its content. A model's call would stop at the first.

import { isInFolders } from "../disk/allowed_roots.ts";
import { SandboxPath } from "../disk/sandbox_path.ts";
import type { Steps } from "../disk/steps.ts";
import type { EntryKind, WalkWatcher } from "../disk/types.ts";
import { ToolError } from "../errors.ts";
import { findDenial, refusalOf } from "./denied/denial.ts";
import type { Confines } from "./guard.ts";
import type { BothNames, ContentVerdict, Denial, Denied, Rule } from "./verdict.ts";

export interface Target {
  /** With links resolved; null if nothing was found. */
  readonly location: string | null;
  /** The locations of the links that the path goes through. */
  readonly links: readonly string[];
  /** In order: denied, outside, not allowed, missing or unknown. */
  readonly rules: readonly Rule[];
}

interface TargetOptions {
  readonly denied: Denied;
  /** Whether to continue behind a denied location. If not, the other rules are meaningless for denied paths. */
  readonly passesDenied: boolean;
}

/** `path` is relative to the root. Throws only if the call is cancelled or out of time. */
export function* findTarget(
  { workspace, allowedRoots, leadsToAllowed }: Confines,
  path: string,
  { denied, passesDenied }: TargetOptions,
): Steps<Target> {
  // Each location once: a cycle passes it many times.
  const links = new Set<string>();
  let denial: Denial | null = null;
  let isAllowed = true;
  const watcher: WalkWatcher = {
    guard: (location) => {
      denial ??= denied.find(location);
      if (denial !== null && !passesDenied) throw refusalOf(path, denial);
      isAllowed &&= leadsToAllowed(location);
    },
    onLink: (location) => links.add(location),
  };
  let location: string | null = null;
  let failure: Failure | null = null;
  try {
    using node = yield* workspace.inner.resolve(SandboxPath.ofLocation(path), watcher);
    isAllowed &&= isInFolders(node.location, allowedRoots ?? ["."]);
    denial ??= findDenial(denied, { path, location: node.location }, node.kind);
    location = node.location;
  } catch (error) {
    failure = toRule(error);
  }
  const rules: Rule[] = [];
  if (denial !== null) rules.push({ rule: "denied", denial });
  if (failure?.rule === "outside") rules.push(failure);
  if (!isAllowed && allowedRoots !== null) rules.push({ rule: "not_allowed", roots: allowedRoots });
  if (failure !== null && failure.rule !== "outside") rules.push(failure);
  return { location, links: [...links], rules };
}

type Failure = Extract<Rule, { rule: "outside" | "missing" | "unknown" }>;

function toRule(error: unknown): Failure {
  if (!ToolError.isInstance(error) || error.kind === "Timeout" || error.kind === "Cancelled") throw error;
  if (error.kind === "SandboxViolation") return { rule: "outside" };
  return { rule: error.code === "NOT_FOUND" ? "missing" : "unknown" };
}

/** Whether an agent can open an entry by name, and what prevents it. Only links are looked at; for other entries the names decide. */
export function* judgeContent(
  context: Confines,
  names: BothNames,
  kind: EntryKind,
  denied: Denied,
): Steps<ContentVerdict> {
  const denial = findDenial(denied, names, kind);
  if (denial !== null) return { rule: "denied", denial };
  // A link whose name is not UTF-8 cannot be opened, so nothing is known about it.
  if (kind !== "symlink" || names.location.includes("\ufffd")) return "open";
  yield;
  const { rules } = yield* findTarget(context, names.location, { denied, passesDenied: false });
  return rules.find(({ rule }) => rule !== "unknown") ?? "open";
}
