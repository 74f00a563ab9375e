// What search_text finds, leaves out and counts. Pages are in pages.test.ts, random trees in oracle.test.ts.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createAgentToolkit } from "../../../../src/toolkit.ts";
import { makeTree } from "../../../support/tree.ts";
import { noUnprivilegedChild, runUnprivileged } from "../../../support/unprivileged.ts";
import { openTree } from "../list_files/calls.ts";
import { search, searchLines, searchPages, toLines } from "./calls.ts";

const SOURCES = [
  "file README.md Seal it.\nsecond line\n",
  "file src/a.ts const seal = 1;\nopen(seal);\n",
  "file src/deep/b.ts // no such word\n",
  "file src/deep/c.js seal\r\nSEAL\r\n",
];

describe("search_text", () => {
  test("SE-01 SE-06 finds lines in files, in order, with all fields of the answer", async () => {
    using toolkit = openTree(SOURCES);
    const answer = await search(toolkit, { pattern: "seal" });
    expect(answer).toEqual({
      path: ".",
      pattern: "seal",
      files: [
        {
          path: "src/a.ts",
          lines: [
            { line: 1, text: "const seal = 1;", column: 7 },
            { line: 2, text: "open(seal);", column: 6 },
          ],
        },
        { path: "src/deep/c.js", lines: [{ line: 1, text: "seal", column: 1 }] },
      ],
      matched_lines: 3,
      matched_files: 2,
      searched_files: 4,
      searched_bytes: 77,
      complete: true,
      truncated_reason: null,
      next: null,
      left_out: {},
    });
    expect(Object.keys(answer)).toEqual([
      ...["path", "pattern", "files", "matched_lines", "matched_files", "searched_files", "searched_bytes"],
      ...["complete", "truncated_reason", "next", "left_out"],
    ]);
  });

  test("SE-01 takes path first, as the other tools of the library", async () => {
    using toolkit = openTree(SOURCES);
    const outcome = await toolkit.searchText("src/deep", { pattern: "seal", ignore_case: true });
    expect(outcome.status === "success" && toLines(outcome.data)).toEqual([
      "src/deep/c.js:1:seal",
      "src/deep/c.js:2:SEAL",
    ]);
  });

  test("SE-01 works in the other dialect too", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot: makeTree(SOURCES), dialect: "gemini" });
    const outcome = await toolkit.searchText(".", { pattern: "Seal it" });
    expect(outcome.status === "success" && toLines(outcome.data)).toEqual(["README.md:1:Seal it."]);
  });

  test("SE-01 literal takes the pattern as it is", async () => {
    using toolkit = openTree(["file f a.c\nabc\n(?=x)\n"]);
    expect(await searchLines(toolkit, { pattern: "a.c" })).toEqual(["f:1:a.c", "f:2:abc"]);
    expect(await searchLines(toolkit, { pattern: "a.c", literal: true })).toEqual(["f:1:a.c"]);
    expect(await searchLines(toolkit, { pattern: "(?=x)", literal: true })).toEqual(["f:3:(?=x)"]);
  });

  test("SE-01 path may be a file, whatever include and exclude say", async () => {
    using toolkit = openTree(SOURCES);
    const args = { pattern: "seal", path: "src/a.ts", include: ["*.md"], exclude: ["*.ts"] };
    expect(await search(toolkit, args)).toMatchObject({ path: "src/a.ts", matched_lines: 2, searched_files: 1 });
  });

  test("SE-01 path may lead through a link that stays inside", async () => {
    using toolkit = openTree([...SOURCES, "symlink way src", "symlink one src/a.ts"]);
    expect(await searchLines(toolkit, { pattern: "open", path: "way" })).toEqual(["way/a.ts:2:open(seal);"]);
    expect(await searchLines(toolkit, { pattern: "open", path: "one" })).toEqual(["one:2:open(seal);"]);
  });

  test("SE-01 include and exclude are globs relative to path", async () => {
    using toolkit = openTree(SOURCES);
    const files = async (args: object) =>
      toLines(await search(toolkit, { pattern: "", mode: "files", ...args })).map((line) => line.split(":")[0]);
    expect(await files({ include: ["*.ts"] })).toEqual(["src/a.ts", "src/deep/b.ts"]);
    expect(await files({ include: ["*.ts", "*.md"] })).toEqual(["README.md", "src/a.ts", "src/deep/b.ts"]);
    expect(await files({ include: ["src/*.ts"] })).toEqual(["src/a.ts"]);
    expect(await files({ path: "src", include: ["deep/*"] })).toEqual(["src/deep/b.ts", "src/deep/c.js"]);
    expect(await files({ exclude: ["deep"] })).toEqual(["README.md", "src/a.ts"]);
    expect(await files({ include: ["*.ts"], exclude: ["src/a.*"] })).toEqual(["src/deep/b.ts"]);
  });

  test("SE-06 mode files counts matching lines and shows none", async () => {
    using toolkit = openTree(SOURCES);
    const answer = await search(toolkit, { pattern: "seal", mode: "files", context_lines: 3 });
    expect(answer.files).toEqual([
      { path: "src/a.ts", matched_lines: 2 },
      { path: "src/deep/c.js", matched_lines: 1 },
    ]);
    expect(answer).toMatchObject({ matched_lines: 3, matched_files: 2, searched_files: 4 });
  });

  test("SE-06 shows lines around matches", async () => {
    using toolkit = openTree(["file f 1\n2\nx\n4\n5\n6\nx\n"]);
    expect(await searchLines(toolkit, { pattern: "x", context_lines: 1 })).toEqual([
      ...["f-2-2", "f:3:x", "f-4-4", "f-6-6", "f:7:x"],
    ]);
  });

  test("SE-07 shows a window of a long line", async () => {
    using toolkit = openTree([`file f ${"a".repeat(500)}x${"b".repeat(500)}`]);
    const { files } = await search(toolkit, { pattern: "x" });
    const text = `${"a".repeat(119)}x${"b".repeat(120)}`;
    expect(files).toEqual([{ path: "f", lines: [{ line: 1, text, column: 501, cut: true }] }]);
  });
});

describe("what is left out", () => {
  test("LK-05 SE-05 counts each reason, and a folder once", async () => {
    const root = makeTree([
      "dir .git",
      "file .gitignore skipped\n",
      "file .hidden/a x",
      "file .hidden/b x",
      "file skipped/a x",
      "file node_modules/m x",
      "file other.md x",
      "file key.pem x",
      "symlink link f",
      "fifo pipe",
      "file f x",
      "file binary x\0",
      `file large ${"x".repeat(1025)}`,
      `file whole ${"x".repeat(1024)}`,
    ]);
    const config = { tools: { search_text: { max_file_bytes: 1024 } } };
    using toolkit = createAgentToolkit({ workspaceRoot: root, config });
    const answer = await search(toolkit, { pattern: "x", mode: "files", exclude: ["*.md"] });
    expect(toLines(answer)).toEqual(["f:1", "whole:1"]);
    expect(answer.left_out).toEqual({
      hidden: 2,
      ignored: 1,
      excluded: 3,
      denied: 1,
      binary: 1,
      too_large: 1,
      unreadable: 1,
      linked: 1,
    });
    expect(answer.searched_files).toBe(2);
  });

  test("SE-05 a NUL behind the first 8,192 bytes makes no file binary", async () => {
    using toolkit = openTree([`file late ${"a".repeat(8192)}\0\nx\n`, `file early ${"a".repeat(8191)}\0\nx\n`]);
    const answer = await search(toolkit, { pattern: "^x", mode: "files" });
    expect([toLines(answer), answer.left_out]).toEqual([["late:1"], { binary: 1 }]);
  });

  test("SE-05 the owner may raise the size of files that are searched", async () => {
    const lines = [`file large ${"y".repeat(1_048_577)}\nx\n`];
    using usual = openTree(lines);
    using raised = openTree(lines, { config: { tools: { search_text: { max_file_bytes: 2_000_000 } } } });
    expect(await search(usual, { pattern: "x" })).toMatchObject({ files: [], left_out: { too_large: 1 } });
    expect(await searchLines(raised, { pattern: "x" })).toEqual(["large:2:x"]);
  });

  test("LK-03 a hidden or ignored path that is named is searched", async () => {
    using toolkit = openTree(["dir .git", "file .gitignore skipped\n", "file skipped/a/f x", "file .h/f x"]);
    expect(await searchLines(toolkit, { pattern: "x", path: "skipped" })).toEqual(["skipped/a/f:1:x"]);
    expect(await searchLines(toolkit, { pattern: "x", path: ".h" })).toEqual([".h/f:1:x"]);
    expect(await searchLines(toolkit, { pattern: "x", path: ".h/f" })).toEqual([".h/f:1:x"]);
  });

  test("LK-03 include_hidden and include_ignored look there too, but never into .git", async () => {
    using toolkit = openTree(["file .git/config x", "file .gitignore skipped\n", "file skipped/a x", "file .h x"]);
    const args = { pattern: "x", include_hidden: true, include_ignored: true };
    expect(await search(toolkit, args)).toMatchObject({
      files: [{ path: ".h" }, { path: "skipped/a" }],
      left_out: { excluded: 1 },
    });
  });

  test("LK-04 a denied file is not searched, by name it is refused", async () => {
    using toolkit = openTree(["file key.pem secret", "file .ssh/x secret"]);
    const answer = await search(toolkit, { pattern: "secret", include_hidden: true });
    expect(answer).toMatchObject({ files: [], searched_files: 0, left_out: { denied: 2 } });
    const named = await toolkit.searchText("key.pem", { pattern: "secret" });
    expect(named.status).toBe("denied");
  });

  test("SE-05 a large or binary file that is named is left out and counted", async () => {
    const lines = ["file binary x\0", "file large xxx"];
    using toolkit = openTree(lines, { config: { tools: { search_text: { max_file_bytes: 2 } } } });
    expect((await search(toolkit, { pattern: "x", path: "large" })).left_out).toEqual({ too_large: 1 });
    expect(await search(toolkit, { pattern: "x", path: "binary" })).toMatchObject({
      files: [],
      complete: true,
      left_out: { binary: 1 },
    });
  });

  test("LK-02 a FIFO that is named is refused, and not opened", async () => {
    using toolkit = openTree(["fifo pipe"]);
    await expect(search(toolkit, { pattern: "x", path: "pipe" })).rejects.toThrow(
      'path is not a regular file: "pipe" is a special file',
    );
  });

  test.skipIf(noUnprivilegedChild !== null)("LK-05 what may not be read is unreadable", () => {
    const root = makeTree(["file f x", "file d/f x", "file open x"]);
    execFileSync("chmod", ["000", join(root, "f"), join(root, "d")]);
    const program = `
      const { createAgentToolkit } = await import(new URL("lib.js", build));
      const toolkit = createAgentToolkit({ workspaceRoot: args[0] });
      return (await toolkit.searchText(".", { pattern: "x" })).data;`;
    const answer = runUnprivileged(program, [root]);
    execFileSync("chmod", ["755", join(root, "f"), join(root, "d")]);
    expect(answer).toMatchObject({ files: [{ path: "open" }], left_out: { unreadable: 2 }, complete: true });
  });
});

describe("arguments", () => {
  test.each([
    [{ pattern: "(?=a)" }, "pattern cannot be used: lookahead is not supported"],
    [{ pattern: "a", include: ["!x"] }, 'include[0] must be a glob, not "!x"'],
    [{ pattern: "a", exclude: Array.from({ length: 101 }, () => "a") }, "exclude must have at most 100 globs, not 101"],
    [{ pattern: "a", context_lines: 11 }, "context_lines must be a whole number from 0 to 10, not 11"],
    [{ pattern: "a", max_results: 0 }, "max_results must be a whole number from 1 to 1000, not 0"],
    [{ pattern: "a", path: "" }, "path must not be empty"],
    [{ pattern: "a", mode: "count" }, 'mode must be one of "lines", "files", not "count"'],
    [{ pattern: "a", path: "none" }, '"none" does not exist'],
    [{ pattern: "a", after: "x" }, "after must be `next` of an answer to the same call"],
    [{}, "pattern is required"],
  ])("SE-01 %j is refused in words", async (args, message) => {
    using toolkit = openTree(SOURCES);
    const outcome = await toolkit.searchText.invoke(args);
    expect(outcome.status === "success" ? "answered" : outcome.error.message).toContain(message);
  });

  test("SE-02 a refused pattern says what, where, and that literal helps", async () => {
    using toolkit = openTree(SOURCES);
    const outcome = await toolkit.searchText(".", { pattern: "ab(?<!c)" });
    const message = outcome.status === "success" ? "" : outcome.error.message;
    expect(message).toContain('"(?<!" at column 3; set literal');
  });
});

describe("work that is not done", () => {
  test("SE-05 files that the name already leaves out are not opened", async () => {
    using toolkit = openTree(["file a.ts x", "file b.md x", "file c/d.md x"]);
    const answer = await search(toolkit, { pattern: "x", include: ["*.ts"] });
    expect([answer.searched_files, answer.searched_bytes]).toEqual([1, 1]);
  });

  test("SE-06 pages count what they search: nothing is searched twice", async () => {
    using toolkit = openTree(Array.from({ length: 20 }, (_, at) => `file f${10 + at} x\n`));
    const pages = await searchPages(toolkit, { pattern: "x", max_results: 3 });
    expect(pages.map(({ searched_files }) => searched_files)).toEqual([3, 3, 3, 3, 3, 3, 2]);
  });
});

test("LK-04 a denied pattern holds for the path as it was asked for and for the one behind a link", async () => {
  const tree = ["file src/x/k key\n", "file src/y/k key\n", "file src/z key\n", "symlink pub src"];
  for (const [denied, found, path = "pub"] of [
    ["pub/x/**", ["pub/y/k:1:key", "pub/z:1:key"]],
    ["src/x/**", ["pub/y/k:1:key", "pub/z:1:key"]],
    ["pub/z", ["pub/x/k:1:key", "pub/y/k:1:key"]],
    ["src/z", ["pub/x/k:1:key", "pub/y/k:1:key"]],
    ["pub/z", ["src/x/k:1:key", "src/y/k:1:key", "src/z:1:key"], "src"],
  ] as const) {
    using toolkit = openTree(tree, { deniedPatterns: [denied] });
    expect([denied, path, await searchLines(toolkit, { pattern: "key", path })]).toEqual([denied, path, [...found]]);
  }
});

test("LK-06 two files whose names show the same are two files", async () => {
  if (process.platform !== "linux") return;
  const root = makeTree([]);
  for (const raw of ["a\xfe", "a\xff"]) writeFileSync(Buffer.from(`${root}/${raw}`, "latin1"), "x\nx\n");
  using toolkit = createAgentToolkit({ workspaceRoot: root });
  const { files } = await search(toolkit, { pattern: "x" });
  expect(files.map((file) => ("lines" in file ? file.lines.length : 0))).toEqual([2, 2]);
});
