// What list_directory says of what the system does not let it read, in a child that has no power over permissions.
// Leaves faults that permissions cannot cause to faults.test.ts.

import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Strategy } from "../../../../src/disk/types.ts";
import type { ListDirectoryOptions } from "../../../../src/tools/edit/list_directory/types.ts";
import { makeTree } from "../../../support/tree.ts";
import { noUnprivilegedChild, runUnprivileged } from "../../../support/unprivileged.ts";
import { STRATEGIES } from "../../../support/workspaces.ts";

const SECONDS = 1_700_000_000;
const DEEP = { recursive: true } as const;
const NO_FILES = { include_files: false } as const;
const NO_DIRS = { include_dirs: false } as const;

const PROGRAM = `
  const { createToolContext } = await import(new URL("call/context.js", build));
  const { createSecureTool } = await import(new URL("call/secure_tool.js", build));
  const { createListDirectoryTool } = await import(new URL("tools/edit/list_directory/tool.js", build));
  const { chmodSync } = await import("node:fs");
  const [workspaceRoot, strategy] = args;
  const [modes, calls] = args.slice(2).map((text) => JSON.parse(text));
  for (const [name, mode] of modes) chmodSync(workspaceRoot + "/" + name, mode);
  const list = createSecureTool(createToolContext({ workspaceRoot, strategy }), createListDirectoryTool());
  const answers = [];
  for (const [path, options] of calls) answers.push(await list(path, options));
  for (const [name] of modes) chmodSync(workspaceRoot + "/" + name, 0o755);
  const show = ({ data, error }) => data ? [data.entries, data.truncated] : [error.code, error.message, error.path];
  return answers.map(show);`;

type Modes = Readonly<Record<string, number>>;
type Calls = readonly (readonly [string, ListDirectoryOptions])[];

/** Entries and `truncated` of each call, while every path in `modes` has its mode. */
function listWithoutPowers(root: string, strategy: Strategy, modes: Modes, calls: Calls): unknown {
  return runUnprivileged(PROGRAM, [root, strategy, JSON.stringify(Object.entries(modes)), JSON.stringify(calls)]);
}

/** All entries have one byte and the same time. */
function makeDated(...paths: string[]): string {
  const lines = paths.map((path) => (path.endsWith("/") ? `dir ${path.slice(0, -1)}` : `file ${path} x`));
  const root = makeTree(lines);
  const all = paths.flatMap((path) => path.split("/").map((_, i, names) => names.slice(0, i + 1).join("/")));
  for (const path of all.sort().reverse()) utimesSync(join(root, path), SECONDS, SECONDS);
  return root;
}

const spot = (path: string) => ({ name: path.split("/").at(-1), path, depth: path.split("/").length });
const dated = { modified_epoch_ms: SECONDS * 1000, is_hidden: false };
const fine = { ...dated, error_code: null, error: null };
const file = (path: string) => ({ ...spot(path), type: "file", size_bytes: 1, ...fine });
const dir = (path: string) => ({ ...spot(path), type: "dir", size_bytes: null, ...fine });
const unread = (path: string) => ({
  ...{ ...spot(path), type: "unknown", size_bytes: null, ...dated },
  ...{ error_code: "read_dir_failed", error: "directory cannot be read: permission denied" },
});
const untold = (path: string) => ({
  ...{ ...spot(path), type: "unknown", size_bytes: null, modified_epoch_ms: null, is_hidden: false },
  ...{ error_code: "permission_denied", error: "metadata unavailable: permission denied" },
});

describe.skipIf(noUnprivilegedChild !== null)("what the system does not let list_directory read", () => {
  describe.each(STRATEGIES)("in a workspace kept by %s", (strategy) => {
    test("FR-LD-LST-08, T-LD-12: a directory that cannot be read is listed as such, and the walk goes on", () => {
      const root = makeDated("a/f", "locked/f", "unlisted/sub/f", "z", ".hidden/f");
      const modes = { locked: 0, unlisted: 0o311, ".hidden": 0 };
      const calls: Calls = [
        [".", DEEP],
        [".", { ...DEEP, ...NO_DIRS }],
        [".", { ...DEEP, ...NO_DIRS, ...NO_FILES }],
        [".", { ...DEEP, include_dirs: true, include_symlinks: false, ...NO_FILES }],
      ];
      expect(listWithoutPowers(root, strategy, modes, calls)).toEqual([
        [[dir("a"), file("a/f"), unread("locked"), unread("unlisted"), file("z")], false],
        [[file("a/f"), unread("locked"), unread("unlisted"), file("z")], false],
        [[unread("locked"), unread("unlisted")], false],
        [[dir("a"), unread("locked"), unread("unlisted")], false],
      ]);
    });

    test("FR-LD-LST-08 a directory that is not to be read is a directory, whether or not it could be", () => {
      const root = makeDated("locked/f", "a/locked/f");
      const modes = { locked: 0, "a/locked": 0 };
      const calls: Calls = [
        [".", {}],
        [".", { ...DEEP, max_depth: 1 }],
        [".", { ...DEEP, max_depth: 2 }],
        [".", { ...DEEP, max_depth: 2, ...NO_DIRS }],
      ];
      expect(listWithoutPowers(root, strategy, modes, calls)).toEqual([
        [[dir("a"), dir("locked")], false],
        [[dir("a"), dir("locked")], false],
        [[dir("a"), dir("a/locked"), unread("locked")], false],
        [[unread("locked")], false],
      ]);
    });

    test("FR-LD-LST-08 a directory that cannot be read is an entry like any other to the limit", () => {
      const root = makeDated("only/f", "only/locked/f", "last/locked/f");
      const modes = { "only/locked": 0, "last/locked": 0 };
      const calls: Calls = [
        ["only", { ...DEEP, ...NO_DIRS, max_entries: 1 }],
        ["only", { ...DEEP, ...NO_DIRS, max_entries: 2 }],
        ["last", { ...DEEP, max_entries: 1 }],
        ["last", { ...DEEP, ...NO_DIRS, max_entries: 1 }],
      ];
      expect(listWithoutPowers(root, strategy, modes, calls)).toEqual([
        [[file("f")], true],
        [[file("f"), unread("locked")], false],
        [[unread("locked")], false],
        [[unread("locked")], false],
      ]);
    });

    test("FR-LD-LST-04, T-LD-10, FR-LD-ERR-04: entries without metadata are listed, and the call succeeds", () => {
      const root = makeDated("a", "shut/f", "shut/sub/g", "shut/.hidden", "z");
      const modes = { shut: 0o444 };
      const inShut = [untold("shut/f"), untold("shut/sub")];
      const calls: Calls = [
        ["shut", {}],
        ["shut", DEEP],
        [".", DEEP],
      ];
      expect(listWithoutPowers(root, strategy, modes, calls)).toEqual([
        [[untold("f"), untold("sub")], false],
        [[untold("f"), untold("sub")], false],
        [[file("a"), dir("shut"), ...inShut, file("z")], false],
      ]);
    });

    test("FR-LD-LST-04 entries without metadata are listed whatever kinds are asked for", () => {
      const root = makeDated("a", "shut/f", "shut/g", "shut/sub/h", "shut/.hidden", "files/f");
      const modes = { shut: 0o444, files: 0o444 };
      const both = [untold("f"), untold("g"), untold("sub")];
      const calls: Calls = [
        ["shut", NO_FILES],
        ["shut", NO_DIRS],
        ["shut", { ...NO_DIRS, ...DEEP }],
        ["shut", { ...NO_DIRS, ...NO_FILES }],
        ["shut", { ...NO_DIRS, ...NO_FILES, max_entries: 2 }],
        [".", { ...DEEP, ...NO_DIRS }],
        [".", { ...DEEP, ...NO_FILES, max_entries: 2 }],
        [".", { ...DEEP, ...NO_FILES, max_entries: 1 }],
      ];
      const below = ["shut/f", "shut/g", "shut/sub"].map(untold);
      expect(listWithoutPowers(root, strategy, modes, calls)).toEqual([
        [both, false],
        [both, false],
        [both, false],
        [both, false],
        [both.slice(0, 2), true],
        [[file("a"), untold("files/f"), ...below], false],
        [[dir("files"), untold("files/f")], true],
        // What is left out here is nothing that any flag asks for: the search has to find out by itself.
        [[dir("files")], true],
      ]);
    });

    test("FR-LD-LST-04 the search beyond a full answer finds what has no metadata", () => {
      const root = makeDated("only/d/f");
      const calls: Calls = [["only", { ...DEEP, ...NO_FILES, max_entries: 1 }]];
      expect(listWithoutPowers(root, strategy, { "only/d": 0o444 }, calls)).toEqual([[[dir("d")], true]]);
      expect(listWithoutPowers(root, strategy, { "only/d": 0o555 }, calls)).toEqual([[[dir("d")], false]]);
    });

    test("FR-LD-LST-04 so does the search of directories that are only gone through, down to the depth", () => {
      const root = makeDated("only/a", "only/d/sub/", "only/d/f");
      const options = { ...DEEP, ...NO_DIRS, max_depth: 2, max_entries: 1 };
      const calls: Calls = [["only", options]];
      expect(listWithoutPowers(root, strategy, { "only/d": 0o444 }, calls)).toEqual([[[file("a")], true]]);
      rmSync(join(root, "only/d/f"));
      expect(listWithoutPowers(root, strategy, { "only/d": 0o444 }, calls)).toEqual([[[file("a")], true]]);
      expect(listWithoutPowers(root, strategy, { "only/d": 0o555 }, calls)).toEqual([[[file("a")], false]]);
    });

    test("a call whose own directory cannot be read fails with the reason", () => {
      const root = makeDated("locked/f");
      const calls: Calls = [
        ["locked", {}],
        [" ./locked/ ", DEEP],
      ];
      const failure = ["INTERNAL", '"locked": permission denied', "locked"];
      expect(listWithoutPowers(root, strategy, { locked: 0 }, calls)).toEqual([failure, failure]);
    });
  });
});
