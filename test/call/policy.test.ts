// The decisions of a policy: the whole truth table against a second reading of the requirements, and broken policies.
// Leaves who is asked, and what happens then, to the executor.

import { describe, expect, test } from "vitest";
import {
  DEFAULT_POLICY,
  type Decision,
  decideEarly,
  decideLate,
  type Policy,
  type PolicyMode,
  readPolicy,
  type ToolFacts,
} from "../../src/call/policy.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { makeTree } from "../support/tree.ts";

const BOOLEANS = [false, true];
const MODES: readonly PolicyMode[] = ["auto", "prompt", "deny"];

interface Row {
  readonly enabled: boolean;
  readonly mode: PolicyMode;
  readonly allowed: boolean;
  readonly denied: boolean;
  readonly promptSideEffects: boolean;
  readonly isSideEffecting: boolean;
  readonly requiresApproval: boolean;
}

const rows: Row[] = [];
for (const enabled of BOOLEANS)
  for (const mode of MODES)
    for (const allowed of BOOLEANS)
      for (const denied of BOOLEANS)
        for (const promptSideEffects of BOOLEANS)
          for (const isSideEffecting of BOOLEANS)
            for (const requiresApproval of BOOLEANS)
              rows.push({ enabled, mode, allowed, denied, promptSideEffects, isSideEffecting, requiresApproval });

function policyOf(row: Row): Policy {
  return {
    enabled: row.enabled,
    mode: row.mode,
    allowlist: row.allowed ? ["other", "edit"] : ["other"],
    denylist: row.denied ? ["another", "edit"] : ["another"],
    promptSideEffects: row.promptSideEffects,
  };
}

function factsOf(row: Row): ToolFacts {
  return { name: "edit", isSideEffecting: row.isSideEffecting, requiresApproval: row.requiresApproval };
}

/** The answer and the rule that gave it, as a list of sentences read from the top. */
function expectedOf(row: Row): string {
  if (!row.enabled) return "deny disabled";
  if (row.denied) return "deny denylist";
  const asksForMode = row.isSideEffecting && !row.allowed;
  switch (row.mode) {
    case "deny":
      if (!row.allowed) return "deny mode";
      return row.requiresApproval ? "ask requires_approval" : "allow";
    case "prompt":
      if (asksForMode) return "ask mode";
      return row.requiresApproval ? "ask requires_approval" : "allow";
    case "auto":
      if (asksForMode && row.promptSideEffects) return "ask mode";
      return row.requiresApproval ? "ask requires_approval" : "allow";
  }
}

function summaryOf(decision: Decision): string {
  return decision.kind === "allow" ? "allow" : `${decision.kind} ${decision.rule}`;
}

function broken(policy: unknown): Policy {
  return JSON.parse(JSON.stringify({ policy })).policy;
}

/** Both halves, as the gate asks them. */
function decide(policy: Policy, facts: ToolFacts): Decision {
  const early = decideEarly(policy, facts.name);
  return early.kind === "allow" ? decideLate(policy, facts) : early;
}

describe("every combination", () => {
  test("EX-08 EX-09 EX-10 is decided as the requirements say [promise side-effects]", () => {
    expect(rows.length).toBe(192);
    expect(rows.map((row) => [row, summaryOf(decide(policyOf(row), factsOf(row)))])).toEqual(
      rows.map((row) => [row, expectedOf(row)]),
    );
  });

  test("EX-09 EX-10 is decided early by enabled and the denylist alone", () => {
    expect(rows.map((row) => [row, summaryOf(decideEarly(policyOf(row), "edit"))])).toEqual(
      rows.map((row) => [row, !row.enabled ? "deny disabled" : row.denied ? "deny denylist" : "allow"]),
    );
  });

  test("EX-09 that is denied is never asked about", () => {
    const denied = rows.filter((row) => !row.enabled || row.denied || (row.mode === "deny" && !row.allowed));
    expect(new Set(denied.map((row) => decide(policyOf(row), factsOf(row)).kind))).toEqual(new Set(["deny"]));
  });

  test("EX-10 that requires approval never runs without it", () => {
    const careful = rows.filter((row) => row.requiresApproval);
    expect(careful.filter((row) => decide(policyOf(row), factsOf(row)).kind === "allow")).toEqual([]);
  });
});

describe("the reasons", () => {
  const tool: ToolFacts = { name: "edit", isSideEffecting: false, requiresApproval: false };

  test("EX-10 a disabled policy answers with its fixed sentence", () => {
    const decision = { kind: "deny", rule: "disabled", reason: "Tool execution disabled by policy" };
    expect(decideEarly({ ...DEFAULT_POLICY, enabled: false }, "edit")).toEqual(decision);
    expect(decide({ ...DEFAULT_POLICY, enabled: false, denylist: ["edit"] }, tool)).toEqual(decision);
  });

  test("EX-10 the denylist names the tool and wins over the allowlist", () => {
    const policy: Policy = { ...DEFAULT_POLICY, allowlist: ["edit"], denylist: ["edit"] };
    expect(decideEarly(policy, "edit")).toEqual({
      kind: "deny",
      rule: "denylist",
      reason: 'tool "edit" is on the denylist of the policy',
    });
  });

  test("EX-10 mode deny names the tool that is not on the allowlist", () => {
    expect(decideLate({ ...DEFAULT_POLICY, mode: "deny", allowlist: ["edi", "EDIT"] }, tool)).toEqual({
      kind: "deny",
      rule: "mode",
      reason: 'tool "edit" is not on the allowlist, and the policy denies all others',
    });
  });
});

describe("without a configuration", () => {
  test("EX-08 the policy is auto, with empty lists, and cannot be changed in place", () => {
    expect(DEFAULT_POLICY).toEqual({
      enabled: true,
      mode: "auto",
      allowlist: [],
      denylist: [],
      promptSideEffects: true,
    });
    expect([DEFAULT_POLICY, DEFAULT_POLICY.allowlist, DEFAULT_POLICY.denylist].map(Object.isFrozen)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test("EX-10 tools that only read run, and those with side effects are asked about", () => {
    const decide = (isSideEffecting: boolean) =>
      decideLate(DEFAULT_POLICY, { name: "x", isSideEffecting, requiresApproval: false });
    expect([false, true].map(decide)).toEqual([{ kind: "allow" }, { kind: "ask", rule: "mode" }]);
  });
});

describe("a doubt is a no", () => {
  const listed = { ...DEFAULT_POLICY, allowlist: ["edit"] };

  test.each([
    ["no policy", null, "policy must be a plain object, not null"],
    ["a word", "auto", 'policy must be a plain object, not "auto"'],
    ["enabled as text", { enabled: "false" }, 'policy.enabled must be a boolean, not "false"'],
    ["an unknown mode", { mode: "yolo" }, 'policy.mode must be one of auto, prompt, deny, not "yolo"'],
    ["a mode in capitals", { mode: "AUTO" }, 'policy.mode must be one of auto, prompt, deny, not "AUTO"'],
    ["no mode", { mode: null }, "policy.mode must be one of auto, prompt, deny, not null"],
    ["an allowlist of numbers", { allowlist: [1] }, "policy.allowlist must be an array of strings"],
    ["a denylist as text", { denylist: "edit" }, 'policy.denylist must be an array of strings, not "edit"'],
    ["no denylist", { denylist: null }, "policy.denylist must be an array of strings, not null"],
    ["a vague flag", { promptSideEffects: 0 }, "policy.promptSideEffects must be a boolean, not 0"],
    ["disabled and otherwise broken", { enabled: false, mode: "yolo" }, "policy.mode must be"],
  ])("EX-08 %s opens no toolkit", (_, policy, fault) => {
    expect(() => readPolicy(broken(policy))).toThrow(fault);
    const root = makeTree([]);
    expect(() => createAgentToolkit({ workspaceRoot: root, policy: broken(policy ?? { mode: null }) })).toThrow(
      "policy",
    );
  });

  test("EX-08 fields that are not set are as by default", () => {
    expect(readPolicy({})).toEqual(DEFAULT_POLICY);
    expect(readPolicy(broken({ mode: "deny", enabled: undefined }))).toEqual({ ...DEFAULT_POLICY, mode: "deny" });
  });

  test("EX-10 a tool that does not say what it does is taken for a risky one [promise side-effects]", () => {
    const vague: ToolFacts = JSON.parse('{ "name": "edit" }');
    expect(summaryOf(decideLate(DEFAULT_POLICY, vague))).toBe("ask mode");
    expect(summaryOf(decideLate(listed, vague))).toBe("ask requires_approval");
  });
});
