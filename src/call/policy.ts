// Decides whether a tool may run: allowed, denied, or only with approval. Pure.

import { invalidArgument } from "../errors/arguments.ts";
import { policyDenied } from "../errors/calls.ts";
import { didYouMean, quoteShort } from "../errors/quote.ts";
import { findNearest } from "../input/near_name.ts";
import { A_BOOLEAN, type OwnerRule, oneOf, readOwnerInput, TEXTS } from "../input/owner_input.ts";
import { DEFAULTS } from "../registory/config_values.ts";
import { TOOL_DEFINITIONS } from "../registory/definitions.ts";

/** `auto` runs tools, `prompt` confirms those with side effects, `deny` runs only the allowlist. */
export type PolicyMode = "auto" | "prompt" | "deny";

/** Which tools run, and which need human approval. */
export interface Policy {
  /** If false, every call is refused. */
  readonly enabled: boolean;
  /** The rule for tools that are on neither list. */
  readonly mode: PolicyMode;
  /** Names of tools, compared exactly. */
  readonly allowlist: readonly string[];
  /** Names of tools that never run. Wins over everything else. */
  readonly denylist: readonly string[];
  /** In mode `auto`: confirm side-effecting tools. */
  readonly promptSideEffects: boolean;
}

export interface ToolFacts {
  readonly name: string;
  readonly isSideEffecting: boolean;
  readonly requiresApproval: boolean;
}

export type DenyRule = "disabled" | "denylist" | "mode";
export type AskRule = "mode" | "requires_approval";

export type Decision =
  | { readonly kind: "allow" }
  | { readonly kind: "deny"; readonly rule: DenyRule; readonly reason: string }
  | { readonly kind: "ask"; readonly rule: AskRule };

const { timeoutMs: _, ownTools: __, ...policyDefaults } = DEFAULTS.approval;
/** Runs every tool, and confirms those with side effects. */
export const DEFAULT_POLICY: Policy = Object.freeze(policyDefaults);

const ALLOW: Decision = Object.freeze({ kind: "allow" });

/**
 * Before the arguments are read; `allow` means continue. The first rule that applies decides:
 * 1. disabled: deny
 * 2. on the denylist: deny
 */
export function decideEarly(policy: Policy, toolName: string): Decision {
  if (!policy.enabled) return deny("disabled", toolName);
  return policy.denylist.includes(toolName) ? deny("denylist", toolName) : ALLOW;
}

/**
 * After arguments and sandbox, if `decideEarly` returned `allow`. The first rule that applies decides:
 * 1. mode `deny`, not on the allowlist: deny
 * 2. side-effecting, not on the allowlist, in mode `prompt`, or in mode `auto` with `promptSideEffects`: ask
 * 3. requires approval: ask, on the allowlist or not
 * 4. otherwise: allow
 */
export function decideLate(policy: Policy, facts: ToolFacts): Decision {
  const isListed = policy.allowlist.includes(facts.name);
  if (policy.mode === "deny" && !isListed) return deny("mode", facts.name);
  const confirms = policy.mode === "prompt" || (policy.mode === "auto" && policy.promptSideEffects);
  // Not `=== true`: a tool that does not declare it counts as side-effecting.
  if (facts.isSideEffecting !== false && confirms && !isListed) return { kind: "ask", rule: "mode" };
  if (facts.requiresApproval !== false) return { kind: "ask", rule: "requires_approval" };
  return ALLOW;
}

/** Whether every call of the tool is refused, whatever its arguments. */
export function isDenied(policy: Policy, facts: ToolFacts): boolean {
  return [decideEarly(policy, facts.name), decideLate(policy, facts)].some(({ kind }) => kind === "deny");
}

/** Throws `policyDenied` if tools are disabled or this one is on the denylist, before the arguments are read. */
export function refuseEarly(policy: Policy, toolName: string): void {
  refuseIfDenied(decideEarly(policy, toolName), toolName);
}

/** Throws `policyDenied`, or returns whether a person must be asked. */
export function refuseIfDenied(decision: Decision, toolName: string): "allow" | "ask" {
  if (decision.kind === "deny") throw policyDenied((nameTool) => describeDenial(decision.rule, nameTool(toolName)));
  return decision.kind;
}

function deny(rule: DenyRule, toolName: string): Decision {
  return { kind: "deny", rule, reason: describeDenial(rule, toolName) };
}

function describeDenial(rule: DenyRule, toolName: string): string {
  const tool = `tool ${quoteShort(toolName)}`;
  if (rule === "disabled") return "Tool execution disabled by policy";
  if (rule === "denylist") return `${tool} is on the denylist of the policy`;
  return `${tool} is not on the allowlist, and the policy denies all others`;
}

/** The fields that are set. Throws `invalidArgument` if it is not a policy, whatever its type says. */
export function readPolicyFields(given: Partial<Policy>): Partial<Policy> {
  return readOwnerInput("policy", given, POLICY_RULES);
}

/** Fields that are not set get their defaults. */
export function readPolicy(given: Partial<Policy>): Policy {
  const policy: Policy = { ...DEFAULT_POLICY, ...readPolicyFields(given) };
  return { ...policy, allowlist: Object.freeze([...policy.allowlist]), denylist: Object.freeze([...policy.denylist]) };
}

/** The names of the owner's own tools. Null: they are not declared. */
export type OwnTools = readonly string[] | null;

const BUILT_IN: readonly string[] = Object.keys(TOOL_DEFINITIONS).sort();

/** Throws `invalidArgument` if a list names an unknown tool: a misspelled denial would deny nothing. */
export function requireKnownTools(policy: Policy, ownTools: OwnTools): void {
  for (const list of ["allowlist", "denylist"] as const) {
    for (const name of policy[list]) {
      const fault = findNameFault(name, ownTools, "ownTools");
      if (fault !== null) throw invalidArgument(`policy.${list} names ${quoteShort(name)}, which ${fault}`);
    }
  }
}

/** Null if the name is valid; otherwise what is wrong. `declaration` is the reader's name for the list of own tools. */
export function findNameFault(name: string, ownTools: OwnTools, declaration: string): string | null {
  const known = [...BUILT_IN, ...(ownTools ?? [])];
  if (known.includes(name)) return null;
  const nearest = findNearest(name, known);
  const hint = nearest === null ? `; a tool of your own must be in ${declaration}` : didYouMean(nearest);
  return `is not a tool; the tools are ${known.join(", ")}${hint}`;
}

/** Throws `invalidArgument` for a custom tool that is not declared: the lists may misspell it. */
export function requireDeclared(name: string, ownTools: OwnTools): void {
  if (ownTools === null || BUILT_IN.includes(name) || ownTools.includes(name)) return;
  const hint = didYouMean(findNearest(name, ownTools));
  throw invalidArgument(`the tool ${quoteShort(name)} is not in ownTools${hint}`);
}

const POLICY_RULES: Readonly<Record<keyof Policy, OwnerRule>> = {
  enabled: A_BOOLEAN,
  mode: oneOf(["auto", "prompt", "deny"]),
  allowlist: TEXTS,
  denylist: TEXTS,
  promptSideEffects: A_BOOLEAN,
};
