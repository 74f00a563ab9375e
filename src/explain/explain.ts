// Finds out why an agent can or cannot see a path: where it leads, which rules speak of it, and what each tool makes of that. Asks the
// layers that decide; decides nothing itself. Leaves the words for a person to show.ts.

import type { ToolContext } from "../context.ts";
import type { FileDiscoveryService } from "../discovery/service.ts";
import type { IgnoreProblem, IgnoreVerdict } from "../discovery/verdict.ts";
import { ToolError } from "../errors.ts";
import { isInFolders } from "../sandbox/allowed_roots.ts";
import { SandboxPath } from "../sandbox/path.ts";
import { isDefaultExclude } from "../tools/edit/tree/filter.ts";
import { insistently, Pace } from "../workspace/pace.ts";
import type { SealedNode } from "../workspace/types.ts";
import { judgeTools, type ToolRules } from "./judge.ts";
import type { Explanation, Facts, IgnoreRule, Seen } from "./types.ts";

const NOTHING: Facts = {
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

export function explainPath(context: ToolContext, rules: ToolRules, unsafePath: unknown): Explanation {
  const seen = look(context, rules.discovery, unsafePath);
  try {
    return { ...seen.facts, tools: judgeTools(context, rules, seen) };
  } finally {
    seen.node?.close();
  }
}

function look(context: ToolContext, discovery: FileDiscoveryService, unsafePath: unknown): Seen {
  let path: string;
  try {
    const { allowAbsolute, workspace } = context;
    path = SandboxPath.resolveInWorkspace(unsafePath, workspace.rootNames, { allowAbsolute }).relative;
  } catch (error) {
    const failure = asToolError(error);
    const place = failure.kind === "BadArgs" ? "invalid" : "outside";
    return { facts: { ...NOTHING, place }, node: null, itself: null, failure };
  }
  const { links, end } = insistently(() => context.workspace.trace(path));
  try {
    const itself = locateItself(context, path, links);
    const rules = discovery.explainPath(itself);
    // Last, since it is held open from here on.
    const node = insistently(() => context.workspace.resolveNow(path, new Pace()));
    return { facts: describe(context, { path, itself, links }, node, rules), node, itself, failure: null };
  } catch (error) {
    const failure = asToolError(error);
    const place =
      failure.kind === "SandboxViolation" || end === "outside" ? "outside" : end === "missing" ? "missing" : "inside";
    return { facts: { ...NOTHING, path, place, links, ...findNames(path) }, node: null, itself: null, failure };
  }
}

/** Where the entry lies that the path ends with: links on the way to it are resolved, and if it is one, it is not followed. */
function locateItself({ workspace }: ToolContext, path: string, links: readonly string[]): string {
  const cut = path.lastIndexOf("/");
  if (links.length === 0 || cut === -1) return path;
  const folder = insistently(() => workspace.resolveNow(path.slice(0, cut), new Pace()));
  folder.close();
  return folder.location === "." ? path.slice(cut + 1) : folder.location + path.slice(cut);
}

interface Asked {
  readonly path: string;
  readonly itself: string;
  readonly links: readonly string[];
}

function describe(
  { denied, allowedRoots }: ToolContext,
  { path, itself, links }: Asked,
  { location, kind }: SealedNode,
  { git, gemini, problems }: ReturnType<FileDiscoveryService["explainPath"]>,
): Facts {
  return {
    path,
    place: "inside",
    location,
    links,
    kind: links.includes(itself) ? "symlink" : kind,
    denied_by: denied.find(path) ?? denied.find(location),
    outside_allowed_roots: isInFolders(location, allowedRoots ?? ["."]) ? null : allowedRoots,
    ...findNames(path),
    git: toRule(git),
    gemini: toRule(gemini),
    problems: problems.map(describeProblem),
  };
}

function findNames(path: string): Pick<Facts, "hidden_by" | "excluded_by"> {
  const names = path === "." ? [] : path.split("/");
  return {
    hidden_by: names.find((name) => name.startsWith(".")) ?? null,
    excluded_by: names.find(isDefaultExclude) ?? null,
  };
}

function toRule({ ignored, from }: IgnoreVerdict): IgnoreRule | null {
  return from === null ? null : { ignored, ...from };
}

function describeProblem({ source, file, reason }: IgnoreProblem): string {
  return `${file ?? source} is not obeyed: ${reason.replaceAll("_", " ")}`;
}

function asToolError(error: unknown): ToolError {
  if (ToolError.isInstance(error)) return error;
  throw error;
}
