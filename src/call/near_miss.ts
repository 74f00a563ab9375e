// For a path that does not exist: finds the nearest existing folder and the entry there that was probably meant, but never one that is
// denied, not allowed or ignored.

import type { CallClock } from "../disk/call_clock.ts";
import { joinLocation, textToRaw } from "../disk/names.ts";
import { SandboxPath } from "../disk/sandbox_path.ts";
import type { Entry, EntryKind, SealedDirectory } from "../disk/types.ts";
import type { NearMiss } from "../errors/paths.ts";
import { ToolError } from "../errors.ts";
import { type Nearness, nearnessOf } from "../input/near_name.ts";
import { type Opening, openAllowed, resolveGuarded } from "../view/guard.ts";
import { ignored, type ViewRules } from "../view/rules.ts";
import { View } from "../view/view.ts";
import { namesShowing } from "./built_in.ts";
import type { CallNotes } from "./call_notes.ts";
import type { ToolContext } from "./context.ts";
import { decideEarly, decideLate, type Policy } from "./policy.ts";

/** Ignored names are not suggested. */
const NOT_IGNORED: ViewRules = {
  names: [ignored],
  kinds: { directory: "shown", file: "shown", symlink: "shown", other: "shown" },
};

/** No suggestions in folders with more names. */
const MAX_NAMES = 10_000;

interface NearEntry extends Entry {
  readonly nearness: Nearness;
}

/** With notes for the record of the call. */
export interface NotedOpening extends Opening {
  readonly notes?: CallNotes | undefined;
}

/** What to add to `NOT_FOUND`. Null if nothing is found or the search fails, unless the call is cancelled or out of time. */
export function findHint(context: ToolContext, path: SandboxPath, opening: NotedOpening): Promise<NearMiss | null> {
  return attempt(() => findNearMiss(context, path.names, opening));
}

async function findNearMiss(
  context: ToolContext,
  names: readonly string[],
  opening: NotedOpening,
): Promise<NearMiss | null> {
  const depth = await findDepth(context, names, opening);
  const [path, missing] = [toPath(names, depth), names[depth]];
  using folder = await openAllowed(context, path, opening);
  if (folder.kind !== "directory" || missing === undefined) return null;
  if (!mayListNames(context.policy)) return { folder: path.relative, meant: null };
  const meant = await attempt(() => findMeant(context, folder, path.relative, missing, opening));
  return { folder: path.relative, meant };
}

/** If no tool may list folders, an error must not reveal names either. */
function mayListNames(policy: Policy): boolean {
  return namesShowing("names").some(
    (name) =>
      decideEarly(policy, name).kind === "allow" &&
      decideLate(policy, { name, isSideEffecting: false, requiresApproval: false }).kind === "allow",
  );
}

/** How many of the names lead to an existing folder. Found by bisection, because every prefix of an existing path exists. */
async function findDepth(context: ToolContext, names: readonly string[], opening: NotedOpening): Promise<number> {
  let [depth, missing] = [0, names.length];
  while (missing - depth > 1) {
    const middle = Math.floor((depth + missing) / 2);
    if (await isFolder(context, toPath(names, middle), opening)) depth = middle;
    else missing = middle;
  }
  return depth;
}

async function isFolder(context: ToolContext, path: SandboxPath, opening: NotedOpening): Promise<boolean> {
  try {
    using node = await resolveGuarded(context, path, opening);
    return node.kind === "directory";
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/** The path of the nearest entry to `missing`, if there is only one. */
async function findMeant(
  context: ToolContext,
  folder: SealedDirectory,
  parent: string,
  missing: string,
  opening: NotedOpening,
): Promise<string | null> {
  const { clock, notes } = opening;
  notes?.noteDirectory(folder.location);
  const near = await listNear(folder, missing, clock);
  if (near.length === 0) return null;
  const { discovery, workspace } = context;
  const walk = await discovery.openWalk(workspace, folder.names, { respectGeminiIgnore: true }, clock);
  const view = View.atStart(NOT_IGNORED, { path: parent, denied: opening.denied, ignored: walk }, folder);
  let meant: { readonly path: string; readonly nearness: Nearness } | null = null;
  for (const { nearness, ...entry } of near) {
    if (meant !== null && nearness > meant.nearness) break;
    if (clock.isDue()) await clock.rest();
    const path = joinLocation(parent, entry.raw);
    if (view.judge(entry) !== "shown" || !(await isOpenable(context, path, opening))) continue;
    if (meant !== null) return null;
    meant = { path, nearness };
  }
  return meant?.path ?? null;
}

/** False if it is denied, a link that is broken or leads outside, or not UTF-8. A file without read permission still exists. */
async function isOpenable(context: ToolContext, path: string, opening: NotedOpening): Promise<boolean> {
  try {
    (await openAllowed(context, SandboxPath.ofLocation(path), opening)).close();
    return true;
  } catch (error) {
    if (!ToolError.isInstance(error) || isEnd(error)) throw error;
    return error.code === "INTERNAL";
  }
}

/** The nearest first. Empty if `missing` exists: as a broken link, or as a file used like a folder. */
async function listNear(folder: SealedDirectory, missing: string, clock: CallClock): Promise<readonly NearEntry[]> {
  const near: NearEntry[] = [];
  const rawMissing = textToRaw(missing);
  let seen = 0;
  let isThere = false;
  const look = (raw: string, name: string, kind: EntryKind) => {
    if (++seen > MAX_NAMES) throw new RangeError("too many names");
    isThere ||= raw === rawMissing;
    const nearness = nearnessOf(missing, name);
    if (nearness !== null) near.push({ raw, name, kind, nearness });
    return false;
  };
  await folder.list({ limit: 0, order: () => 0, accept: ({ raw, name, kind }) => look(raw, name, kind) }, clock);
  return isThere ? [] : near.sort((a, b) => a.nearness - b.nearness);
}

function toPath(names: readonly string[], depth: number): SandboxPath {
  return SandboxPath.ofLocation(names.slice(0, depth).join("/") || ".");
}

export function isNotFound(error: unknown): error is ToolError {
  return ToolError.isInstance(error) && error.code === "NOT_FOUND";
}

/** Null if it fails, unless the call is cancelled or out of time. */
async function attempt<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (ToolError.isInstance(error) && isEnd(error)) throw error;
    return null;
  }
}

function isEnd({ kind }: ToolError): boolean {
  return kind === "Cancelled" || kind === "Timeout";
}
