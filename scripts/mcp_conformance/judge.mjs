// Compares the results of the conformance suite with the list of checks that do not apply: every other check must pass, and nothing on the
// list may pass.
// @ts-check

/** @typedef {{ id: string, status: string, errorMessage?: string }} Check */
/** @typedef {{ scenario: string, checks: readonly Check[] }} Result */

/**
 * `notApplicable` is by scenario or by check.
 * @param {readonly Result[]} results
 * @param {Readonly<Record<string, string>>} notApplicable
 */
export function judgeConformance(results, notApplicable) {
  const used = new Set();
  const problems = [];
  let passed = 0;
  for (const { scenario, checks } of results) {
    passed += checks.filter(({ status }) => status === "SUCCESS").length;
    for (const { id, errorMessage } of checks.filter(({ status }) => status === "FAILURE")) {
      const reason = [id, scenario].find((key) => Object.hasOwn(notApplicable, key));
      if (reason === undefined) problems.push(`${scenario}, ${id}: ${errorMessage ?? "failed"}`);
      else used.add(reason);
    }
  }
  if (passed === 0) problems.push("no check passed");
  for (const key of Object.keys(notApplicable))
    if (!used.has(key)) problems.push(`${key} is said not to apply, and nothing of it failed`);
  const scenarios = new Set(results.map(({ scenario }) => scenario)).size;
  return { problems, line: `${scenarios} scenarios, ${passed} checks passed, ${used.size} do not apply` };
}
