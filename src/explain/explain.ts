// Finds out why an agent can or cannot see a path: where it leads, which rules speak of it, and what each tool makes of that. Asks the
// layers that decide; decides nothing itself. Leaves the words for a person to show.ts.

import { isInFolders, type ToolContext } from "../context.ts";
import type { FileDiscoveryService } from "../discovery/service.ts";
import type { IgnoreProblem, IgnoreVerdict } from "../discovery/verdict.ts";
import { ToolError } from "../errors.ts";
import { SandboxPath } from "../sandbox/path.ts";
import { isDefaultExclude } from "../tools/edit/tree/filter.ts";
import { Pace } from "../workspace/pace.ts";
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
    return { facts: { ...NOTHING, place: failure.kind === "BadArgs" ? "invalid" : "outside" }, node: null, failure };
  }
  const { links, end } = context.workspace.trace(path);
  try {
    const node = context.workspace.resolve(path, new Pace());
    const rules = discovery.explainPath(node.location);
    return { facts: describe(context, path, links, node, rules), node, failure: null };
  } catch (error) {
    const failure = asToolError(error);
    const place =
      failure.kind === "SandboxViolation" || end === "outside" ? "outside" : end === "missing" ? "missing" : "inside";
    return { facts: { ...NOTHING, path, place, links, ...findNames(path) }, node: null, failure };
  }
}

function describe(
  { denied, allowedRoots }: ToolContext,
  path: string,
  links: readonly string[],
  { location, kind }: SealedNode,
  { git, gemini, problems }: ReturnType<FileDiscoveryService["explainPath"]>,
): Facts {
  return {
    path,
    place: "inside",
    location,
    links,
    kind: links.includes(path) ? "symlink" : kind,
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
