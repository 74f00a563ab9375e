// Counts the results of both runtimes, and reports why the run is not a success.
// @ts-check

/** @typedef {import("../reports.mjs").TestFile} TestFile */
/** @typedef {{ files: TestFile[] } | { missing: string }} Report */
/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @param {{ node: Report, bun: Report }} reports
 * @param {readonly string[]} [bunFolders] what Bun was asked to run, if not everything
 * @returns {{ lines: string[], problems: string[] }}
 */
export function summarize(reports, bunFolders = [""]) {
  const isForBun = (/** @type {TestFile} */ { path }) => bunFolders.some((folder) => path.startsWith(folder));
  const node = filesOf(reports.node);
  const bun = filesOf(reports.bun);
  const nodeRun = judgeRun("node", reports.node, absent(node, bun));
  const bunRun = judgeRun("bun", reports.bun, absent(bun, node.filter(isForBun)));
  const lines = [line("node", nodeRun.counts), line("bun", bunRun.counts)];
  lines.push(line("total", add(nodeRun.counts, bunRun.counts)));
  return { lines, problems: [...nodeRun.problems, ...bunRun.problems] };
}

/** @param {Report} report */
function filesOf(report) {
  return "files" in report ? report.files : [];
}

/**
 * Bun's report says nothing about a file that did not load; that the other runtime has it gives it away.
 * @param {TestFile[]} here
 * @param {TestFile[]} there
 */
function absent(here, there) {
  const known = new Set(here.map((file) => file.path));
  return there.map((file) => file.path).filter((path) => !known.has(path));
}

/**
 * @param {string} runtime
 * @param {Report} report
 * @param {string[]} absentPaths
 */
function judgeRun(runtime, report, absentPaths) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  if ("missing" in report) return { counts, problems: [`${runtime}: ${report.missing}`] };
  const problems = absentPaths.map((path) => `${runtime}: ${path} is not in the report`);
  for (const file of report.files) {
    for (const test of file.tests) counts[test.status] += 1;
    if (file.broken) problems.push(`${runtime}: ${file.path} failed outside its tests`);
  }
  counts.failed += problems.length;
  problems.push(...failures(runtime, report.files));
  if (counts.passed + counts.failed + counts.skipped === 0) problems.push(`${runtime}: the report counts no test`);
  return { counts, problems };
}

/**
 * Named at the end as well, since the middle of a long log is the part that gets lost.
 * @param {string} runtime
 * @param {TestFile[]} files
 */
function failures(runtime, files) {
  return files.flatMap(({ path, tests }) =>
    tests
      .filter((test) => test.status === "failed")
      .map(({ name, why }) => `${runtime}: ${path} failed: ${name}${why === undefined ? "" : `: ${why}`}`),
  );
}

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/**
 * @param {string} label
 * @param {Counts} counts
 */
function line(label, { passed, failed, skipped }) {
  return `${label}: ${passed} passed, ${failed} failed, ${skipped} skipped`;
}
