// What porthole tree and porthole ls tell a person of entries that an agent cannot see.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { porthole } from "../support/cli.ts";
import { makeTree } from "../support/tree.ts";

const root = makeTree([
  ...["file .git/HEAD x", "file .gitignore *.log\n", "file .portholeignore /customers/\n", "file customers/x x"],
  ...["file dist/d x", "file key.pem x", "file src/a.ts x", "file src/b.log x", "file src/.cache/c x"],
  ...["symlink gone nothing", "symlink up .."],
]);

const run = (...args: string[]) => porthole(root, args, { env: { TZ: "UTC" } });
/** From the line after the quote. */
const draw = (...args: string[]) => `\n${run(...args).stdout}`;
const names = (...args: string[]) =>
  run("ls", "--iso", ...args)
    .stdout.trimEnd()
    .split("\n")
    .map((line) => line.split("Z  ").at(-1));

describe("porthole tree", () => {
  test("marks what is denied, leads out or nowhere", () => {
    expect(draw("tree", "--all")).toBe(`
./
├── customers/ (denied by .portholeignore:1 (/customers/))
├── src/
│   └── a.ts
├── key.pem (denied by the built-in pattern **/*.pem)
├── gone@ (leads nowhere)
└── up@ (leads out of the workspace)
`);
  });

  test("shows with --ignored what is left out, and by which rule", () => {
    expect(draw("tree", "--all", "--ignored")).toBe(`
./
├── .git/ (always left out)
├── customers/ (denied by .portholeignore:1 (/customers/))
├── dist/ (always left out)
├── src/
│   ├── .cache/ (starts with a dot)
│   ├── a.ts
│   └── b.log (ignored by .gitignore:1 (*.log))
├── .gitignore (starts with a dot)
├── .portholeignore (starts with a dot)
├── key.pem (denied by the built-in pattern **/*.pem)
├── gone@ (leads nowhere)
└── up@ (leads out of the workspace)
`);
  });

  test("leaves out as the call does: directories only, hidden names shown, from the folder that was named", () => {
    expect(draw("tree", "--ignored", "--depth", "1")).toBe(`
./
├── .git/ (always left out)
├── customers/ … (denied by .portholeignore:1 (/customers/))
├── dist/ (always left out)
└── src/ …
… cut at depth 1; --depth 2 shows more
`);
    expect(run("tree", "src", "--all", "--hidden", "--ignored").stdout).toBe(
      "src/\n├── .cache/\n│   └── c\n├── a.ts\n└── b.log (ignored by .gitignore:1 (*.log))\n",
    );
    // It was asked for by name.
    expect(run("tree", "dist", "--all", "--ignored").stdout).toBe("dist/\n└── d\n");
  });

  test("shows links that lead through another name, and an ignore file's rule, safe to print", () => {
    const evil = makeTree(["file .git/HEAD x", "file a x", "dir b"]);
    writeFileSync(join(evil, ".gitignore"), "a\u001b[2J*\n[a]\n");
    const { stdout } = porthole(evil, ["tree", "--all", "--ignored"]);
    expect(stdout).toContain("a (ignored by .gitignore:2 ([a]))\n");
    writeFileSync(join(evil, ".gitignore"), "[a\u001b]\n");
    expect(porthole(evil, ["tree", "--all", "--ignored"]).stdout).toContain("a (ignored by .gitignore:1 ([a\\x1b]))\n");
  });

  test("is shown without marks where list_directory is denied, and says so", () => {
    const config = join(root, "../denies.toml");
    writeFileSync(config, '[tools.approval]\ndenylist = ["list_directory"]\n');
    const { status, stdout, stderr } = run("tree", "--all", "--config", config);
    expect({ status, isMarked: stdout.includes("(") }).toEqual({ status: 0, isMarked: false });
    expect(stderr).toMatch(/^porthole: not marked: .*list_directory/);
  });
});

describe("porthole ls", () => {
  test("marks what is denied, leads out or nowhere", () => {
    expect(names()).toEqual([
      "customers/ (denied by .portholeignore:1 (/customers/))",
      "dist/",
      "gone@ (leads nowhere)",
      "key.pem (denied by the built-in pattern **/*.pem)",
      "src/",
      "up@ (leads out of the workspace)",
    ]);
  });

  test("shows with --ignored what is left out, in every folder that it goes into", () => {
    expect(names("src", "--ignored")).toEqual([
      ".cache/ (starts with a dot)",
      "a.ts",
      "b.log (ignored by .gitignore:1 (*.log))",
    ]);
    expect(names("--recursive", "--ignored")).toEqual([
      ".git/ (starts with a dot)",
      ".gitignore (starts with a dot)",
      ".portholeignore (starts with a dot)",
      "customers/ (denied by .portholeignore:1 (/customers/))",
      "dist/",
      "dist/d",
      "gone@ (leads nowhere)",
      "key.pem (denied by the built-in pattern **/*.pem)",
      "src/",
      "src/.cache/ (starts with a dot)",
      "src/a.ts",
      "src/b.log (ignored by .gitignore:1 (*.log))",
      "up@ (leads out of the workspace)",
    ]);
    expect(names("--recursive", "--depth", "1", "--ignored")).not.toContain("src/.cache/ (starts with a dot)");
  });
});

test.each(["tree", "ls"])("%s --json is what a model gets, and goes without --ignored", (command) => {
  const name = command === "ls" ? "list_directory" : "tree";
  const args = command === "ls" ? { path: "." } : { path: ".", entry_kind: "directory" };
  const asked = run("call", name, JSON.stringify(args)).stdout;
  expect(run(command, "--json", "--color", "always").stdout).toBe(asked);
  const { status, stdout, stderr } = run(command, "--json", "--ignored");
  const told = "porthole: --ignored cannot be combined with --json, which prints the model's answer\n";
  expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "", stderr: told });
});

test("names are coloured by LS_COLORS, what is left out is dim, and a sign stays without colour", () => {
  const env = { LS_COLORS: "di=1;34:ln=36:*.ts=32:*.pem=35:*.log=33", TZ: "UTC" };
  const paint = (codes: string, text: string) => `\u001b[${codes}m${text}\u001b[0m`;
  const { stdout } = porthole(root, ["tree", "--all", "--ignored", "--color", "always"], { env });
  for (const line of [
    `├── ${paint("1;34", "customers/")} ${paint("31", "(denied by .portholeignore:1 (/customers/))")}`,
    `│   ├── ${paint("32", "a.ts")}`,
    `│   └── ${paint("2", "b.log")} ${paint("2", "(ignored by .gitignore:1 (*.log))")}`,
    `├── ${paint("35", "key.pem")} ${paint("31", "(denied by the built-in pattern **/*.pem)")}`,
    `├── ${paint("36", "gone@")} ${paint("31", "(leads nowhere)")}`,
    `└── ${paint("36", "up@")} ${paint("31", "(leads out of the workspace)")}`,
  ])
    expect(stdout.split("\n")).toContain(line);
  expect(porthole(root, ["ls", "src", "--color", "always"], { env }).stdout).toContain(paint("32", "a.ts"));
  expect(porthole(root, ["find", "*.pem", "--color", "always"], { env }).stdout).toBe(`${paint("35", "key.pem")}\n`);
});
