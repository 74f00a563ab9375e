// Whether a tool may run: allowed, denied, or only if somebody says yes. Pure: a policy and facts about a tool in, a
// decision out. Leaves to the factory when to ask for it, and to the executor whom to ask; imports no tool.

import { quoteShort } from "../errors.ts";

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

export type DenyRule = "malformed" | "disabled" | "denylist" | "mode";
export type AskRule = "mode" | "requires_approval";

export type Decision =
  | { readonly kind: "allow" }
  | { readonly kind: "deny"; readonly rule: DenyRule; readonly reason: string }
  | { readonly kind: "ask"; readonly rule: AskRule };

export const DEFAULT_POLICY: Policy = Object.freeze({
  enabled: true,
  mode: "auto",
  allowlist: Object.freeze([]),
  denylist: Object.freeze([]),
  promptSideEffects: true,
});

const ALLOW: Decision = Object.freeze({ kind: "allow" });

/**
 * Before arguments are looked at; `allow` means go on. The first that applies decides:
 * 1. disabled: deny
 * 2. malformed: deny
 * 3. on the denylist: deny
 */
export function decideEarly(policy: Policy, toolName: string): Decision {
  if (isDisabled(policy)) return deny("disabled", "Tool execution disabled by policy");
  const fault = findPolicyFault(policy);
  if (fault !== null) return deny("malformed", `Tool execution denied: ${fault}`);
  if (policy.denylist.includes(toolName)) {
    return deny("denylist", `tool ${quoteShort(toolName)} is on the denylist of the policy`);
  }
  return ALLOW;
}

/**
 * After arguments and sandbox. The first that applies decides:
 * 1. whatever `decideEarly` denies: deny
 * 2. mode `deny`, not on the allowlist: deny
 * 3. side-effecting, not on the allowlist, in mode `prompt`, or in mode `auto` with `promptSideEffects`: ask
 * 4. requires approval: ask, on the allowlist or not
 * 5. otherwise: allow
 */
export function decideLate(policy: Policy, facts: ToolFacts): Decision {
  const early = decideEarly(policy, facts.name);
  if (early.kind !== "allow") return early;
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

function deny(rule: DenyRule, reason: string): Decision {
  return { kind: "deny", rule, reason };
}

function isDisabled(policy: unknown): boolean {
  return isRecord(policy) && policy.enabled === false;
}

/** Why the value is no policy, or null. Types do not hold at run time, and what cannot be read allows nothing. */
function findPolicyFault(policy: unknown): string | null {
  if (!isRecord(policy)) return "the policy is not an object";
  if (typeof policy.enabled !== "boolean") return "enabled of the policy is not a boolean";
  if (!["auto", "prompt", "deny"].some((mode) => mode === policy.mode)) {
    return `mode of the policy is ${quoteShort(policy.mode)}, not auto, prompt or deny`;
  }
  if (!isListOfNames(policy.allowlist)) return "allowlist of the policy is not an array of strings";
  if (!isListOfNames(policy.denylist)) return "denylist of the policy is not an array of strings";
  if (typeof policy.promptSideEffects !== "boolean") return "promptSideEffects of the policy is not a boolean";
  return null;
}

function isRecord(value: unknown): value is { readonly [Key in keyof Policy]?: unknown } {
  return typeof value === "object" && value !== null;
}

function isListOfNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}
