// Collects the facts about a path: what it is, where it leads, and which rules match it. judge.ts finds out what the tools do with it.

import type { FileDiscoveryService } from "../discovery/service.ts";
import type { IgnoreProblem, IgnoreVerdict } from "../discovery/verdict.ts";
import { notFound, ToolError } from "../errors.ts";
import type { ToolContext } from "../gate/context.ts";
import type { Denial, Denied } from "../security/denied.ts";
import { isDefaultExclude } from "../tools/default_excludes.ts";
import { isInFolders } from "../workspace/allowed_roots.ts";
import { CallClock } from "../workspace/call_clock.ts";
import { joinLocation, textToRaw } from "../workspace/names.ts";
import { SandboxPath } from "../workspace/sandbox_path.ts";
import type { EntryKind, WalkWatcher } from "../workspace/types.ts";
import type { Facts, IgnoreRule } from "./types.ts";

/** What was found of a path inside. */
export interface Seen {
  readonly facts: Facts & { readonly path: string };
  /** Where the entry itself lies: of a link, not what it leads to. Null if it was not found. */
  readonly itself: string | null;
  /** Why it was not. */
  readonly failure: Pick<ToolError, "code" | "message"> | null;
}

export const NOTHING: Facts = {
  path: null,
  place: "invalid",
  location: null,
  links: [],
  kind: null,
  denied_by: null,
  outside_allowed_roots: null,
  hidden_by: null,
  excluded_by: null,
  git: null,
  gemini: null,
  problems: [],
};

/** Never throws for what the path is, or for what becomes of it meanwhile. */
export async function findFacts(context: ToolContext, path: string): Promise<Seen> {
  const denied = await context.loadDenied(new CallClock());
  const entry = await attempt(() => findEntry(context, path));
  const target = await findTarget(context, denied, path);
  const { itself, kind } = "value" in entry ? entry.value : { itself: null, kind: null };
  const facts = {
    ...NOTHING,
    ...target,
    ...(itself === null ? {} : await findRules(context.discovery, denied, itself)),
    path,
    kind,
    hidden_by: findHidden(path.split("/")),
    excluded_by: path.split("/").find(isDefaultExclude) ?? null,
  };
  return { facts, itself, failure: "failure" in entry ? entry.failure : null };
}

export function findHidden(names: readonly string[]): string | null {
  return names.find((name) => name.startsWith(".") && name !== ".") ?? null;
}

/** The entry that the path ends with: links on the way to it are followed, and if it is one, it is not. */
async function findEntry({ workspace }: ToolContext, path: string): Promise<{ itself: string; kind: EntryKind }> {
  if (path === ".") return { itself: path, kind: "directory" };
  const cut = path.lastIndexOf("/");
  const clock = new CallClock();
  using folder = await workspace.resolve(SandboxPath.ofLocation(cut === -1 ? "." : path.slice(0, cut)), clock);
  if (folder.kind !== "directory") throw notFound(path);
  const raw = textToRaw(path.slice(cut + 1));
  const [metadata] = await folder.childMetadata([raw], clock);
  if (metadata === undefined || ToolError.isInstance(metadata)) throw metadata ?? notFound(path);
  return { itself: joinLocation(folder.location, raw), kind: metadata.kind };
}

/** What the path leads to, and which places on the way may not be looked at: the gate stops there, the owner is told the rest. */
async function findTarget(
  { workspace, allowedRoots, leadsToAllowed }: ToolContext,
  denied: Denied,
  path: string,
): Promise<Pick<Facts, "place" | "location" | "links" | "denied_by" | "outside_allowed_roots">> {
  // Once each: a circle is gone round many times.
  const seen = new Set<string>();
  let denied_by: Denial | null = null;
  let isAllowed = true;
  const watcher: WalkWatcher = {
    guard: (location) => {
      denied_by ??= denied.find(location);
      isAllowed &&= leadsToAllowed(location);
    },
    onLink: (location) => seen.add(location),
  };
  const found = await attempt(async () => {
    using node = await workspace.resolve(SandboxPath.ofLocation(path), new CallClock(), watcher);
    isAllowed &&= isInFolders(node.location, allowedRoots ?? ["."]);
    const isDirectory = node.kind === "directory";
    denied_by ??= denied.find(path, isDirectory) ?? denied.find(node.location, isDirectory);
    return node.location;
  });
  const told = { links: [...seen], denied_by, outside_allowed_roots: isAllowed ? null : allowedRoots };
  if ("value" in found) return { place: "inside", location: found.value, ...told };
  return { place: toPlace(found.failure), location: null, ...told };
}

function toPlace({ kind, code }: ToolError): Facts["place"] {
  if (kind === "SandboxViolation") return "outside";
  return code === "NOT_FOUND" ? "missing" : "unknown";
}

async function findRules(
  discovery: FileDiscoveryService,
  denied: Denied,
  itself: string,
): Promise<Pick<Facts, "git" | "gemini" | "problems">> {
  const found = await attempt(async () => discovery.explainPath(itself));
  if ("failure" in found)
    return { git: null, gemini: null, problems: [`ignore rules cannot be read: ${found.failure.message}`] };
  const { git, gemini, problems } = found.value;
  return { git: toRule(git, denied), gemini: toRule(gemini, denied), problems: problems.map(describeProblem) };
}

/** A file that must not be read is obeyed, and its lines are not told. */
function toRule({ ignored, from }: IgnoreVerdict, denied: Denied): IgnoreRule | null {
  if (from === null) return null;
  const isDenied = from.file !== null && denied.find(from.file, false) !== null;
  return { ignored, ...from, pattern: isDenied ? null : from.pattern };
}

function describeProblem({ source, file, reason }: IgnoreProblem): string {
  return `${file ?? source} is not obeyed: ${reason.replaceAll("_", " ")}`;
}

type Attempt<T> = { readonly value: T } | { readonly failure: ToolError };

export async function attempt<T>(act: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await act() };
  } catch (error) {
    if (ToolError.isInstance(error)) return { failure: error };
    throw error;
  }
}
