// A path without links: what the strong strategy does for it, and no more.

import { expect, test } from "vitest";
import { toEnd } from "../../src/disk/steps.ts";
import { cannotRecordFs, recordFsCalls } from "../support/fs_calls.ts";
import { describeWhere, HANDLES } from "../support/only_where.ts";
import { addEntries, makeTree } from "../support/tree.ts";
import { at, codeOf, countDescriptors, withWorkspace } from "../support/workspaces.ts";

const TREE = [
  "dir a",
  "dir a/b",
  "file a/b/f text",
  "symlink a/link b",
  "symlink a/out ../../beside",
  "symlink a/loop loop",
];

describeWhere(HANDLES, "it counts the system calls of that strategy", "a path without links", () => {
  test("is missing where a directory does not hold the next name, and nothing stays open", async () => {
    const root = makeTree(TREE);
    await withWorkspace(root, "handles", async (workspace) => {
      const before = countDescriptors();
      const codes: (string | undefined)[] = [];
      for (const path of ["x", "a/b/x/y", "a/b/f/x", "a/loop/x", "a/out/x"])
        codes.push(await codeOf(() => toEnd(workspace.inner.resolve(at(path)))));
      expect(codes).toEqual(["NOT_FOUND", "NOT_FOUND", "NOT_FOUND", "NOT_FOUND", "SANDBOX_VIOLATION"]);
      expect(countDescriptors()).toBe(before);
    });
  });

  test.skipIf(cannotRecordFs)("costs one look at each name", async () => {
    const root = makeTree([]);
    addEntries(root, TREE);
    await withWorkspace(root, "handles", async (workspace) => {
      const calls = await recordFsCalls(root, () => toEnd(workspace.inner.resolve(at("a/b/f"))).close());
      const look = ["openSync", "fstatSync"];
      const names = [...look, ...look, "closeSync", ...look, "closeSync", "closeSync"];
      expect(calls.map(({ name }) => name)).toEqual(names);
    });
  });
});
