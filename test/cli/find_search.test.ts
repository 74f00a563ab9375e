// porthole find and porthole search, as a person and a script use them. Leaves what is found to the tests of the tools. dist/ must be built.

import { describe, expect, test } from "vitest";
import { hasTerminals, porthole, portholeOnTerminal } from "../support/cli.ts";
import { makeTree } from "../support/tree.ts";

const root = makeTree([
  "file src/a.ts one\ntwo seal\nthree\nfour\nfive seal seal",
  "file src/b.ts Seal",
  "file docs/c.md a.b(",
  "file .hidden/d.ts seal",
  "file out.log seal",
  "file .gitignore *.log",
  ...["dir .git/objects", "dir .git/refs", "file .git/HEAD ref: refs/heads/main"],
  "file 日本.txt 波 seal",
]);

describe("porthole find", () => {
  test("LK-01 LF-02 prints one path on each line, and ends like grep", () => {
    expect(porthole(root, ["find", "*.ts"])).toEqual({ status: 0, stdout: "src/a.ts\nsrc/b.ts\n", stderr: "" });
    expect(porthole(root, ["find", "*.md", "docs"]).stdout).toBe("docs/c.md\n");
    expect(porthole(root, ["find", "*", "--type", "directory"]).stdout).toBe("docs/\nsrc/\n");
    expect(porthole(root, ["find", "*.ts", "--hidden"]).stdout).toBe(".hidden/d.ts\nsrc/a.ts\nsrc/b.ts\n");
    expect(porthole(root, ["find", "*.log", "--no-ignore"]).stdout).toBe("out.log\n");
  });

  test("says what was left out where nothing is found", () => {
    const { status, stdout, stderr } = porthole(root, ["find", "*.log"]);
    expect([status, stdout, stderr]).toEqual([1, "", "porthole: left out: 1 hidden, 1 ignored, 1 excluded\n"]);
  });

  test("goes on from page to page, up to --max", () => {
    const many = makeTree(Array.from({ length: 1234 }, (_, i) => `file ${i}.txt x`));
    expect(porthole(many, ["find", "*.txt"]).stdout.trimEnd().split("\n")).toHaveLength(1234);
    expect(porthole(many, ["find", "*.txt", "--max", "1001"]).stdout.trimEnd().split("\n")).toHaveLength(1001);
  });
});

describe("porthole search", () => {
  test("LK-01 SE-06 prints path:line:text, and ends like grep", () => {
    const stdout = "src/a.ts:2:two seal\nsrc/a.ts:5:five seal seal\n日本.txt:1:波 seal\n";
    expect(porthole(root, ["search", "seal"])).toEqual({ status: 0, stdout, stderr: "" });
    const { status, stderr } = porthole(root, ["search", "none such"]);
    expect([status, stderr]).toEqual([1, "porthole: left out: 2 hidden, 1 ignored, 1 excluded\n"]);
  });

  test("takes the options of grep", () => {
    const search = (...args: string[]) => porthole(root, ["search", ...args]).stdout;
    expect(search("-i", "seal", "--include", "b.*")).toBe("src/b.ts:1:Seal\n");
    expect(search("-F", "a.b(")).toBe("docs/c.md:1:a.b(\n");
    expect(search("seal", "--files")).toBe("src/a.ts\n日本.txt\n");
    expect(search("seal", "--counts", "--exclude", "*.txt")).toBe("src/a.ts:2\n");
    expect(search("seal", "src/a.ts", "--max", "1")).toBe("src/a.ts:2:two seal\n");
    expect(search("seal", "--no-ignore", "--hidden", "--files")).toBe(".hidden/d.ts\nout.log\nsrc/a.ts\n日本.txt\n");
    expect(search("--", "-x")).toBe("");
  });

  test("sets groups of lines with context apart", () => {
    const lines = ["a.ts-1-one", "a.ts:2:two seal", "a.ts-3-three", "a.ts-4-four", "a.ts:5:five seal seal"];
    expect(porthole(root, ["search", "seal", "src", "-C", "1"]).stdout).toBe(
      lines.map((line) => `src/${line}\n`).join(""),
    );
    const apart = ["src/a.ts-1-one", "src/a.ts:2:two seal", "src/a.ts-3-three", "--", "日本.txt:1:波 seal"];
    expect(porthole(root, ["search", "two|波", "-C", "1"]).stdout).toBe(`${apart.join("\n")}\n`);
  });

  test("--json is the answer as a model gets it, with the same exit codes", () => {
    const { status, stdout } = porthole(root, ["search", "seal", "src", "--json"]);
    expect([status, JSON.parse(stdout).matched_lines]).toEqual([0, 2]);
    expect(porthole(root, ["search", "none", "--json"]).status).toBe(1);
    expect(porthole(root, ["search", "(", "--json"]).status).toBe(2);
  });

  test("nothing in a name or a line reaches a terminal as it is", () => {
    const hostile = makeTree(["file a\u001b[31m.txt seal \u001b[2J\u009b1m\ttab"]);
    const { stdout } = porthole(hostile, ["search", "seal"]);
    expect(stdout).toBe("a\\x1b[31m.txt:1:seal \\x1b[2J\\x9b1m\ttab\n");
  });

  test.skipIf(!hasTerminals())("colours matches on a terminal", () => {
    const shown = portholeOnTerminal(root, ["search", "seal", "src/a.ts"], { TERM: "xterm" });
    expect(shown).toContain("two \u001b[31mseal\u001b[0m");
  });
});
