import { constants, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { CallClock, clockMs } from "../../../src/disk/call_clock.ts";
import { TransientChange } from "../../../src/disk/faults.ts";
import { inOneStep, inSlices, type Steps, settled, toEnd } from "../../../src/disk/steps.ts";
import { lstatRaw, proved, type WalkedPath } from "../../../src/disk/verify/proof.ts";
import { PortableRoot } from "../../../src/disk/verify/root.ts";
import { makeTree } from "../../support/tree.ts";
import { codeOf, openDirectory, readText, STRATEGIES, withWorkspace } from "../../support/workspaces.ts";

const ignore = () => {};

/** Stops the clock that ages are told by; the disk has its own. */
function stopClock(atMs: number): Disposable {
  const spy = vi.spyOn(Date, "now").mockReturnValue(atMs);
  return { [Symbol.dispose]: () => spy.mockRestore() };
}

function walkedPathTo(root: string, ...below: readonly string[]): WalkedPath {
  return { root: lstatRaw(root), rootPath: root, directories: [root, ...below] };
}

const UNSETTLED = "unsettled";

async function orUnsettled<T>(act: () => T | Promise<T>): Promise<T | typeof UNSETTLED> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof TransientChange) return UNSETTLED;
    throw error;
  }
}

function prove<T>(walked: WalkedPath, look: () => T, drop: (untrusted: T) => void = ignore) {
  const once = () => proved(walked, () => inOneStep(look), drop);
  return orUnsettled(() => inSlices(settled(once), new CallClock()));
}

describe("a look-up while directories stand still", () => {
  test("is believed if nothing in them was replaced, at the first look", async () => {
    const root = makeTree(["file d/f x"]);
    let looks = 0;
    const walked = walkedPathTo(root, join(root, "d"));
    const look = () => ++looks;
    expect(await prove(walked, look)).toBe(1);
  });

  test("is dropped and tried again if a name in one of them was replaced meanwhile [promise outside]", async () => {
    const root = makeTree(["file d/f x", "file d/g x"]);
    const dropped: number[] = [];
    let looks = 0;
    const look = () => {
      if (++looks === 1) renameSync(join(root, "d/g"), join(root, "d/h"));
      return looks;
    };
    const walked = walkedPathTo(root, join(root, "d"));
    expect(await prove(walked, look, (untrusted) => dropped.push(untrusted))).toBe(2);
    expect(dropped).toEqual([1]);
  });

  test("is dropped also if that happened while a look took its time", async () => {
    const root = makeTree(["file d/f x"]);
    const dropped: number[] = [];
    let looks = 0;
    function* look(): Steps<number> {
      yield new Promise<void>((resolve) => setImmediate(resolve));
      if (++looks === 1) renameSync(join(root, "d/f"), join(root, "d/g"));
      return looks;
    }
    const act = () => proved(walkedPathTo(root, join(root, "d")), look, (untrusted) => dropped.push(untrusted));
    expect(await inSlices(settled(act), new CallClock())).toBe(2);
    expect(dropped).toEqual([1]);
  });

  test("is not believed either if it failed while a name was replaced", async () => {
    const root = makeTree(["file d/f x"]);
    const [f, g] = [join(root, "d/f"), join(root, "d/g")];
    const failOnce = (from: string, to: string) => {
      let looks = 0;
      return () => {
        if (++looks > 1) return looks;
        renameSync(from, to);
        throw new Error("missing");
      };
    };
    const walked = walkedPathTo(root, join(root, "d"));
    expect(await prove(walked, failOnce(f, g))).toBe(2);
  });

  test("fails as it did if nothing was replaced", async () => {
    const root = makeTree(["file d/f x"]);
    const missing = new Error("missing");
    const look = () => {
      throw missing;
    };
    expect(await prove(walkedPathTo(root, join(root, "d")), look).catch((error: unknown) => error)).toBe(missing);
  });

  test("is dropped also if the name was put back before the second look at the directory [promise outside]", async () => {
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
    expect(await prove(walkedPathTo(root), look)).toBe(2);
  });

  test("is dropped also if the root was replaced meanwhile and put back", async () => {
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
    expect(await prove(walkedPathTo(root), look)).toBe(2);
  });

  test("is refused, and never made, once another directory stands where the root was [promise replaced]", async () => {
    const root = makeTree([]);
    const walked = walkedPathTo(root);
    renameSync(root, `${root}-hold`);
    mkdirSync(root);
    let looks = 0;
    const look = () => ++looks;
    expect(await prove(walked, look)).toBe(UNSETTLED);
    expect(looks).toBe(0);
  });

  test("is refused if they never stand still", async () => {
    const root = makeTree([]);
    let looks = 0;
    const look = () => writeFileSync(join(root, `f${++looks}`), "");
    expect(await prove(walkedPathTo(root), look)).toBe(UNSETTLED);
    // At least once, and not for ever.
    expect(looks).toBeGreaterThan(0);
    expect(looks).toBeLessThanOrEqual(4);
  });

  test("is refused, and never made, through a link that stands for a directory", async () => {
    const root = makeTree(["dir real", "symlink d real"]);
    let looks = 0;
    expect(await prove(walkedPathTo(root, join(root, "d")), () => ++looks)).toBe(UNSETTLED);
    expect(looks).toBe(0);
  });

  test("waits until a change of a directory that has just changed would show", async () => {
    const root = makeTree([]);
    writeFileSync(join(root, "f"), "");
    const before = Number(lstatRaw(root).ctimeMs);
    await prove(walkedPathTo(root), ignore);
    expect(Date.now() - before).toBeGreaterThanOrEqual(19);
  });

  test("is believed in the end where the time of a directory lies in the future", async () => {
    const root = makeTree([]);
    using _clock = stopClock(Number(lstatRaw(root).ctimeMs) - 3_600_000);
    expect(await prove(walkedPathTo(root), () => "believed")).toBe("believed");
  });

  test("waits without the thread, and leaves off at a signal", async () => {
    const root = makeTree([]);
    using _clock = stopClock(Number(lstatRaw(root).ctimeMs));
    const controller = new AbortController();
    let looks = 0;
    const clock = new CallClock({ signal: controller.signal });
    const look = () => inOneStep(() => ++looks);
    const waiting = inSlices(
      settled(() => proved(walkedPathTo(root), look, ignore)),
      clock,
    );
    controller.abort();
    expect([waiting instanceof Promise, await codeOf(() => waiting), looks]).toEqual([true, "CANCELLED", 0]);
  });

  test("leaves off at a deadline", async () => {
    const root = makeTree([]);
    using _clock = stopClock(Number(lstatRaw(root).ctimeMs));
    const clock = new CallClock({ deadlineMs: clockMs() });
    const act = () => proved(walkedPathTo(root), () => inOneStep(ignore), ignore);
    expect(await codeOf(() => inSlices(settled(act), clock))).toBe("TIMEOUT");
  });
});

// Such a file system cannot be had without mounting one.
test("a status time of whole seconds is not believed before it is more than two seconds old", async () => {
  const root = makeTree([]);
  const now = Math.floor(Date.now() / 1000) * 1000 + 5000;
  using _clock = stopClock(now);
  const proveAt = (ctimeMs: number, extraNs = 0n) => {
    const ctime = { ctimeMs: BigInt(ctimeMs), ctimeNs: BigInt(ctimeMs) * 1_000_000n + extraNs };
    const lstat = (path: string) => Object.assign(lstatRaw(path), path === root ? ctime : {});
    const look = () => inOneStep(() => "believed");
    return orUnsettled(() => toEnd(proved(walkedPathTo(root), look, ignore, lstat)));
  };
  expect([await proveAt(now), await proveAt(now - 2000), await proveAt(now + 60_000)]).toEqual([
    UNSETTLED,
    UNSETTLED,
    UNSETTLED,
  ]);
  expect([await proveAt(now - 3000), await proveAt(now - 2000, 1n)]).toEqual(["believed", "believed"]);
});

test("the way to a place begins with the root, and ends with the directory that holds the name", () => {
  const root = makeTree(["file d/f x"]);
  const held = new PortableRoot(root, constants.O_RDONLY);
  const ways = [[], ["d"], ["d", "f"]].map((names) =>
    held.walkedPathTo(names).directories.slice(held.proved.length - 1),
  );
  held.close();
  expect(ways).toEqual([[root], [root], [root, join(root, "d")]]);
});

describe.each(STRATEGIES)("what is held by %s", (strategy) => {
  test("is not looked into by name once another directory has that name [promise moved-out] [promise replaced]", async () => {
    const root = makeTree(["file d/mine x", "file other/theirs x"]);
    await withWorkspace(root, strategy, async (workspace) => {
      using directory = openDirectory(workspace, "d");
      renameSync(join(root, "d"), join(root, "moved"));
      renameSync(join(root, "other"), join(root, "d"));
      const list = directory.list({ limit: 9, order: () => 0 }, new CallClock());
      const names = await list.then(({ entries }) => entries.map((entry) => entry.name)).catch(() => "refused");
      expect(names).toEqual(strategy === "handles" ? ["mine"] : "refused");
    });
  });

  test("and moved out of the root while it is listed: the listing is refused, but for what is held by handles [promise moved-out]", async () => {
    const root = makeTree(["file d/mine x"]);
    const accept = () => {
      renameSync(join(root, "d"), join(root, "../outside"));
      return true;
    };
    await withWorkspace(root, strategy, async (workspace) => {
      using directory = openDirectory(workspace, "d");
      const list = directory.list({ limit: 9, order: () => 0, accept }, new CallClock());
      const names = await list.then(({ entries }) => entries.map((entry) => entry.name)).catch(String);
      // The strong seal holds the directory itself, wherever it is by now (SECURITY.md).
      expect(names).toEqual(strategy === "handles" ? ["mine"] : expect.stringContaining("try again"));
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
