// Finds which requirements the test names cite, and the state of each requirement.
// @ts-check

/** @typedef {import("../reports.mjs").TestRun} TestRun */
/** @typedef {{ id: string, source: string, section: string, text: string }} Requirement */
/** @typedef {"pass" | "fail" | "skipped" | "pending" | "MISSING"} State */
/** @typedef {{ requirement: Requirement, state: State, tests: TestRun[] }} Row */
/** @typedef {{ rows: Row[], problems: string[] }} Verdict */

// Takes the whole word, however long, so that FR-LD-VAL-06a is never read as FR-LD-VAL-06, and a slip like TR-5 or
// TR-05-TR-07 is seen as an ID that does not exist instead of being passed over.
const LOOKS_LIKE_ID = /(?<![\w-])(?:TR|RF|LS|EX|LK|LF|SE|RM|TX|N?FR-LD(?:-[A-Z]+)?|CFG-LD|T-LD)-\d\w*(?:-\w+)*/g;

/**
 * @param {Iterable<string>} names
 * @returns {string[]} everything that looks like a requirement ID, once each, in order of appearance
 */
export function collectIds(names) {
  const ids = [...names].flatMap((name) => [...name.matchAll(LOOKS_LIKE_ID)].map(([id]) => id));
  return [...new Set(ids)];
}

/**
 * @param {Requirement[]} requirements
 * @param {string[]} pending
 * @param {TestRun[]} tests
 * @returns {Verdict}
 */
export function judge(requirements, pending, tests) {
  const citations = groupByCitation(tests);
  const rows = requirements.map((requirement) => {
    const citing = citations.get(requirement.id) ?? [];
    return { requirement, tests: citing, state: stateOf(citing, pending.includes(requirement.id)) };
  });
  const listProblems = judgeLists(requirements, pending, citations);
  return { rows, problems: [...listProblems, ...rows.flatMap((row) => judgeRow(row, pending))] };
}

/**
 * @param {TestRun[]} tests
 * @returns {Map<string, TestRun[]>}
 */
function groupByCitation(tests) {
  /** @type {Map<string, TestRun[]>} */
  const citations = new Map();
  for (const test of tests) {
    for (const id of collectIds([test.name])) citations.set(id, [...(citations.get(id) ?? []), test]);
  }
  return citations;
}

/**
 * @param {TestRun[]} tests
 * @param {boolean} isPending
 * @returns {State}
 */
function stateOf(tests, isPending) {
  if (tests.some((test) => test.status === "failed")) return "fail";
  if (tests.some((test) => test.status === "passed")) return "pass";
  if (isPending) return "pending";
  return tests.length > 0 ? "skipped" : "MISSING";
}

/**
 * @param {Requirement[]} requirements
 * @param {string[]} pending
 * @param {Map<string, TestRun[]>} citations
 */
function judgeLists(requirements, pending, citations) {
  const ids = requirements.map((requirement) => requirement.id);
  const isUnknown = (/** @type {string} */ id) => !ids.includes(id);
  return [
    ...repeated(ids).map((id) => `${id} stands twice in the list of requirements`),
    ...repeated(pending).map((id) => `${id} stands twice in the list of pending ones`),
    ...pending.filter(isUnknown).map((id) => `${id} is pending, but there is no such requirement`),
    ...[...citations]
      .filter(([id]) => isUnknown(id))
      .map(([id, tests]) => `${id} is no requirement, but a test cites it: ${tests[0]?.name}`),
  ];
}

/** @param {string[]} ids */
function repeated(ids) {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

/**
 * @param {Row} row
 * @param {string[]} pending
 * @returns {string[]}
 */
function judgeRow({ requirement: { id }, state, tests }, pending) {
  const isStale = pending.includes(id) && tests.some((test) => test.status === "passed");
  const stale = isStale ? [`${id} is pending, but a test of it passes: take it off the list`] : [];
  if (state === "MISSING") return [`${id} has no test`];
  if (state === "skipped") return [`${id} has only skipped tests`];
  if (state !== "fail") return stale;
  const failing = tests.filter((test) => test.status === "failed");
  return [...stale, ...failing.map((test) => `${id} has a failing test: ${test.name}`)];
}
