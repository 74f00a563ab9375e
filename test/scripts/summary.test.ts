// The closing lines of a test run, from reports in the form that vitest and Bun write them.
// Leaves writing such reports to the runners.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { BUN_CORE, LEFT_TO_NODE } from "../../scripts/bun_core.mjs";
import type { Status, TestFile } from "../../scripts/reports.mjs";
import { readJunit, readVitest } from "../../scripts/reports.mjs";
import { summarize } from "../../scripts/summary/summarize.mjs";

const vitestReport = JSON.stringify({
  success: false,
  testResults: [
    {
      name: "/repo/test/a.test.ts",
      status: "failed",
      assertionResults: ["passed", "failed", "skipped", "todo", "pending"].map((status) => ({
        fullName: `outer ${status}`,
        title: status,
        status,
        failureMessages: status === "failed" ? ["AssertionError: 1 is not 2\n    at line 3"] : [],
      })),
    },
    { name: "/repo/test/unloadable.test.ts", status: "failed", message: "Cannot find module", assertionResults: [] },
    { name: "/repo/test/hook.test.ts", status: "failed", assertionResults: [{ fullName: "h", status: "skipped" }] },
  ],
});

const junitReport = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="5" assertions="3" failures="1" skipped="2" time="0.06">
  <testsuite name="test/a.test.ts" file="test/a.test.ts" tests="4" assertions="2" failures="1" skipped="2">
    <testsuite name="outer" file="test/a.test.ts" line="2" tests="4" assertions="2" failures="1" skipped="2">
      <testcase name="passes &quot;a&quot; &lt;b&gt; &amp;amp; c" classname="x &gt; outer" file="test/a.test.ts" />
      <testcase name="fails" classname="outer" time="0.1" file="test/a.test.ts" line="5" assertions="1">
        <failure type="AssertionError" message="got &lt;skipped /&gt;&#10;">AssertionError&#10;</failure>
      </testcase>
      <testcase name="skips" classname="outer" file="test/a.test.ts">
        <skipped />
      </testcase>
      <testcase name="is to do" classname="outer" file="test/a.test.ts">
        <skipped message="TODO" />
      </testcase>
    </testsuite>
  </testsuite>
  <testsuite name="test/b.test.ts" file="test/b.test.ts" tests="1" assertions="1" failures="0" skipped="0">
    <testcase name="each 1" classname="" time="0.000041" file="test/b.test.ts" line="10" assertions="1" />
  </testsuite>
</testsuites>
`;

function file(path: string, statuses: Status[], broken = false): TestFile {
  return { path, tests: statuses.map((status) => ({ name: status, status })), broken };
}

describe("a report", () => {
  test("of vitest tells tests apart from files that failed outside them", () => {
    const tests = [
      { name: "outer passed", status: "passed" },
      { name: "outer failed", status: "failed", why: "AssertionError: 1 is not 2" },
      ...["skipped", "todo", "pending"].map((word) => ({ name: `outer ${word}`, status: "skipped" })),
    ];
    expect(readVitest(vitestReport, "/repo")).toEqual([
      { path: "test/a.test.ts", tests, broken: false },
      { path: "test/unloadable.test.ts", tests: [], broken: true },
      { path: "test/hook.test.ts", tests: [{ name: "h", status: "skipped" }], broken: true },
    ]);
  });

  test("of Bun yields each test of each file", () => {
    const tests = [
      { name: 'passes "a" <b> &amp; c', status: "passed" },
      { name: "fails", status: "failed", why: "got <skipped />" },
      { name: "skips", status: "skipped" },
      { name: "is to do", status: "skipped" },
    ];
    expect(readJunit(junitReport)).toEqual([
      { path: "test/a.test.ts", tests, broken: false },
      { path: "test/b.test.ts", tests: [{ name: "each 1", status: "passed" }], broken: false },
    ]);
  });

  test("that is cut short, of another form, or at odds with its own count is refused", () => {
    expect(() => readJunit(junitReport.slice(0, 900))).toThrow("not a complete JUnit report");
    expect(() => readJunit("")).toThrow("not a complete JUnit report");
    expect(() => readJunit(junitReport.replace('tests="5"', 'tests="6"'))).toThrow("announces 6 tests and holds 5");
    expect(() => readVitest("{}", "/repo")).toThrow("it has no testResults");
  });
});

type Run = TestFile[];

describe("the summary", () => {
  const [a, b] = [file("a", ["passed"]), file("b", ["passed"])];
  const failedOnBun = { path: "a", tests: [{ name: "t", status: "failed" as const, why: "no" }], broken: false };

  test.each<[what: string, node: Run, bun: Run, counts: string[], problems: string[]]>([
    [
      "counts both runtimes and their sum",
      [file("a", ["passed", "skipped"]), b],
      [file("a", ["skipped", "skipped"]), b],
      ["2 passed, 0 failed, 1 skipped", "1 passed, 0 failed, 2 skipped", "3 passed, 0 failed, 3 skipped"],
      [],
    ],
    [
      "names the tests that failed, with the first line of why",
      [file("a", ["passed", "failed"])],
      [failedOnBun],
      ["1 passed, 1 failed, 0 skipped", "0 passed, 1 failed, 0 skipped", "1 passed, 2 failed, 0 skipped"],
      ["node: a failed: failed", "bun: a failed: t: no"],
    ],
    [
      "counts a file that failed outside its tests as a failure",
      [a, file("b", [], true)],
      [a, b],
      ["1 passed, 1 failed, 0 skipped", "2 passed, 0 failed, 0 skipped", "3 passed, 1 failed, 0 skipped"],
      ["node: b failed outside its tests"],
    ],
    [
      "counts a file that one of the runtimes does not report as a failure there",
      [a, b],
      [a, file("c", ["passed"])],
      ["2 passed, 1 failed, 0 skipped", "2 passed, 1 failed, 0 skipped", "4 passed, 2 failed, 0 skipped"],
      ["node: c is not in the report", "bun: b is not in the report"],
    ],
  ])("%s", (_what, node, bun, [onNode, onBun, total], problems) => {
    const lines = [`node: ${onNode}`, `bun: ${onBun}`, `total: ${total}`];
    expect(summarize({ node: { files: node }, bun: { files: bun } })).toEqual({ lines, problems });
  });

  test("misses on Bun only files of the folders that Bun was asked for", () => {
    const node = { files: [file("core/a", ["passed"]), file("core/b", ["passed"]), file("other/c", ["passed"])] };
    const bun = { files: [file("core/a", ["passed"])] };
    expect(summarize({ node, bun }, ["core/"]).problems).toEqual(["bun: core/b is not in the report"]);
  });

  test("objects to a report that is missing or counts no test", () => {
    const { problems } = summarize({ node: { files: [] }, bun: { missing: "there is no x" } });
    expect(problems).toEqual(["node: the report counts no test", "bun: there is no x"]);
  });
});

describe("the script", () => {
  const root = mkdtempSync(join(tmpdir(), "porthole-summary-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, ".reports"));
  const nodeFile = join(root, ".reports/node.json");
  const bunFile = join(root, ".reports/bun.xml");

  function runScript(...args: string[]) {
    const script = fileURLToPath(new URL("../../scripts/summary.mjs", import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: root, encoding: "utf8" });
    return { status, stdout, stderr };
  }

  test("exits 0 after the three lines when all is well", () => {
    const testResults = ["a", "b"].map((name) => ({
      name: join(root, `test/${name}.test.ts`),
      status: "passed",
      assertionResults: [{ fullName: "t", status: "passed" }],
    }));
    writeFileSync(nodeFile, JSON.stringify({ testResults }));
    writeFileSync(bunFile, junitReport.replace(/<failure[\s\S]*<\/failure>/, ""));
    const counts = ["node: 2 passed, 0 failed, 0 skipped", "bun: 3 passed, 0 failed, 2 skipped"];
    const stdout = [...counts, "total: 5 passed, 0 failed, 2 skipped", ""].join("\n");
    expect(runScript()).toEqual({ status: 0, stdout, stderr: "" });
  });

  test("exits 1 when something failed", () => {
    writeFileSync(bunFile, junitReport);
    expect(runScript()).toMatchObject({ status: 1, stderr: "bun: test/a.test.ts failed: fails: got <skipped />\n" });
  });

  test("exits 1 when a report is unreadable or was cleared away", () => {
    writeFileSync(bunFile, "<testsuites");
    expect(runScript().stderr).toBe("bun: .reports/bun.xml: not a complete JUnit report\n");
    expect(runScript("--clear")).toEqual({ status: 0, stdout: "", stderr: "" });
    expect([existsSync(nodeFile), existsSync(bunFile)]).toEqual([false, false]);
    const stderr = "node: there is no .reports/node.json\nbun: there is no .reports/bun.xml\n";
    expect(runScript()).toMatchObject({ status: 1, stderr });
  });
});

test("the core on Bun and the files that are left to Node exist, and share none", () => {
  const toFile = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
  for (const path of [...BUN_CORE, ...LEFT_TO_NODE]) expect([path, existsSync(toFile(path))]).toEqual([path, true]);
  expect(BUN_CORE.filter((path) => LEFT_TO_NODE.has(path))).toEqual([]);
  expect(BUN_CORE.length).toBeGreaterThan(100);
});
