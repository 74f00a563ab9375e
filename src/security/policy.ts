// Decides whether a tool may run: allowed, denied, or only with approval. Pure.

import { quoteShort } from "../errors.ts";
import { DEFAULTS } from "../registory/config_values.ts";
import { A_BOOLEAN, type OwnerRule, oneOf, readOwnerInput, TEXTS } from "./owner_input.ts";

export type PolicyMode = "auto" | "prompt" | "deny";

export interface Policy {
  readonly enabled: boolean;
  readonly mode: PolicyMode;
  /** Names of tools, compared exactly. */
  readonly allowlist: readonly string[];
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

const { timeoutMs: _, ...policyDefaults } = DEFAULTS.approval;
export const DEFAULT_POLICY: Policy = Object.freeze(policyDefaults);

const ALLOW: Decision = Object.freeze({ kind: "allow" });

/**
 * Before arguments are looked at; `allow` means go on. The first that applies decides:
 * 1. disabled: deny
 * 2. on the denylist: deny
 */
export function decideEarly(policy: Policy, toolName: string): Decision {
  if (!policy.enabled) return deny("disabled", "Tool execution disabled by policy");
  if (policy.denylist.includes(toolName)) {
    return deny("denylist", `tool ${quoteShort(toolName)} is on the denylist of the policy`);
  }
  return ALLOW;
}

/**
 * After arguments and sandbox, where `decideEarly` said `allow`. The first that applies decides:
 * 1. mode `deny`, not on the allowlist: deny
 * 2. side-effecting, not on the allowlist, in mode `prompt`, or in mode `auto` with `promptSideEffects`: ask
 * 3. requires approval: ask, on the allowlist or not
 * 4. otherwise: allow
 */
export function decideLate(policy: Policy, facts: ToolFacts): Decision {
  const isListed = policy.allowlist.includes(facts.name);
  if (policy.mode === "deny" && !isListed) {
    return deny("mode", `tool ${quoteShort(facts.name)} is not on the allowlist, and the policy denies all others`);
  }
  const confirms = policy.mode === "prompt" || (policy.mode === "auto" && policy.promptSideEffects);
  // Not `=== true`: a tool that does not say is taken for the riskier kind.
  if (facts.isSideEffecting !== false && confirms && !isListed) return { kind: "ask", rule: "mode" };
  if (facts.requiresApproval !== false) return { kind: "ask", rule: "requires_approval" };
  return ALLOW;
}

/** Whether every call of the tool is refused, whatever its arguments. */
export function isDenied(policy: Policy, facts: ToolFacts): boolean {
  return [decideEarly(policy, facts.name), decideLate(policy, facts)].some(({ kind }) => kind === "deny");
}

function deny(rule: DenyRule, reason: string): Decision {
  return { kind: "deny", rule, reason };
}

/** The fields that are set. Throws `invalidArgument` for what is not a policy, whatever its type says. */
export function readPolicyFields(given: Partial<Policy>): Partial<Policy> {
  return readOwnerInput("policy", given, POLICY_RULES);
}

/** Fields that are not set get their defaults. */
export function readPolicy(given: Partial<Policy>): Policy {
  const policy: Policy = { ...DEFAULT_POLICY, ...readPolicyFields(given) };
  return { ...policy, allowlist: Object.freeze([...policy.allowlist]), denylist: Object.freeze([...policy.denylist]) };
}

const POLICY_RULES: Readonly<Record<keyof Policy, OwnerRule>> = {
  enabled: A_BOOLEAN,
  mode: oneOf(["auto", "prompt", "deny"]),
  allowlist: TEXTS,
  denylist: TEXTS,
  promptSideEffects: A_BOOLEAN,
};
