// What the arguments of list_directory may be and what they become, with and without settings.
// Leaves what is done with them to the other tests.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ListDirectorySettings } from "../../../../src/tools/edit/list_directory/types.ts";
import { parseChecked } from "../../../support/parse_checked.ts";
import { makeTree } from "../../../support/tree.ts";
import { linesOf, refusalOf, seeList, toolWith } from "./calls.ts";

const EMPTY_PATH = 'path must not be empty; "." is the workspace root';
const NO_KIND = "one of include_files, include_dirs and include_symlinks must be true, but all three are false";

const refusalWith = async (options: object, settings: Partial<ListDirectorySettings> = {}, path = ".") =>
  refusalOf({ workspaceRoot: makeTree([]), settings }, path, options);

const badArgs = (message: string) => ({
  status: "failure",
  kind: "BadArgs",
  code: "INVALID_ARGUMENT",
  message,
  path: undefined,
});

describe("the arguments of list_directory", () => {
  test.each(["", " ", "\t\n\r ", "\u00a0\u3000"])("FR-LD-VAL-01 refuse a path that is blank: %j", async (path) => {
    expect(await refusalWith({}, {}, path)).toEqual(badArgs(EMPTY_PATH));
  });

  const refused: readonly (readonly [string, object, string])[] = [
    [
      "FR-LD-VAL-02 a depth without recursive",
      { max_depth: 2 },
      "max_depth must be 1 or left out unless recursive is true, not 2",
    ],
    [
      "FR-LD-VAL-02 a depth with recursive switched off",
      { recursive: false, max_depth: 5 },
      "max_depth must be 1 or left out unless recursive is true, not 5",
    ],
    [
      "FR-LD-VAL-04 more entries than the cap",
      { max_entries: 201 },
      "max_entries must be a whole number from 1 to 200, not 201",
    ],
    [
      "FR-LD-VAL-06b more depth than the cap",
      { recursive: true, max_depth: 5 },
      "max_depth must be a whole number from 1 to 4, not 5",
    ],
    ["FR-LD-VAL-05 no kind", { include_files: false, include_dirs: false, include_symlinks: false }, NO_KIND],
    [
      "FR-LD-VAL-05 no kind but other things",
      { include_files: false, include_dirs: false, include_symlinks: false, include_other: true },
      NO_KIND,
    ],
    ["max_entries of 0", { max_entries: 0 }, "max_entries must be at least 1, not 0"],
    ["max_depth of 0", { recursive: true, max_depth: 0 }, "max_depth must be at least 1, not 0"],
    ["max_depth of 0 without recursive", { max_depth: 0 }, "max_depth must be at least 1, not 0"],
    ["a broken number", { max_entries: 1.5 }, "max_entries must be an integer, not 1.5"],
    ["a number as text", { max_depth: "1" }, 'max_depth must be an integer, not "1"'],
    ["a flag as text", { recursive: "yes" }, 'recursive must be a boolean, not "yes"'],
    ["a flag of null", { include_other: null }, "include_other must be a boolean, not null"],
  ];

  test.each(refused)("FR-LD-ERR-01 refuse %s", async (_what, options, message) => {
    expect(await refusalWith(options)).toEqual(badArgs(message));
  });

  test("FR-LD-ERR-01 refuse a path that is missing or no string", () => {
    expect(() => parseChecked(toolWith(), {})).toThrow("path is required");
    expect(() => parseChecked(toolWith(), { path: 5 })).toThrow("path must be a string, not 5");
  });

  test("FR-LD-ERR-01 are looked at before the path", async () => {
    for (const path of ["none", "../x", "/"]) {
      expect(await refusalWith({ max_entries: 0 }, {}, path)).toMatchObject({ kind: "BadArgs" });
    }
  });

  test("FR-LD-VAL-01 have a path without white space around it, and that one is opened", async () => {
    const root = makeTree(["file a/plain x"]);
    mkdirSync(join(root, " a "));
    writeFileSync(join(root, " a ", "spaced"), "");
    const seen = await seeList({ workspaceRoot: root }, " \ta \n");
    expect([seen.path, seen.entries.map(({ name }) => name)]).toEqual(["a", ["plain"]]);
  });

  test("FR-LD-VAL-02 may name a depth of 1 without recursive", () => {
    expect(toolWith().parse({ path: "a", max_depth: 1 }).maxDepth).toBe(1);
    expect(toolWith().parse({ path: "a", recursive: false, max_depth: 1 }).maxDepth).toBe(1);
  });

  test("FR-LD-VAL-03 without a depth, recursive takes the configured one", () => {
    const depthOf = (maxDepth: number, args: object) => toolWith({ maxDepth }).parse({ path: "a", ...args }).maxDepth;
    expect(depthOf(4, { recursive: true })).toBe(4);
    expect(depthOf(9, { recursive: true })).toBe(9);
    expect(depthOf(9, { recursive: true, max_depth: 2 })).toBe(2);
    expect(depthOf(9, {})).toBe(1);
  });

  test("unknown ones are ignored", () => {
    expect(toolWith().parse({ path: "a", unknown: 1 })).toEqual(toolWith().parse({ path: "a" }));
  });
});

describe("defaults", () => {
  const BUILT_IN = {
    path: "a",
    maxDepth: 1,
    maxEntries: 200,
    includeHidden: false,
    kinds: { file: true, directory: true, symlink: true, other: false },
  };
  const turned = {
    maxEntries: 7,
    maxDepth: 2,
    includeHidden: true,
    includeSymlinks: false,
    includeFiles: false,
    includeDirs: true,
    includeOther: true,
  };

  test("CFG-LD-05 without settings are the built-in ones", () => {
    expect(toolWith().parse({ path: "a" })).toEqual(BUILT_IN);
  });

  test("CFG-LD-01, CFG-LD-04: come from the settings for whatever a call leaves out", () => {
    expect(toolWith(turned).parse({ path: "a", recursive: true })).toEqual({
      path: "a",
      maxDepth: 2,
      maxEntries: 7,
      includeHidden: true,
      kinds: { file: false, directory: true, symlink: false, other: true },
    });
  });

  test("FR-LD-VAL-06a an argument wins over a setting, a setting over what is built in", () => {
    const args = {
      path: "a",
      recursive: true,
      max_depth: 1,
      max_entries: 3,
      include_hidden: false,
      include_files: true,
      include_dirs: false,
      include_symlinks: true,
      include_other: false,
    };
    expect(toolWith(turned).parse(args)).toEqual({
      path: "a",
      maxDepth: 1,
      maxEntries: 3,
      includeHidden: false,
      kinds: { file: true, directory: false, symlink: true, other: false },
    });
  });

  test("CFG-LD-02 max_entries of the settings is the default and the most", async () => {
    const settings = { maxEntries: 3 };
    expect(await refusalWith({ max_entries: 4 }, settings)).toEqual(
      badArgs("max_entries must be a whole number from 1 to 3, not 4"),
    );
    const here = { workspaceRoot: makeTree(["file a x", "file b x", "file c x", "file d x"]), settings };
    const seen = await seeList(here, ".");
    expect([seen.max_entries, seen.returned, seen.truncated]).toEqual([3, 3, true]);
    expect((await seeList(here, ".", { max_entries: 3 })).returned).toBe(3);
    expect(toolWith({ maxEntries: 1000 }).parse({ path: "a", max_entries: 1000 }).maxEntries).toBe(1000);
  });

  test("CFG-LD-03 max_depth of the settings is the default and the most of recursive calls", async () => {
    const settings = { maxDepth: 2 };
    expect(await refusalWith({ recursive: true, max_depth: 3 }, settings)).toEqual(
      badArgs("max_depth must be a whole number from 1 to 2, not 3"),
    );
    const here = { workspaceRoot: makeTree(["dir a/b/c"]), settings };
    expect(await linesOf(here, ".", { recursive: true })).toEqual(["a/", "a/b/"]);
    expect(await linesOf(here, ".", { recursive: true, max_depth: 2 })).toEqual(["a/", "a/b/"]);
    expect(await linesOf(here, ".")).toEqual(["a/"]);
  });

  test("FR-LD-VAL-05 counts what the settings make of the flags", async () => {
    const none = { includeFiles: false, includeDirs: false, includeSymlinks: false };
    expect(await refusalWith({}, none)).toEqual(badArgs(NO_KIND));
    expect(await refusalWith({ include_symlinks: false }, { includeFiles: false, includeDirs: false })).toEqual(
      badArgs(NO_KIND),
    );
    expect(await refusalWith({ include_files: false, include_dirs: false }, { includeSymlinks: false })).toEqual(
      badArgs(NO_KIND),
    );
    for (const flag of ["include_files", "include_dirs", "include_symlinks"]) {
      expect(toolWith(none).parse({ path: "a", [flag]: true }).maxEntries).toBe(200);
    }
  });

  test("FR-LD-VAL-06, CFG-LD-04: include_other is about special files alone, and off by default", async () => {
    const here = { workspaceRoot: makeTree(["fifo pipe", "file f x", "dir d", "symlink l f", "symlink to_pipe pipe"]) };
    const usual = ["d/", "f", "l@", "to_pipe@"];
    expect(await linesOf(here, ".")).toEqual(usual);
    expect(await linesOf(here, ".", { include_other: true })).toEqual(["d/", "f", "l@", "pipe=", "to_pipe@"]);
    expect(await linesOf({ ...here, settings: { includeOther: true } }, ".")).toContain("pipe=");
    const only = { include_files: false, include_symlinks: false, include_other: true };
    expect(await linesOf(here, ".", only)).toEqual(["d/", "pipe="]);
  });
});
