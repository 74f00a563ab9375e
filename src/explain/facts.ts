// Collects the facts about a path: its kind, where it leads, and which rules match it.

import type { ToolContext } from "../call/context.ts";
import type { CallClock } from "../disk/call_clock.ts";
import { joinLocation, textToRaw } from "../disk/names.ts";
import { SandboxPath } from "../disk/sandbox_path.ts";
import { inSlices } from "../disk/steps.ts";
import type { EntryKind } from "../disk/types.ts";
import { notFound } from "../errors/paths.ts";
import { ToolError } from "../errors.ts";
import { isDefaultExclude } from "../view/default_excludes.ts";
import type { FileDiscoveryService, PathExplanation } from "../view/discovery_service.ts";
import { toIgnoreRule } from "../view/ignore_rule.ts";
import { findTarget, type Target } from "../view/target.ts";
import type { Denied, Rule } from "../view/verdict.ts";
import type { Facts } from "./types.ts";

/** The facts about a path inside the workspace. */
export interface Seen {
  readonly facts: Facts & { readonly path: string };
  /** The location of the entry itself: for a link, not its target. Null if it was not found. */
  readonly itself: string | null;
  /** Why it was not found. */
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

/** Never throws because of the path's kind, or because it changes meanwhile. */
export async function findFacts(context: ToolContext, path: string, denied: Denied, clock: CallClock): Promise<Seen> {
  await clock.pause();
  const entry = await attempt(() => findEntry(context, path, clock));
  await clock.pause();
  const target = await inSlices(findTarget(context, path, { denied, passesDenied: true }), clock);
  await clock.pause();
  const { itself, kind } = "value" in entry ? entry.value : { itself: null, kind: null };
  const facts = {
    ...NOTHING,
    ...toFacts(target),
    ...(itself === null ? {} : await findRules(context.discovery, denied, itself, clock)),
    path,
    kind,
    hidden_by: findHidden(path.split("/")),
    excluded_by: path.split("/").find(isDefaultExclude) ?? null,
  };
  return { facts, itself, failure: "failure" in entry ? entry.failure : null };
}

function toFacts({ location, links, rules }: Target) {
  const find = <Name extends Rule["rule"]>(name: Name) =>
    rules.find((rule): rule is Extract<Rule, { readonly rule: Name }> => rule.rule === name);
  return {
    place: toPlace(rules),
    location,
    links,
    denied_by: find("denied")?.denial ?? null,
    outside_allowed_roots: find("not_allowed")?.roots ?? null,
  };
}

function toPlace(rules: readonly Rule[]): Facts["place"] {
  for (const { rule } of rules) if (rule === "outside" || rule === "missing" || rule === "unknown") return rule;
  return "inside";
}

function findHidden(names: readonly string[]): string | null {
  return names.find((name) => name.startsWith(".") && name !== ".") ?? null;
}

/** The last entry of the path: links on the way are followed, but not the entry itself. */
async function findEntry(
  { workspace }: ToolContext,
  path: string,
  clock: CallClock,
): Promise<{ itself: string; kind: EntryKind }> {
  if (path === ".") return { itself: path, kind: "directory" };
  const cut = path.lastIndexOf("/");
  using folder = await workspace.resolve(SandboxPath.ofLocation(cut === -1 ? "." : path.slice(0, cut)), clock);
  if (folder.kind !== "directory") throw notFound(path);
  const raw = textToRaw(path.slice(cut + 1));
  const [metadata] = await folder.childMetadata([raw], clock);
  if (metadata === undefined || ToolError.isInstance(metadata)) throw metadata ?? notFound(path);
  return { itself: joinLocation(folder.location, raw), kind: metadata.kind };
}

async function findRules(
  discovery: FileDiscoveryService,
  denied: Denied,
  itself: string,
  clock: CallClock,
): Promise<Pick<Facts, "git" | "gemini" | "problems">> {
  const found = await attempt(() => discovery.explainPath(itself, clock));
  if ("failure" in found)
    return { git: null, gemini: null, problems: [`ignore rules cannot be read: ${found.failure.message}`] };
  const { git, gemini, problems } = found.value;
  return {
    git: toIgnoreRule(git, denied),
    gemini: toIgnoreRule(gemini, denied),
    problems: problems.map(describeProblem),
  };
}

function describeProblem({ source, file, reason }: PathExplanation["problems"][number]): string {
  const name = file ?? source;
  // Denied files are not looked at, so it may not exist.
  if (reason === "denied") return `${name} is denied: if it exists, its rules are not applied`;
  if (reason === "unsupported")
    return "a part of the user's git configuration is not read (includeIf?): git may ignore other paths";
  return `${name} is not applied: ${reason.replaceAll("_", " ")}`;
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
