import { expect, test } from "vitest";
import { judgeConformance } from "../../scripts/mcp_conformance/judge.mjs";
import { NOT_APPLICABLE } from "../../scripts/mcp_conformance/not_applicable.mjs";

const ok = { id: "ping", status: "SUCCESS" };
const bad = { id: "prompts-list", status: "FAILURE", errorMessage: "Method not found" };

test("a check that fails is a problem unless it, or its scenario, does not apply", () => {
  const results = [{ scenario: "prompts", checks: [ok, bad] }];
  expect(judgeConformance(results, {}).problems).toEqual(["prompts, prompts-list: Method not found"]);
  for (const key of ["prompts", "prompts-list"]) {
    expect(judgeConformance(results, { [key]: "why" })).toEqual({
      problems: [],
      line: "1 scenarios, 1 checks passed, 1 do not apply",
    });
  }
});

test("what is said not to apply and passes, or did not run, is a problem, and so is a run in which nothing passed", () => {
  expect(judgeConformance([{ scenario: "ping", checks: [ok] }], { ping: "why" }).problems).toEqual([
    "ping is said not to apply, and nothing of it failed",
  ]);
  expect(judgeConformance([], {}).problems).toEqual(["no check passed"]);
});

test("everything that does not apply has a reason", () => {
  for (const reason of Object.values(NOT_APPLICABLE)) expect(reason).toMatch(/\S+ \S+ \S+/);
});
