// What list_files finds, leaves out and counts. Pages are in pages.test.ts, random trees in properties.test.ts.

import { describe, expect, test } from "vitest";
import { find, findPaths, openTree } from "./calls.ts";

const SOURCES = [
  "file README.md x",
  "file src/a.ts x",
  "file src/b.js x",
  "file src/deep/c.ts x",
  "file src/deep/d.test.ts x",
  "file lib/e.ts x",
];

describe("patterns", () => {
  test.each([
    ["**", ["README.md", "lib/e.ts", "src/a.ts", "src/b.js", "src/deep/c.ts", "src/deep/d.test.ts"]],
    ["*.ts", ["lib/e.ts", "src/a.ts", "src/deep/c.ts", "src/deep/d.test.ts"]],
    ["**/*.ts", ["lib/e.ts", "src/a.ts", "src/deep/c.ts", "src/deep/d.test.ts"]],
    ["src/*.ts", ["src/a.ts"]],
    ["./src/*.ts", ["src/a.ts"]],
    ["/src/*.ts", ["src/a.ts"]],
    ["/*.ts", []],
    ["/README.md", ["README.md"]],
    ["README.md", ["README.md"]],
    ["c.ts", ["src/deep/c.ts"]],
    ["{src,lib}/*.ts", ["lib/e.ts", "src/a.ts"]],
    ["src/{deep/c,a}.ts", ["src/a.ts", "src/deep/c.ts"]],
    ["src/**/c.ts", ["src/deep/c.ts"]],
    ["src/*/c.ts", ["src/deep/c.ts"]],
    ["src/**", ["src/a.ts", "src/b.js", "src/deep/c.ts", "src/deep/d.test.ts"]],
    ["none/**", []],
    ["README.md/x", []],
  ])("LF-02 %s", async (pattern, paths) => {
    using toolkit = openTree(SOURCES);
    expect(await findPaths(toolkit, { pattern })).toEqual(paths);
  });

  test("LF-02 a pattern is relative to path, and the paths of the answer to the root", async () => {
    using toolkit = openTree(SOURCES);
    expect(await findPaths(toolkit, { path: "src", pattern: "deep/*.ts" })).toEqual([
      "src/deep/c.ts",
      "src/deep/d.test.ts",
    ]);
    expect(await findPaths(toolkit, { path: "src", pattern: "src/*.ts" })).toEqual([]);
  });

  test.each([
    ["", "it is empty"],
    ["!*.ts", 'it begins with "!", but negation is not supported; write \\! for the character'],
    ["@(a|b)", 'it contains "@("; write {a,b} for a choice, \\( for a parenthesis'],
    ["src/*.+(ts|js)", 'it contains "+("; write {a,b} for a choice, \\( for a parenthesis'],
    ["../x", 'it contains ".."; name another path instead'],
    ["src/../x", 'it contains ".."; name another path instead'],
    [".", 'it names nothing below path; write "**" for everything'],
    ["{a,/}", 'it names nothing below path; write "**" for everything'],
    ["a[", 'unbalanced "[": it is never closed'],
  ])("LF-02 %s is refused in words", async (pattern, reason) => {
    using toolkit = openTree(SOURCES);
    const message = `pattern must be a glob, not ${JSON.stringify(pattern)}: ${reason}`;
    await expect(find(toolkit, { pattern })).rejects.toMatchObject({ code: "INVALID_ARGUMENT", message });
  });

  test("LF-02 an escaped character of an extglob is a plain one", async () => {
    using toolkit = openTree(["file a+(b).ts x", "file !c x"]);
    expect(await findPaths(toolkit, { pattern: "a+\\(b\\).ts" })).toEqual(["a+(b).ts"]);
    expect(await findPaths(toolkit, { pattern: "a[+](b).ts" })).toEqual(["a+(b).ts"]);
    expect(await findPaths(toolkit, { pattern: "\\!c" })).toEqual(["!c"]);
  });
});

describe("answers", () => {
  test("LF-01 everything has a default: the files of the workspace, not the hidden ones", async () => {
    using toolkit = openTree([...SOURCES, "file .env x"]);
    expect(await find(toolkit)).toEqual(
      await find(toolkit, {
        pattern: "**",
        path: ".",
        entry_kind: "file",
        include_hidden: false,
        include_ignored: false,
        max_results: 200,
      }),
    );
  });

  test("LF-01 an answer has at most 200 paths if nothing is said, 1000 at most", async () => {
    using toolkit = openTree(Array.from({ length: 201 }, (_, index) => `file f${index} x`));
    expect((await find(toolkit)).returned).toBe(200);
    expect((await find(toolkit, { max_results: 1000 })).returned).toBe(201);
    for (const max_results of [0, 1001, 1.5])
      await expect(find(toolkit, { max_results })).rejects.toMatchObject({
        message: `max_results must be a whole number from 1 to 1000, not ${max_results}`,
      });
  });

  test("LF-03 the answer, field by field and in order", async () => {
    using toolkit = openTree([...SOURCES, "file .hidden x"]);
    expect(JSON.stringify(await find(toolkit, { pattern: "/*", entry_kind: "all" }))).toBe(
      JSON.stringify({
        path: ".",
        pattern: "/*",
        paths: ["README.md", "lib/", "src/"],
        returned: 3,
        complete: true,
        truncated_reason: null,
        next: null,
        left_out: { hidden: 1 },
      }),
    );
  });

  test("LF-03 a path that is a file is refused", async () => {
    using toolkit = openTree(SOURCES);
    await expect(find(toolkit, { path: "README.md" })).rejects.toMatchObject({ code: "NOT_DIRECTORY" });
    await expect(find(toolkit, { path: "none" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(find(toolkit, { path: "" })).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
  });

  test("LF-01 kinds: files, directories, or all with links and what is neither", async () => {
    using toolkit = openTree([...SOURCES, "symlink link src", "fifo pipe", "dir empty"]);
    expect(await find(toolkit, { pattern: "/*" })).toMatchObject({ paths: ["README.md"], left_out: { linked: 1 } });
    expect(await find(toolkit, { pattern: "/*", entry_kind: "directory" })).toMatchObject({
      paths: ["empty/", "lib/", "src/"],
      left_out: { linked: 1 },
    });
    expect(await find(toolkit, { pattern: "/*", entry_kind: "all" })).toMatchObject({
      paths: ["README.md", "empty/", "lib/", "link", "pipe", "src/"],
      left_out: {},
    });
  });
});

describe("what is left out", () => {
  const MIXED = [
    "dir .git/objects",
    "file .gitignore *.log\n/gen/\n",
    "file a.log x",
    "file a.ts x",
    "file gen/b.ts x",
    "file node_modules/m/c.ts x",
    "file .github/d.ts x",
    "file src/.gitignore !keep.log\n",
    "file src/keep.log x",
    "file src/e.log x",
  ];

  test("LK-03 hidden names, what git ignores at every level, and the names that tree leaves out", async () => {
    using toolkit = openTree(MIXED);
    expect(await find(toolkit)).toMatchObject({
      paths: ["a.ts", "src/keep.log"],
      left_out: { hidden: 3, ignored: 3, excluded: 2 },
    });
  });

  test("LK-03 include_hidden and include_ignored look at them, but never into .git", async () => {
    using toolkit = openTree(MIXED);
    expect(await find(toolkit, { include_hidden: true, pattern: "*.ts" })).toMatchObject({
      paths: [".github/d.ts", "a.ts"],
    });
    expect(await find(toolkit, { include_ignored: true, pattern: "*.{ts,log}" })).toMatchObject({
      paths: ["a.log", "a.ts", "gen/b.ts", "node_modules/m/c.ts", "src/e.log", "src/keep.log"],
      left_out: { hidden: 1, excluded: 1 },
    });
    const all = { include_hidden: true, include_ignored: true, entry_kind: "all" } as const;
    expect((await find(toolkit, all)).paths.filter((path) => path.startsWith(".git/"))).toEqual([]);
    for (const pattern of [".git/**", ".git/objects", ".GIT/objects"])
      expect(await find(toolkit, { ...all, pattern })).toMatchObject({ paths: [] });
  });

  test("LK-03 a path that is named is looked at, be it hidden, ignored or always left out", async () => {
    using toolkit = openTree([...MIXED, "file gen/more/f.ts x"]);
    expect(await findPaths(toolkit, { path: ".github" })).toEqual([".github/d.ts"]);
    expect(await findPaths(toolkit, { path: "gen" })).toEqual(["gen/b.ts", "gen/more/f.ts"]);
    expect(await findPaths(toolkit, { path: "gen/more" })).toEqual(["gen/more/f.ts"]);
    expect(await findPaths(toolkit, { path: "node_modules" })).toEqual(["node_modules/m/c.ts"]);
  });

  test("LK-04 a denied file is shown by name, a denied directory is not entered", async () => {
    using toolkit = openTree(["file k.pem x", "file vault/s.ts x", "file vault/in/t.ts x"], {
      deniedPatterns: ["vault/**"],
    });
    expect(await find(toolkit)).toMatchObject({ paths: ["k.pem"], left_out: { denied: 1 } });
    expect(await find(toolkit, { entry_kind: "all" })).toMatchObject({
      paths: ["k.pem", "vault/"],
      left_out: { denied: 1 },
    });
    expect(await find(toolkit, { pattern: "vault/in/t.ts" })).toMatchObject({ paths: [], left_out: { denied: 1 } });
    await expect(find(toolkit, { path: "vault" })).rejects.toMatchObject({ code: "SANDBOX_VIOLATION" });
  });

  test("LK-04 a denied directory is not entered through a link to the folder above it", async () => {
    using toolkit = openTree(["file a/vault/s.ts x", "symlink b a"], { deniedPatterns: ["a/vault"] });
    expect(await find(toolkit, { path: "b" })).toMatchObject({ path: "b", paths: [], left_out: { denied: 1 } });
  });

  test("LK-04 a denied directory is not entered by the name that it has behind a link either", async () => {
    using toolkit = openTree(["file a/vault/s.ts x", "symlink b a"], { deniedPatterns: ["b/vault"] });
    expect(await find(toolkit, { path: "b" })).toMatchObject({ paths: [], left_out: { denied: 1 } });
    expect(await find(toolkit, { path: "a" })).toMatchObject({ paths: ["a/vault/s.ts"], left_out: {} });
  });

  test("LK-05 an entry counts once, under the first reason that applies", async () => {
    using toolkit = openTree(["dir .git", "file .gitignore *\n", "file dist/x x", "file .h x", "file f x", "dir .ssh"]);
    expect(await find(toolkit)).toMatchObject({ paths: [], left_out: { hidden: 3, ignored: 1, excluded: 2 } });
    expect(await find(toolkit, { include_hidden: true })).toMatchObject({ left_out: { ignored: 4, excluded: 2 } });
    expect(await find(toolkit, { include_hidden: true, include_ignored: true })).toMatchObject({
      paths: [".gitignore", ".h", "dist/x", "f"],
      left_out: { excluded: 1, denied: 1 },
    });
  });

  test("LK-05 only what could have been found counts: not a hidden file of another name, nor a folder without a match", async () => {
    using toolkit = openTree(["file .env x", "file .a.ts x", "file .github/b.ts x", "file src/.c/d.ts x"]);
    expect((await find(toolkit, { pattern: "*.ts" })).left_out).toEqual({ hidden: 3 });
    expect((await find(toolkit, { pattern: "src/*.ts" })).left_out).toEqual({});
    expect((await find(toolkit, { pattern: "/*.ts" })).left_out).toEqual({ hidden: 1 });
    expect((await find(toolkit, { pattern: "*.ts", entry_kind: "directory" })).left_out).toEqual({ hidden: 2 });
  });

  test("LK-02 no link is followed in a walk; path may be one that stays inside", async () => {
    using toolkit = openTree([...SOURCES, "symlink in src", "symlink out /etc", "symlink src/up .."]);
    expect(await find(toolkit, { pattern: "*.ts" })).toMatchObject({ returned: 4 });
    expect(await find(toolkit, { path: "in", pattern: "/*.ts" })).toMatchObject({ path: "in", paths: ["in/a.ts"] });
    expect(await find(toolkit, { pattern: "in/*.ts" })).toMatchObject({ paths: [] });
    await expect(find(toolkit, { path: "out" })).rejects.toMatchObject({ code: "SANDBOX_VIOLATION" });
  });
});

describe("order", () => {
  test("LK-06 name by name, each by UTF-16 code unit: what is in a directory comes before its next sibling", async () => {
    using toolkit = openTree([
      "file a/b x",
      "file a-b x",
      "file a.b x",
      "file B x",
      "file é x",
      "file 𝒳 x",
      "file \ufb01 x",
    ]);
    expect(await findPaths(toolkit)).toEqual(["B", "a/b", "a-b", "a.b", "é", "𝒳", "\ufb01"]);
  });

  test("LK-06 asked in any order, names that are looked up come in theirs", async () => {
    using toolkit = openTree(SOURCES);
    expect(await findPaths(toolkit, { pattern: "{src,lib,README.md}{,/a.ts,/e.ts}" })).toEqual([
      "README.md",
      "lib/e.ts",
      "src/a.ts",
    ]);
  });
});
