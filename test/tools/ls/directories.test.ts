// LSTool in a workspace of several directories, and of directories that go by several names.
// Leaves a single directory to ../ls.test.ts.

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeTempFolder, makeTree } from "../../support/tree.ts";
import { STRATEGIES } from "../../support/workspaces.ts";
import { linesOf, list, makeHost, refusalOf } from "./host.ts";

const OUTSIDE = "Path must be within one of the workspace directories:";

describe.each(STRATEGIES)("several directories, each kept by %s", (strategy) => {
  test("LS-09 lists in every workspace directory, and ignores only what lies in the root of the file service", async () => {
    const first = makeTree(["file a x", "file same x"]);
    const second = makeTree(["file b x", "file same x", "dir sub/deep"]);
    const host = makeHost(first, { directories: [first, second], git: ["same", "sub/", "../ws/same"] });
    expect(await linesOf(host, first, { strategy })).toEqual(["a", "", "(1 git-ignored)"]);
    expect([...host.asked].sort()).toEqual(["a", "same"]);
    expect(await linesOf(host, second, { strategy })).toEqual(["[DIR] sub", "b", "same"]);
    expect(await linesOf(host, join(second, "sub"), { strategy })).toEqual(["[DIR] deep"]);
    expect([...host.asked].sort()).toEqual(["a", "same"]);
    const third = makeTree([]);
    expect(refusalOf(host, { path: third })).toBe(`${OUTSIDE} ${first}, ${second}`);
  });

  test("LS-09 keeps each directory's own seal: the innermost one that holds the path", async () => {
    const outer = makeTree(["file f x", "dir inner/d", "file inner/g x", "symlink inner/up ..", "symlink in inner"]);
    const inner = join(outer, "inner");
    for (const directories of [
      [outer, inner],
      [inner, outer],
    ]) {
      const host = makeHost(outer, { directories, git: ["inner/g", "g"] });
      expect(await linesOf(host, inner, { strategy })).toEqual(["[DIR] d", "", "(1 git-ignored)"]);
      expect(await linesOf(host, outer, { strategy })).toEqual(["[DIR] in", "[DIR] inner", "f"]);
    }
    const [one, two] = [makeTree(["file f x"]), makeTree(["dir d"])];
    symlinkSync(two, join(one, "two"));
    expect(await linesOf(makeHost(one, { directories: [one, two] }), one, { strategy })).toEqual(["f"]);
  });

  test("LS-09 takes a path by the directory's name and by its real one, and looks up no other", async () => {
    const root = makeTree(["dir sub/d", "file sub/ignored x", "symlink sub/out .."]);
    const beside = makeTempFolder();
    const alias = join(beside, "alias");
    symlinkSync(root, alias);
    symlinkSync(join(root, "sub"), join(beside, "below"));
    const seen = ["[DIR] d", "[DIR] out", "", "(1 git-ignored)"];
    for (const target of [root, alias]) {
      const host = makeHost(target, { directories: [alias], git: ["sub/ignored"] });
      for (const path of [join(root, "sub"), join(alias, "sub"), join(alias, "sub/out/sub")]) {
        expect([path, await linesOf(host, path, { strategy })]).toEqual([path, seen]);
      }
      expect((await list(host, join(alias, "missing"), { strategy })).error?.type).toBe("ls_execution_error");
      for (const path of [join(alias, ".."), join(beside, "below"), join(beside, "missing")]) {
        expect([path, refusalOf(host, { path })]).toEqual([path, `${OUTSIDE} ${alias}`]);
      }
    }
  });
});
