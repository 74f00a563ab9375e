import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Pace } from "../../src/workspace/pace.ts";
import { lstatRaw, whileStill } from "../../src/workspace/still.ts";
import { makeTree } from "../support/tree.ts";
import { openDirectory, readText, STRATEGIES, withWorkspace } from "../support/workspaces.ts";

const ignore = () => {};

describe("a look-up while directories stand still", () => {
  test("is believed if nothing in them was replaced, at the first look", () => {
    const root = makeTree(["file d/f x"]);
    let looks = 0;
    expect(whileStill([root, join(root, "d")], () => ++looks, ignore)).toBe(1);
  });

  test("is dropped and tried again if a name in one of them was replaced meanwhile", () => {
    const root = makeTree(["file d/f x", "file d/g x"]);
    const dropped: number[] = [];
    let looks = 0;
    const look = () => {
      if (++looks === 1) renameSync(join(root, "d/g"), join(root, "d/h"));
      return looks;
    };
    expect(whileStill([root, join(root, "d")], look, (untrusted) => dropped.push(untrusted))).toBe(2);
    expect(dropped).toEqual([1]);
  });

  test("is dropped also if the name was put back before the second look at the directory", () => {
    const root = makeTree(["dir d", "dir outside"]);
    let looks = 0;
    const look = () => {
      if (++looks > 1) return looks;
      renameSync(join(root, "d"), join(root, "hold"));
      symlinkSync("outside", join(root, "d"));
      renameSync(join(root, "d"), join(root, "spare"));
      renameSync(join(root, "hold"), join(root, "d"));
      return looks;
    };
    expect(whileStill([root], look, ignore)).toBe(2);
  });

  test("is refused if they never stand still", () => {
    const root = makeTree([]);
    let looks = 0;
    const look = () => writeFileSync(join(root, `f${++looks}`), "");
    expect(whileStill([root], look, ignore)).toBeNull();
    expect(looks).toBe(3);
  });

  test("is refused, and never made, through a link that stands for a directory", () => {
    const root = makeTree(["dir real", "symlink d real"]);
    let looks = 0;
    expect(whileStill([root, join(root, "d")], () => ++looks, ignore)).toBeNull();
    expect(looks).toBe(0);
  });

  test("waits until a change of a directory that has just changed would show", () => {
    const root = makeTree([]);
    writeFileSync(join(root, "f"), "");
    const before = Number(lstatRaw(root).ctimeMs);
    whileStill([root], ignore, ignore);
    expect(Date.now() - before).toBeGreaterThanOrEqual(19);
  });
});

describe.each(STRATEGIES)("what is held by %s", (strategy) => {
  test("is not looked into by name once another directory has that name", async () => {
    const root = makeTree(["file d/mine x", "file other/theirs x"]);
    await withWorkspace(root, strategy, async (workspace) => {
      using directory = openDirectory(workspace, "d");
      renameSync(join(root, "d"), join(root, "moved"));
      renameSync(join(root, "other"), join(root, "d"));
      const list = directory.list({ limit: 9, order: () => 0 }, new Pace());
      const names = await list.then(({ entries }) => entries.map((entry) => entry.name)).catch(() => "refused");
      expect(names).toEqual(strategy === "handles" ? ["mine"] : "refused");
    });
  });

  test("may be called what the kernel calls things that were deleted", () => {
    const root = makeTree([]);
    mkdirSync(join(root, "d (deleted)"));
    writeFileSync(join(root, "d (deleted)/f (deleted)"), "still here");
    withWorkspace(root, strategy, (workspace) => {
      expect(readText(workspace, "d (deleted)/f (deleted)")).toBe("still here");
    });
  });
});
