// What each tool would do with a path, in one word and a reason, from the facts about it. Leaves finding the facts to explain.ts.

import type { ToolContext } from "../context.ts";
import type { FileDiscoveryService } from "../discovery/service.ts";
import { ToolError } from "../errors.ts";
import type { SecureTool } from "../gate/spec.ts";
import { decideLate } from "../security/policy.ts";
import { refuseBinary, refuseLarge } from "../tools/edit/read_file/file_guard.ts";
import { Pace } from "../workspace/pace.ts";
import type { EntryKind } from "../workspace/types.ts";
import type { Facts, Seen, ToolAnswer } from "./types.ts";

export interface ToolRules {
  readonly tree: SecureTool<never, unknown>;
  readonly list: SecureTool<never, unknown>;
  readonly read: SecureTool<never, unknown>;
  readonly discovery: FileDiscoveryService;
  /** The largest file that `read_file` reads. */
  readonly maxBytes: number;
  readonly listHides: ListHides;
}

/** What the list leaves out: names with a dot, by which ignore rules, and kinds, each with the parameter that shows it. */
export interface ListHides {
  readonly hidden: boolean;
  readonly git: boolean;
  readonly gemini: boolean;
  readonly kinds: { readonly [Kind in EntryKind]?: string | null };
}

const SHOWN: ToolAnswer = { word: "shown", reason: "" };
const SHOWN_AMONG_ALL: ToolAnswer = { word: "shown", reason: 'with entry_kind "all"' };
const READABLE: ToolAnswer = { word: "readable", reason: "" };

export function judgeTools(context: ToolContext, rules: ToolRules, seen: Seen): Record<string, ToolAnswer> {
  const answers = {
    tree: judgeTree(rules, seen.facts) ?? judgeWay(context, seen) ?? showInTree(seen.facts),
    list_directory: judgeList(rules, seen.facts) ?? judgeWay(context, seen) ?? SHOWN,
    read_file: judgeRead(rules, seen),
  };
  const tools = { tree: rules.tree, list_directory: rules.list, read_file: rules.read };
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [
      name,
      judgePolicy(context, tool) ?? judgePlace(seen) ?? answers[name as keyof typeof answers],
    ]),
  );
}

function judgePolicy(context: ToolContext, { definition, traits }: SecureTool<never, unknown>): ToolAnswer | null {
  const decision = decideLate(context.policy, { name: definition.name, ...traits });
  return decision.kind === "deny" ? { word: "refused", reason: decision.reason } : null;
}

/** What holds for all tools alike. */
function judgePlace({ facts, failure }: Seen): ToolAnswer | null {
  if (failure !== null) return { word: "refused", reason: failure.message };
  if (facts.outside_allowed_roots === null) return null;
  return { word: "refused", reason: `outside the allowed folders: ${facts.outside_allowed_roots.join(", ")}` };
}

// The first that applies. A tree starts at the root and does not follow links, so it shows nothing below one.
function judgeTree({ tree }: ToolRules, facts: Facts): ToolAnswer | null {
  if (facts.excluded_by !== null) return hide(`${facts.excluded_by} is always left out`);
  if (facts.hidden_by !== null) return hide(`${facts.hidden_by} starts with a dot; include_hidden shows it`);
  if (facts.kind === "other") return hide("it is neither file, directory nor link");
  if (tree.traits.respectsGitignore && facts.git?.ignored) return hide("git ignores it");
  return null;
}

function judgeList({ listHides }: ToolRules, facts: Facts): ToolAnswer | null {
  if (listHides.hidden && facts.hidden_by !== null) {
    return hide(`${facts.hidden_by} starts with a dot; include_hidden shows it`);
  }
  const shownBy = listHides.kinds[facts.kind ?? "file"] ?? null;
  // The root of a list is not among its entries, and never left out.
  if (shownBy !== null && facts.path !== ".") return hide(`it is ${nameKind(facts.kind)}; ${shownBy} shows it`);
  if (listHides.git && facts.git?.ignored) return hide("git ignores it");
  if (listHides.gemini && facts.gemini?.ignored) return hide("its .geminiignore rule");
  return null;
}

function nameKind(kind: EntryKind | null): string {
  if (kind === "other") return "neither file, directory nor link";
  return kind === "symlink" ? "a link" : `a ${kind ?? "file"}`;
}

function showInTree({ kind }: Facts): ToolAnswer {
  return kind === "directory" ? SHOWN : SHOWN_AMONG_ALL;
}

/** Walks go neither through links nor into denied directories; the name of what is denied itself is shown. */
function judgeWay({ denied }: ToolContext, { facts: { links, path }, itself }: Seen): ToolAnswer | null {
  if (itself !== path) return hide(`it is shown at ${itself}, not through the link ${links[0]}`);
  const above = path?.includes("/") ? path.slice(0, path.lastIndexOf("/")) : null;
  const pattern = above === null ? null : denied.find(above);
  return pattern === null ? null : hide(`its folder is denied by the pattern ${pattern}`);
}

function hide(reason: string): ToolAnswer {
  return { word: "hidden", reason };
}

function judgeRead({ maxBytes }: ToolRules, { facts, node }: Seen): ToolAnswer {
  if (facts.denied_by !== null) return { word: "refused", reason: `denied by the pattern ${facts.denied_by}` };
  if (node === null || node.kind !== "file") return { word: "refused", reason: "it is not a regular file" };
  try {
    const path = facts.path ?? "";
    refuseLarge(node.metadata().sizeBytes, maxBytes, path);
    refuseBinary(node.read(maxBytes, new Pace()).bytes, path);
    return READABLE;
  } catch (error) {
    return { word: "refused", reason: ToolError.isInstance(error) ? error.message : "it cannot be read" };
  }
}
