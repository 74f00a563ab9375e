// The judgement behind the conformance table, on made-up requirements, and the real lists against their numbering.
// No test here is named after a requirement: identifiers stand in the data only, so that none counts as covered by it.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import type { Requirement } from "../../scripts/conformance/judge.mjs";
import { collectIds, judge } from "../../scripts/conformance/judge.mjs";
import { showMarkdown, showPlain, showTotals } from "../../scripts/conformance/show.mjs";
import type { Status, TestRun } from "../../scripts/reports.mjs";

function need(id: string): Requirement {
  return { id, source: "made up", section: "1", text: `What ${id} wants | demands.` };
}

function ran(name: string, status: Status = "passed"): TestRun {
  return { name, status };
}

function problemsOf(ids: string[], pending: string[], tests: TestRun[]): string[] {
  return judge(ids.map(need), pending, tests).problems;
}

describe("the identifiers in a name", () => {
  test("are found wherever they stand as whole words, once each, in order", () => {
    expect(
      collectIds(["tree > TR-05, TR-06: sorts (RF-01)", "EX-08 and TR-05", "CFG-LD-01/T-LD-02 NFR-LD-SEC-01."]),
    ).toEqual(["TR-05", "TR-06", "RF-01", "EX-08", "CFG-LD-01", "T-LD-02", "NFR-LD-SEC-01"]);
  });

  test("are taken at full length", () => {
    expect(collectIds(["FR-LD-VAL-06a trims", "FR-LD-VAL-06 too"])).toEqual(["FR-LD-VAL-06a", "FR-LD-VAL-06"]);
  });

  test("are not found inside other words", () => {
    expect(collectIds(["UTF-16 XTR-05 A-LS-01 EX-tra TR-x latin_EX-01 tr-05"])).toEqual([]);
  });

  test("include what has their look but not their form", () => {
    expect(collectIds(["TR-5 RF-001 LS-01b EX-01-EX-03 FR-LD-XY-01 FR-LD-01"])).toEqual([
      "TR-5",
      "RF-001",
      "LS-01b",
      "EX-01-EX-03",
      "FR-LD-XY-01",
      "FR-LD-01",
    ]);
  });
});

describe("a verdict", () => {
  test("gives each requirement its state and its tests, in the order of the list", () => {
    const both = ran("a TR-01 TR-02");
    const verdict = judge(["TR-02", "TR-01", "LS-01"].map(need), ["LS-01"], [both, ran("TR-01 skips", "skipped")]);
    expect(verdict).toEqual({
      rows: [
        { requirement: need("TR-02"), state: "pass", tests: [both] },
        { requirement: need("TR-01"), state: "pass", tests: [both, ran("TR-01 skips", "skipped")] },
        { requirement: need("LS-01"), state: "pending", tests: [] },
      ],
      problems: [],
    });
  });

  test("objects to a requirement without a test", () => {
    expect(problemsOf(["TR-01", "TR-02"], [], [ran("TR-01")])).toEqual(["TR-02 has no test"]);
  });

  test("does not take a longer identifier for a shorter one", () => {
    const ids = ["FR-LD-VAL-06", "FR-LD-VAL-06a"];
    expect(problemsOf(ids, [], [ran("FR-LD-VAL-06a")])).toEqual(["FR-LD-VAL-06 has no test"]);
    expect(problemsOf(ids, [], [ran("FR-LD-VAL-06")])).toEqual(["FR-LD-VAL-06a has no test"]);
  });

  test("objects to a requirement that has only skipped tests", () => {
    expect(problemsOf(["TR-01"], [], [ran("TR-01", "skipped")])).toEqual(["TR-01 has only skipped tests"]);
  });

  test("objects to every failing test, even beside one that passes", () => {
    const tests = [ran("TR-01 a"), ran("TR-01 b", "failed"), ran("TR-01 c", "failed")];
    expect(problemsOf(["TR-01"], [], tests)).toEqual([
      "TR-01 has a failing test: TR-01 b",
      "TR-01 has a failing test: TR-01 c",
    ]);
  });

  test("objects to a failing test of something pending", () => {
    expect(problemsOf(["LS-01"], ["LS-01"], [ran("LS-01", "failed")])).toEqual(["LS-01 has a failing test: LS-01"]);
  });

  test("accepts a skipped test of something pending", () => {
    const verdict = judge([need("LS-01")], ["LS-01"], [ran("LS-01", "skipped")]);
    expect(verdict.problems).toEqual([]);
    expect(verdict.rows.map((row) => row.state)).toEqual(["pending"]);
  });

  test("objects to something pending that has a passing test", () => {
    const stale = "LS-01 is pending, but a test of it passes: take it off the list";
    expect(problemsOf(["LS-01"], ["LS-01"], [ran("LS-01")])).toEqual([stale]);
    expect(problemsOf(["LS-01"], ["LS-01"], [ran("LS-01"), ran("LS-01 b", "failed")])).toEqual([
      stale,
      "LS-01 has a failing test: LS-01 b",
    ]);
  });

  test("objects to a test that cites what is no requirement", () => {
    expect(problemsOf(["TR-01"], [], [ran("TR-01 and TR-99")])).toEqual([
      "TR-99 is no requirement, but a test cites it: TR-01 and TR-99",
    ]);
  });

  test("objects to lists that repeat themselves or name the unknown", () => {
    expect(problemsOf(["TR-01", "LS-01", "TR-01"], ["LS-01", "LS-02", "LS-01"], [ran("TR-01")])).toEqual([
      "TR-01 stands twice in the list of requirements",
      "LS-01 stands twice in the list of pending ones",
      "LS-02 is pending, but there is no such requirement",
    ]);
  });
});

describe("the table", () => {
  const tests = [ran("TR-01 first"), ran("TR-01 a|b <c>"), ran("RF-02 fails", "failed"), ran("RF-01 skips", "skipped")];
  const { rows } = judge(["TR-01", "RF-02", "RF-01", "FR-LD-VAL-06a", "EX-01"].map(need), ["FR-LD-VAL-06a"], tests);

  test("has one line for each requirement", () => {
    expect(showPlain(rows, "first")).toEqual([
      "TR-01          pass       2  TR-01 first",
      "RF-02          fail       1  RF-02 fails",
      "RF-01          skipped    1  RF-01 skips",
      "FR-LD-VAL-06a  pending    0",
      "EX-01          MISSING    0",
    ]);
  });

  test("names every test when asked to", () => {
    expect(showPlain(rows, "all").slice(0, 3)).toEqual([
      "TR-01          pass       2  TR-01 first",
      "                             TR-01 a|b <c>",
      "RF-02          fail       1  RF-02 fails",
    ]);
  });

  test("can be Markdown, in which no name breaks a row", () => {
    const head = [
      "| ID | Specification | Requirement | State | Tests | Test |",
      "| --- | --- | --- | --- | --: | --- |",
    ];
    expect(showMarkdown(rows.slice(0, 1), "all")).toEqual([
      ...head,
      "| TR-01 | made up | What TR-01 wants \\| demands. | pass | 2 | TR-01 first<br>TR-01 a\\|b \\<c> |",
    ]);
    expect(showMarkdown(rows.slice(3, 4), "first")).toEqual([
      ...head,
      "| FR-LD-VAL-06a | made up | What FR-LD-VAL-06a wants \\| demands. | pending | 0 |  |",
    ]);
  });

  test("ends in totals", () => {
    expect(showTotals(rows)).toBe("5 requirements: 1 pass, 1 fail, 1 skipped, 1 pending, 1 MISSING");
  });
});

describe("the script", () => {
  const root = mkdtempSync(join(tmpdir(), "porthole-conformance-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, "test/conformance"), { recursive: true });
  writeFileSync(join(root, "test/conformance/requirements.json"), JSON.stringify([need("TR-01"), need("LS-01")]));
  writeFileSync(join(root, "test/conformance/pending.json"), JSON.stringify(["LS-01"]));
  mkdirSync(join(root, "test/promises"));
  writeFileSync(join(root, "test/promises/promises.json"), "[]");
  mkdirSync(join(root, "docs"));
  const page = join(root, "docs/guarantees.md");
  writeFileSync(page, "");

  function runScript(assertions: { fullName: string; status: string }[], ...more: string[]) {
    const report = { testResults: [{ name: join(root, "a.test.ts"), status: "passed", assertionResults: assertions }] };
    writeFileSync(join(root, "report.json"), JSON.stringify(report));
    const script = fileURLToPath(new URL("../../scripts/conformance.mjs", import.meta.url));
    const args = [script, "--report", "report.json", ...more];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
    return { status, stdout, stderr };
  }

  test("exits 0 when every requirement is covered or pending", () => {
    expect(runScript([{ fullName: "TR-01 works", status: "passed" }])).toEqual({
      status: 0,
      stdout:
        "TR-01  pass       1  TR-01 works\nLS-01  pending    0\n\n" +
        "2 requirements: 1 pass, 0 fail, 0 skipped, 1 pending, 0 MISSING\n",
      stderr: "",
    });
  });

  test("judges every report alone, and fails for one that covers less than another", () => {
    const junit = (name: string) =>
      `<testsuites tests="1"><testcase name="${name}" file="a.test.ts" assertions="1" /></testsuites>`;
    writeFileSync(join(root, "bun.xml"), junit("TR-01 works"));
    expect(runScript([{ fullName: "TR-01 works", status: "passed" }], "--report", "bun.xml")).toEqual({
      status: 0,
      stdout:
        "TR-01  pass       1  TR-01 works\nLS-01  pending    0\n\n" +
        "report.json: 2 requirements: 1 pass, 0 fail, 0 skipped, 1 pending, 0 MISSING\n" +
        "bun.xml: 2 requirements: 1 pass, 0 fail, 0 skipped, 1 pending, 0 MISSING\n",
      stderr: "",
    });
    writeFileSync(join(root, "bun.xml"), junit("works"));
    const { status, stderr } = runScript([{ fullName: "TR-01 works", status: "passed" }], "--report", "bun.xml");
    expect([status, stderr]).toEqual([1, "bun.xml: TR-01 has no test\n"]);
  });

  test("exits 1 if a test that a page promises did not pass", () => {
    writeFileSync(page, "| sealed | `test/b.test.ts` |\n");
    const { status, stderr } = runScript([{ fullName: "TR-01 works", status: "passed" }]);
    writeFileSync(page, "");
    expect([status, stderr]).toEqual([1, "no test of test/b.test.ts passed\n"]);
  });

  test("exits 1 with a line for each problem", () => {
    const result = runScript([
      { fullName: "TR-01 waits", status: "todo" },
      { fullName: "LS-02", status: "passed" },
    ]);
    expect({ status: result.status, stderr: result.stderr }).toEqual({
      status: 1,
      stderr: "LS-02 is no requirement, but a test cites it: LS-02\nTR-01 has only skipped tests\n",
    });
  });
});

describe("the lists of this repository", () => {
  function readList(name: string): unknown {
    return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
  }

  function range(prefix: string, last: number, extra: string[] = []): string[] {
    const numbers = Array.from({ length: last }, (_, index) => String(index + 1).padStart(2, "0"));
    return [...numbers, ...extra].map((number) => `${prefix}-${number}`);
  }

  const numbering = [
    ...[range("TR", 21), range("RF", 18), range("LS", 9), range("EX", 24)],
    ...[range("FR-LD-DEF", 5), range("FR-LD-VAL", 10, ["06a", "06b"]), range("FR-LD-LST", 8, ["06a"])],
    ...[range("FR-LD-OUT", 8, ["02a", "02b"]), range("FR-LD-ERR", 4)],
    ...[range("NFR-LD-PERF", 2), range("NFR-LD-SEC", 3), range("NFR-LD-REL", 2), range("NFR-LD-PORT", 1)],
    ...[
      range("CFG-LD", 5),
      range("T-LD", 14),
      range("LK", 11, ["14"]),
      range("LF", 5),
      range("SE", 9),
      range("RM", 2),
      range("TX", 7),
    ],
  ].flat();

  test("hold every number of the specifications once", () => {
    const requirements = readList("requirements.json") as Requirement[];
    expect(requirements.map((requirement) => requirement.id).sort()).toEqual(numbering.sort());
  });

  test("say of each where it comes from and what it wants", () => {
    const requirements = readList("requirements.json") as Requirement[];
    const shapes = new Set(requirements.map((requirement) => Object.keys(requirement).join()));
    expect([...shapes]).toEqual(["id,source,section,text"]);
    const blank = requirements.filter(({ source, section, text }) => !source || !section || !/\w.*[.`]$/.test(text));
    expect(blank).toEqual([]);
    expect([...new Set(requirements.map((requirement) => requirement.source))].sort()).toEqual([
      "finding, searching, reading several",
      "list_directory (Forge)",
      "list_directory (Gemini)",
      "list_files",
      "looking",
      "read_file",
      "search_text",
      "tool executor",
      "tree",
    ]);
  });

  test("name as pending only what exists, and nothing twice", () => {
    const pending = readList("pending.json") as string[];
    expect(pending.filter((id, index) => !numbering.includes(id) || pending.indexOf(id) !== index)).toEqual([]);
  });
});
