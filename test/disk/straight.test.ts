import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStraight } from "../../src/disk/proc/ground.ts";
import { openFromTop, ProcRoot } from "../../src/disk/proc/root.ts";
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

/** What `path` is found to be below the root; null if the whole walk has to decide. */
function straight(root: string, path: string, mounts: (() => ReadonlySet<string>) | null = null): string | null {
  const held = new ProcRoot(openFromTop(root, 1)[0] ?? -1, mounts);
  try {
    const node = openStraight(held, path, path);
    node?.close();
    return node && `${node.kind} ${node.location}`;
  } finally {
    held.close();
  }
}

describeWhere(HANDLES, "openStraight is a part of that strategy", "a path without links", () => {
  test("leads to what is held at its end", () => {
    const root = makeTree(TREE);
    expect(["a", "a/b", "a/b/f"].map((path) => straight(root, path))).toEqual([
      "directory a",
      "directory a/b",
      "file a/b/f",
    ]);
  });

  test("is left to the whole walk where a link or a file is in the way", () => {
    const root = makeTree(TREE);
    mkdirSync(join(root, "../beside/inner"), { recursive: true });
    const paths = ["a/link", "a/link/f", "a/out", "a/out/inner", "a/loop/x", "a/b/f/x", "a/b/f/x/y"];
    expect(paths.map((path) => straight(root, path))).toEqual(paths.map(() => null));
  });

  test("is left to the whole walk where it is odd or long", () => {
    const root = makeTree(TREE);
    const paths = [".", "", "a/", "/a", "a//b", "a/./b", "a/..", "../beside", Array(65).fill("a").join("/")];
    expect(paths.map((path) => straight(root, path))).toEqual(paths.map(() => null));
  });

  test("may have names that are odd only to look at", () => {
    const root = makeTree(["dir ...", "dir .../..a", "file .../..a/b.. text"]);
    expect(straight(root, ".../..a/b..")).toBe("file .../..a/b..");
  });

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

  test("touches no other mount where that is not allowed", async () => {
    const root = makeTree(TREE);
    expect(await codeOf(() => straight(root, "a/b/f", () => new Set(["none"])))).toBe("SANDBOX_VIOLATION");
  });

  test.skipIf(cannotRecordFs)("costs one look at each name, and one question at the end", async () => {
    const root = makeTree([]);
    addEntries(root, TREE);
    await withWorkspace(root, "handles", async (workspace) => {
      const calls = await recordFsCalls(root, () => toEnd(workspace.inner.resolve(at("a/b/f"))).close());
      const names = calls.map(({ name }) => name);
      expect(names).toEqual(["openSync", "openSync", "closeSync", "openSync", "closeSync", "fstatSync", "closeSync"]);
    });
  });
});
