// What a person is told whose command, option, value or path is wrong. dist/ must be built.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { porthole } from "../support/cli.ts";
import { makeTree } from "../support/tree.ts";

describe("a name that does not exist is answered with the one that was meant", () => {
  test.each([
    [["treee"], 'unknown command treee; did you mean "tree"?'],
    [["Tree"], 'unknown command Tree; did you mean "tree"?'],
    [["hepl"], 'unknown command hepl; did you mean "help"?'],
    [["help", "serach"], 'unknown command serach; did you mean "search"?'],
    [["dance"], "unknown command dance; see porthole --help"],
    [["tree", "--dept", "3"], 'tree has no option --dept; did you mean "--depth"?'],
    [["tree", "--dept=3"], 'tree has no option --dept; did you mean "--depth"?'],
    [["tree", "-depth", "3"], 'tree has no option -d; did you mean "--depth"?'],
    [["ls", "-R"], 'ls has no option -R; did you mean "-r"?'],
    [["ls", "--constructor"], "ls has no option --constructor; see porthole ls --help"],
    [["ls", "--__proto__"], "ls has no option --__proto__; see porthole ls --help"],
    [["find", "x", "--type", "fiel"], '--type must be file, directory or all, not "fiel"; did you mean "file"?'],
    [
      ["tools", "--format", "opneai"],
      /^--format must be json, openai, anthropic, gemini or mcp, not "opneai"; did you mean "openai"\?$/,
    ],
    [["call", "--format=txt", "tree", "{}"], '--format must be json or text, not "txt"; did you mean "text"?'],
    [["call", "--dialect", "x"], '--dialect must be forge or gemini, not "x"'],
    [["complete", "bsah"], 'SHELL must be bash, zsh or fish, not "bsah"; did you mean "bash"?'],
    [["tree", "--depth"], "--depth needs a value: --depth N"],
    [["tree", "-w"], "-w needs a value: -w DIR"],
    [["tree", "--depth", "-1"], '--depth needs a value; write --depth=-1 if "-1" is meant'],
    [["tree", "--exclude", "--all"], '--exclude needs a value; write --exclude=--all if "--all" is meant'],
    [["tree", "--all=yes"], "--all takes no value"],
    [["tree", "--\u001b[2J"], "tree has no option --\\x1b[2J; see porthole tree --help"],
  ])("%j", (args, message) => {
    const { status, stdout, stderr } = porthole(makeTree([]), args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr.replace(/^porthole: (.*)\n$/, "$1")).toEqual(
      typeof message === "string" ? message : expect.stringMatching(message),
    );
  });
});

describe("a path outside the folder is answered with how to look there", () => {
  const outside = "path is outside the workspace; use a path inside it, relative to its root";
  const root = makeTree(["file a x", "symlink out ..", "file .npmrc x"]);
  const cases: [string[], string][] = [
    [["tree", "/none/x"], "tree -w /none/x"],
    [["ls", ".."], "ls -w .."],
    [["ls", "../it's mine"], "ls -w ../it\\'s\\ mine"],
    [["read", "../x/f.txt"], "read -w ../x f.txt"],
    [["find", "*.ts", "../x"], "find -w ../x \\*.ts"],
    [["search", "a b", "/etc/hosts"], "search -w /etc/hosts a\\ b"],
    [["tree", "-w", "sub", "../.."], "tree -w .."],
  ];
  mkdirSync(join(root, "sub"));

  test.each(cases)("%j: porthole %s", (args, command) => {
    expect(porthole(root, args).stderr).toBe(`porthole: ${outside}, or look at another folder: porthole ${command}\n`);
  });

  test("explain says it too", () => {
    const { status, stderr } = porthole(root, ["explain", "/etc/hosts"]);
    expect([status, stderr]).toEqual([0, "porthole: to look there: porthole explain -w /etc hosts\n"]);
  });

  test("whether something is there makes no difference", () => {
    const [there, nowhere] = ["/etc/passwd", "/etc/nobody"].map((path) => porthole(root, ["read", path]));
    expect(there?.stderr.replace("passwd", "nobody")).toBe(nowhere?.stderr);
  });

  test("what a model gets stays as it is", () => {
    const error = { kind: "SandboxViolation", code: "SANDBOX_VIOLATION", message: outside };
    for (const args of [
      ["tree", "/etc", "--json"],
      ["read", "/etc/passwd", "--json"],
      ["call", "tree", '{"path":"/etc"}'],
    ])
      expect(porthole(root, args)).toEqual({ status: 1, stdout: `${JSON.stringify({ error })}\n`, stderr: "" });
    expect(porthole(root, ["explain", "/etc", "--json"]).stderr).toBe("");
  });

  test("a link that leads out, and what is denied inside, lead nowhere else", () => {
    for (const path of ["out", ".npmrc"]) {
      const { status, stderr } = porthole(root, ["read", path]);
      expect([status, stderr.includes("porthole read")]).toEqual([1, false]);
    }
  });
});
