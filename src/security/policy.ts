// Whether a tool may run: allowed, denied, or only with approval. Pure: a policy and facts about a tool in, a decision out.

import { invalidArgument, quoteShort } from "../errors.ts";
import { DEFAULTS } from "../registory/config_values.ts";

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

function deny(rule: DenyRule, reason: string): Decision {
  return { kind: "deny", rule, reason };
}

/** Fields that are not set get their defaults. Throws `invalidArgument` for what is not a policy, whatever its type says. */
export function readPolicy(given: Partial<Policy>): Policy {
  if (typeof given !== "object" || given === null)
    throw invalidArgument(`policy must be an object, not ${quoteShort(given)}`);
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  const policy: Policy = { ...DEFAULT_POLICY, ...Object.fromEntries(set) };
  requireField("enabled", policy.enabled, "a boolean", isBoolean);
  requireField("mode", policy.mode, `one of ${MODES.join(", ")}`, (value) => MODES.some((known) => known === value));
  requireField("allowlist", policy.allowlist, "an array of strings", isListOfNames);
  requireField("denylist", policy.denylist, "an array of strings", isListOfNames);
  requireField("promptSideEffects", policy.promptSideEffects, "a boolean", isBoolean);
  return policy;
}

function requireField(name: string, value: unknown, allowed: string, isAllowed: (value: unknown) => boolean): void {
  if (isAllowed(value)) return;
  const given = Array.isArray(value) ? "" : `, not ${quoteShort(value)}`;
  throw invalidArgument(`policy.${name} must be ${allowed}${given}`);
}

const MODES: readonly PolicyMode[] = ["auto", "prompt", "deny"];

function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

function isListOfNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}
