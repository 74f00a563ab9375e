import { constants, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { ToolError } from "../../src/errors.ts";
import { clockMs, Pace } from "../../src/workspace/pace.ts";
import { PortableRoot } from "../../src/workspace/portable_root.ts";
import { lstatRaw, type Way, whenStill, whileStill } from "../../src/workspace/still.ts";
import { makeTree } from "../support/tree.ts";
import { codeOf, openDirectory, readText, STRATEGIES, withWorkspace } from "../support/workspaces.ts";

const ignore = () => {};

/** Stops the clock that ages are told by; the disk has its own. */
function stopClock(atMs: number): Disposable {
  const spy = vi.spyOn(Date, "now").mockReturnValue(atMs);
  return { [Symbol.dispose]: () => spy.mockRestore() };
}

function wayTo(root: string, ...below: readonly string[]): Way {
  return { root: lstatRaw(root), directories: [root, ...below] };
}

async function proveBoth<T>(way: () => Way, look: () => T, drop: (untrusted: T) => void = ignore) {
  const waiting = await whenStill(way(), look, drop, new Pace());
  return [waiting, whileStill(way(), look, drop, new Pace())];
}

describe("a look-up while directories stand still", () => {
  test("is believed if nothing in them was replaced, at the first look", async () => {
    const root = makeTree(["file d/f x"]);
    let looks = 0;
    expect(
      await proveBoth(
        () => wayTo(root, join(root, "d")),
        () => ++looks,
      ),
    ).toEqual([1, 2]);
  });

  test("is dropped and tried again if a name in one of them was replaced meanwhile", () => {
    const root = makeTree(["file d/f x", "file d/g x"]);
    const dropped: number[] = [];
    let looks = 0;
    const look = () => {
      if (++looks === 1) renameSync(join(root, "d/g"), join(root, "d/h"));
      return looks;
    };
    const way = wayTo(root, join(root, "d"));
    expect(whileStill(way, look, (untrusted) => dropped.push(untrusted), new Pace())).toBe(2);
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
    expect(whileStill(wayTo(root), look, ignore, new Pace())).toBe(2);
  });

  test("is dropped also if the root was replaced meanwhile and put back", () => {
    const root = makeTree([]);
    let looks = 0;
    const look = () => {
      if (++looks > 1) return looks;
      renameSync(root, `${root}-hold`);
      mkdirSync(root);
      renameSync(root, `${root}-other`);
      renameSync(`${root}-hold`, root);
      return looks;
    };
    expect(whileStill(wayTo(root), look, ignore, new Pace())).toBe(2);
  });

  test("is refused, and never made, once another directory stands where the root was", async () => {
    const root = makeTree([]);
    const ways = [wayTo(root), wayTo(root)];
    renameSync(root, `${root}-hold`);
    mkdirSync(root);
    let looks = 0;
    for (const way of ways)
      expect(
        await proveBoth(
          () => way,
          () => ++looks,
        ),
      ).toEqual([null, null]);
    expect(looks).toBe(0);
  });

  test("is refused if they never stand still", async () => {
    const root = makeTree([]);
    let looks = 0;
    const look = () => writeFileSync(join(root, `f${++looks}`), "");
    expect(await proveBoth(() => wayTo(root), look)).toEqual([null, null]);
    expect(looks).toBe(6);
  });

  test("is refused, and never made, through a link that stands for a directory", () => {
    const root = makeTree(["dir real", "symlink d real"]);
    let looks = 0;
    expect(whileStill(wayTo(root, join(root, "d")), () => ++looks, ignore, new Pace())).toBeNull();
    expect(looks).toBe(0);
  });

  test("waits until a change of a directory that has just changed would show", () => {
    const root = makeTree([]);
    writeFileSync(join(root, "f"), "");
    const before = Number(lstatRaw(root).ctimeMs);
    whileStill(wayTo(root), ignore, ignore, new Pace());
    expect(Date.now() - before).toBeGreaterThanOrEqual(19);
  });

  test("waits for it without the thread where it can, and leaves off at a signal", async () => {
    const root = makeTree([]);
    using _clock = stopClock(Number(lstatRaw(root).ctimeMs));
    const controller = new AbortController();
    let looks = 0;
    const waiting = whenStill(wayTo(root), () => ++looks, ignore, new Pace({ signal: controller.signal }));
    controller.abort();
    const error = await waiting.catch((thrown: unknown) => thrown);
    expect([ToolError.isInstance(error) && error.code, looks]).toEqual(["CANCELLED", 0]);
  });

  test("leaves off at a deadline also where it blocks", async () => {
    const root = makeTree([]);
    using _clock = stopClock(Number(lstatRaw(root).ctimeMs));
    const pace = new Pace({ deadlineMs: clockMs() });
    expect(await codeOf(() => whileStill(wayTo(root), ignore, ignore, pace))).toBe("TIMEOUT");
  });
});

// Such a file system cannot be had without mounting one.
test("a status time of whole seconds is not believed before it is more than two seconds old", () => {
  const root = makeTree([]);
  const now = Math.floor(Date.now() / 1000) * 1000 + 5000;
  using _clock = stopClock(now);
  const prove = (ctimeMs: number, extraNs = 0n) => {
    const ctime = { ctimeMs: BigInt(ctimeMs), ctimeNs: BigInt(ctimeMs) * 1_000_000n + extraNs };
    const lstat = (path: string) => Object.assign(lstatRaw(path), path === root ? ctime : {});
    return whileStill(wayTo(root), () => "believed", ignore, new Pace(), lstat);
  };
  expect([prove(now), prove(now - 2000), prove(now + 60_000)]).toEqual([null, null, null]);
  expect([prove(now - 3000), prove(now - 2000, 1n)]).toEqual(["believed", "believed"]);
});

test("the way to a place begins with the root, and ends with the directory that holds the name", () => {
  const root = makeTree(["file d/f x"]);
  const held = new PortableRoot(root, constants.O_RDONLY);
  const ways = [[], ["d"], ["d", "f"]].map((names) => held.wayTo(names).directories);
  held.close();
  expect(ways).toEqual([[root], [root], [root, join(root, "d")]]);
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
