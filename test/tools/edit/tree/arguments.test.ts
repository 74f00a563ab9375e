// What the arguments of `tree` may be, what they become, and how a call is described to a person.
// Leaves what is done with them to tool.test.ts.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { treeTool } from "../../../../src/tools/edit/tree/tool.ts";
import { readGlob } from "../../../support/globs.ts";
import { parseChecked } from "../../../support/parse_checked.ts";
import { makeTree } from "../../../support/tree.ts";
import { outline, refusalOf, seeTree } from "../../../support/tree_calls.ts";

describe("the arguments of tree", () => {
  const refused: readonly (readonly [string, string, object | undefined, string])[] = [
    ["an empty path", "", undefined, 'path must not be empty; name a directory, or "." for the workspace root'],
    ["an unknown entry_kind", ".", { entry_kind: "file" }, 'entry_kind must be one of "directory", "all", not "file"'],
    ["an entry_kind of null", ".", { entry_kind: null }, 'entry_kind must be one of "directory", "all", not null'],
    ["max_depth below 0", ".", { max_depth: -1 }, "max_depth must be a whole number from 0 to 12, not -1"],
    ["max_depth above 12", ".", { max_depth: 13 }, "max_depth must be a whole number from 0 to 12, not 13"],
    ["a broken max_depth", ".", { max_depth: 1.5 }, "max_depth must be a whole number from 0 to 12, not 1.5"],
    ["max_depth as text", ".", { max_depth: "3" }, 'max_depth must be a number, not "3"'],
    ["max_entries of 0", ".", { max_entries: 0 }, "max_entries must be a whole number from 1 to 1000, not 0"],
    [
      "max_entries above 1000",
      ".",
      { max_entries: 1001 },
      "max_entries must be a whole number from 1 to 1000, not 1001",
    ],
    [
      "max_entries without end",
      ".",
      { max_entries: Number.POSITIVE_INFINITY },
      "max_entries must be a whole number from 1 to 1000, not Infinity",
    ],
    ["include_hidden as text", ".", { include_hidden: "no" }, 'include_hidden must be a boolean, not "no"'],
    ["exclude as text", ".", { exclude: "*.log" }, 'exclude must be an array, not "*.log"'],
    ["exclude with a number", ".", { exclude: ["a", 5] }, "exclude[1] must be a string, not 5"],
    ["an empty glob", ".", { exclude: [""] }, 'exclude[0] must be a glob, not "": it is empty'],
    [
      "an open bracket",
      ".",
      { exclude: ["ok", "a[b"] },
      'exclude[1] must be a glob, not "a[b": unbalanced "[": it is never closed',
    ],
    [
      "a lone brace",
      ".",
      { exclude: ["a}"] },
      'exclude[0] must be a glob, not "a}": unbalanced "}": it closes nothing',
    ],
    [
      "a NUL in a glob",
      ".",
      { exclude: ["a\0b"] },
      'exclude[0] must be a glob, not "a\\u0000b": it contains a NUL character',
    ],
    [
      "a glob without end",
      ".",
      { exclude: ["x".repeat(4097)] },
      `exclude[0] must be a glob, not "${"x".repeat(119)}…: it is longer than 4096 characters`,
    ],
  ];

  test.each(refused)("TR-16 refuse %s", async (_what, path, options, message) => {
    const here = { workspaceRoot: makeTree([]) };
    expect(await refusalOf(here, path, options)).toEqual({
      status: "failure",
      kind: "BadArgs",
      code: "INVALID_ARGUMENT",
      message,
      path: undefined,
    });
  });

  test("TR-16 refuse a path that is missing or no string", () => {
    expect(() => parseChecked(treeTool, {})).toThrow("path is required");
    expect(() => parseChecked(treeTool, { path: 5 })).toThrow("path must be a string, not 5");
  });

  test.each([117, 118, 119])("TR-16 are shortened between characters when they are told (%i before it)", (before) => {
    const given = `${"x".repeat(before)}${"😀".repeat(9)}`;
    const told = before === 117 ? `${"x".repeat(117)}😀` : "x".repeat(before);
    expect(() => parseChecked(treeTool, { path: ".", entry_kind: given })).toThrow(
      `entry_kind must be one of "directory", "all", not "${told}…`,
    );
    expect(() => parseChecked(treeTool, { path: ".", exclude: [`${given}[`] })).toThrow(
      `exclude[0] must be a glob, not "${told}…: unbalanced "[": it is never closed`,
    );
  });

  test("TR-16 become a request with every default filled in", () => {
    expect(treeTool.parse({ path: " a ", unknown: 1 })).toEqual({
      path: " a ",
      entryKind: "directory",
      maxDepth: 3,
      maxEntries: 100,
      includeHidden: false,
      exclude: [],
    });
    const given = { path: "a", entry_kind: "all", max_depth: 0, max_entries: 1, include_hidden: true, exclude: ["*"] };
    expect(treeTool.parse(given)).toEqual({
      path: "a",
      entryKind: "all",
      maxDepth: 0,
      maxEntries: 1,
      includeHidden: true,
      exclude: [readGlob("*")],
    });
    const most = treeTool.parse({ path: "a", max_depth: 12, max_entries: 1000 });
    expect([most.maxDepth, most.maxEntries]).toEqual([12, 1000]);
  });

  test("a path is taken as it is, white space included", async () => {
    const root = makeTree(["dir a"]);
    mkdirSync(join(root, " a "));
    mkdirSync(join(root, " a ", "inside"));
    expect(outline((await seeTree({ workspaceRoot: root }, " a ")).root)).toEqual([" a /", " a /inside/"]);
  });
});

describe("all the globs of exclude together", () => {
  const parse = (exclude: readonly string[]) => () => treeTool.parse({ path: ".", exclude });
  const tooMany = (counted: number) => `exclude must expand to at most 8192 characters in all, not ${counted} or more`;

  test("TR-16 are at most 100", () => {
    expect(parse(Array(100).fill("a"))().exclude).toHaveLength(100);
    expect(parse(Array(101).fill("a"))).toThrow("exclude must have at most 100 globs, not 101");
  });

  test("TR-16 stand for at most 8,192 characters, one more for each name, braces written out", () => {
    // Each is 4,095 and one more for its name.
    const half = "x".repeat(4095);
    expect(parse([half, half])().exclude).toEqual([half, half].map(readGlob));
    expect(parse([half, half, "a"])).toThrow(tooMany(8194));
    expect(parse([half, `${half}y`])).toThrow(tooMany(8193));
    const braces = `{${"ab,".repeat(1000)}cd}`;
    expect(parse([braces, braces])().exclude).toEqual([braces, braces].map(readGlob));
    expect(parse([braces, braces, braces])).toThrow(tooMany(9012));
  });

  test("are refused by their length before any of them is parsed", () => {
    // The first is no glob: that it is not told shows that it was not looked at.
    const long = "x".repeat(4096);
    expect(parse(["a[b", long, long])).toThrow(tooMany(8195));
    expect(parse(["a[b", long])).toThrow("exclude[0] must be a glob");
  });

  test("are refused at the first that is too much: what comes after it is not parsed", () => {
    const braces = `{${"ab,".repeat(1000)}cd}`;
    expect(parse([...Array(2).fill(braces), "{a,b}".repeat(8), "a[b"])).toThrow(tooMany(8310));
  });
});
