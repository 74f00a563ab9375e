// The walk that tools share: what it opens and what it does not, how it goes on, what it counts, and how it ends.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ListRequest } from "../../src/disk/types.ts";
import { busyFailure, internalFailure } from "../../src/errors/calls.ts";
import { readPlace, writePlace } from "../../src/walk/place.ts";
import { HastyClock } from "../support/hasty_clock.ts";
import { makeTree } from "../support/tree.ts";
import { countDescriptors, STRATEGIES } from "../support/workspaces.ts";
import { FILES, globs, visitAll, withWalk } from "./walks.ts";

const LINES = ["file a/b/c x", "file a/d x", "dir e", "file f x", "file g/h/i x"];
const opened = (log: readonly string[]) => log.filter((line) => /^(list|open|stat) /.test(line));

describe.each(STRATEGIES)("a walk, kept by %s", (strategy) => {
  test("LF-04 a prefix without wildcards is looked up, and nothing else is opened or read", async () => {
    const root = makeTree(LINES);
    await withWalk(root, { pattern: "a/b/**", strategy }, async (walk, log) => {
      expect(await visitAll(walk)).toEqual(["a/b/c"]);
      expect(opened(log)).toEqual(["stat a", "open a", "stat a/b", "open a/b", "list a/b"]);
    });
    await withWalk(root, { pattern: "{g,a}/d", strategy }, async (walk, log) => {
      expect(await visitAll(walk)).toEqual(["a/d"]);
      expect(opened(log)).toEqual(["stat g", "stat a", "open a", "stat a/d", "open g", "stat g/d"]);
    });
  });

  test("LF-05 a directory below the fixed depth of the pattern is not opened, one that may hold a match is", async () => {
    const root = makeTree(LINES);
    await withWalk(root, { pattern: "*/d", strategy }, async (walk, log) => {
      expect(await visitAll(walk)).toEqual(["a/d"]);
      expect(opened(log)).toEqual(["list .", "open a", "stat a/d", "open e", "stat e/d", "open g", "stat g/d"]);
    });
    await withWalk(root, { pattern: "i", strategy }, async (walk, log) => {
      expect(await visitAll(walk)).toEqual(["g/h/i"]);
      expect(opened(log).filter((line) => line.startsWith("list"))).toHaveLength(6);
    });
  });

  test("LK-07 going on opens the way to the place and nothing before it", async () => {
    const root = makeTree([...LINES, "file 0/x x", "file a/a/x x"]);
    const after = readPlace("a/b/c") ?? undefined;
    await withWalk(root, { strategy, ...(after && { after }) }, async (walk, log) => {
      expect(await visitAll(walk)).toEqual(["a/d", "e", "f", "g", "g/h", "g/h/i"]);
      const way = ["stat a", "open a", "stat a/b", "open a/b"];
      expect(opened(log).slice(0, 7)).toEqual([...way, "list a/b", "list a", "list ."]);
      expect(log.join()).not.toMatch(/\b0|a\/a/);
    });
  });

  test("LK-07 behind every visit the walk can be taken up again: the rest is the same, and the counts add up", async () => {
    const root = makeTree([...LINES, "file a/.h/x x", "file .k x", "symlink l a"]);
    const rules = { kinds: FILES, includeHidden: false };
    const marks = await withWalk(root, { rules, strategy }, async (walk) => {
      const found = [];
      for (let visit = await walk.next(); visit !== null; visit = await walk.next())
        found.push({ path: visit.path, ...walk.mark });
      expect(walk.leftOut.snapshot()).toEqual({ hidden: 2, linked: 1 });
      return found;
    });
    expect(marks.map(({ place }) => writePlace(place))).toEqual(["a/b/c", "a/d", "f", "g/h/i"]);
    for (const [index, { place, leftOut }] of marks.entries()) {
      await withWalk(root, { rules, strategy, after: place }, async (walk) => {
        expect(await visitAll(walk)).toEqual(marks.slice(index + 1).map(({ path }) => path));
        expect((leftOut.hidden ?? 0) + (walk.leftOut.snapshot().hidden ?? 0)).toBe(2);
      });
    }
  });

  test("LK-02 FIFOs, links and files are never opened", async () => {
    const root = makeTree([...LINES, "fifo p", "symlink l a", "symlink out /etc"]);
    await withWalk(root, { rules: { kinds: FILES }, strategy }, async (walk, log) => {
      expect(await visitAll(walk)).toEqual(["a/b/c", "a/d", "f", "g/h/i"]);
      expect(walk.leftOut.snapshot()).toEqual({ unreadable: 1, linked: 2 });
      expect(log.filter((line) => line.startsWith("open"))).toEqual([
        "open a",
        "open a/b",
        "open e",
        "open g",
        "open g/h",
      ]);
    });
  });

  test("closes what it opened, wherever it is left", async () => {
    const root = makeTree(LINES);
    const before = countDescriptors();
    for (let visits = 0; visits < 8; visits++)
      await withWalk(root, { strategy }, async (walk) => {
        for (let count = 0; count < visits; count++) await walk.next();
      });
    expect(countDescriptors()).toBe(before);
  });
});

describe("the rules", () => {
  const find = async (lines: string[], rules: Parameters<typeof withWalk>[1]["rules"]) =>
    withWalk(makeTree(lines), { rules: { kinds: FILES, ...rules } }, async (walk) => [
      await visitAll(walk),
      walk.leftOut.snapshot(),
    ]);

  test("LK-05 what exclude matches is left out, a directory once with all that is in it", async () => {
    expect(await find(LINES, { exclude: globs("b", "/f") })).toEqual([["a/d", "g/h/i"], { excluded: 2 }]);
  });

  test("LK-05 files that include does not match are left out, and directories in which it can match nothing", async () => {
    expect(await find(LINES, { include: globs("d", "i") })).toEqual([["a/d", "g/h/i"], { excluded: 2 }]);
    expect(await find(LINES, { include: globs("g/**") })).toEqual([["g/h/i"], { excluded: 3 }]);
  });

  test("LK-04 a denied file is left out where its name must not be shown", async () => {
    expect(await find(["file k.pem x", "file a x"], { showsDenied: false })).toEqual([["a"], { denied: 1 }]);
    expect(await find(["file k.pem x", "file a x"], { showsDenied: true })).toEqual([["a", "k.pem"], {}]);
  });
});

describe("faults", () => {
  const failIn = (folder: string, error: Error) => (request: ListRequest, location: string) => {
    if (location === folder) throw error;
    return request;
  };

  test("LK-05 a directory that cannot be read counts once, and the walk goes on", async () => {
    const onList = failIn(
      "a",
      internalFailure("a", "permission denied", Object.assign(new Error(), { code: "EACCES" })),
    );
    await withWalk(makeTree(LINES), { onList }, async (walk) => {
      expect(await visitAll(walk)).toEqual(["a", "e", "f", "g", "g/h", "g/h/i"]);
      expect(walk.leftOut.snapshot()).toEqual({ unreadable: 1 });
    });
  });

  test("LK-05 a directory that stays busy counts as one that cannot be read", async () => {
    const onList = failIn("a", busyFailure("a", "try again"));
    await withWalk(makeTree(LINES), { onList }, async (walk) => {
      expect(await visitAll(walk)).toEqual(["a", "e", "f", "g", "g/h", "g/h/i"]);
      expect(walk.leftOut.snapshot()).toEqual({ unreadable: 1 });
    });
  });

  const exhausted = busyFailure("g", "try again", Object.assign(new Error(), { code: "EMFILE" }));

  test("LK-08 where the system runs out of descriptors, the walk ends, and goes on from there", async () => {
    const root = makeTree(LINES);
    const after = await withWalk(root, { onList: failIn("g", exhausted) }, async (walk) => {
      expect(await visitAll(walk)).toEqual(["a", "a/b", "a/b/c", "a/d", "e", "f", "g"]);
      expect([walk.endedBy, walk.leftOut.snapshot()]).toEqual(["scan_limit", {}]);
      return walk.place;
    });
    await withWalk(root, { after }, async (walk) => {
      expect([await visitAll(walk), walk.endedBy]).toEqual([["g/h", "g/h/i"], null]);
    });
  });

  test("a start that cannot be read ends the call, and so does one for which there are no descriptors", async () => {
    for (const error of [exhausted, internalFailure(".", "permission denied")])
      await withWalk(makeTree(LINES), { onList: failIn(".", error) }, async (walk) => {
        await expect(visitAll(walk)).rejects.toBe(error);
      });
  });

  test("LK-05 LK-07 a directory that cannot be read counts once, wherever pages end", async () => {
    const root = makeTree(LINES);
    const onList = failIn("a", internalFailure("a", "permission denied"));
    for (let maxEntries = 1; maxEntries <= 6; maxEntries++) {
      const found: string[] = [];
      let [place, unreadable] = ["", 0];
      for (let ended = false; !ended; ) {
        const after = readPlace(place) ?? undefined;
        await withWalk(root, { onList, maxEntries, ...(after && { after }) }, async (walk) => {
          found.push(...(await visitAll(walk)));
          unreadable += walk.leftOut.snapshot().unreadable ?? 0;
          place = writePlace(walk.place);
          ended = walk.endedBy === null;
        });
      }
      expect([maxEntries, found, unreadable]).toEqual([maxEntries, ["a", "e", "f", "g", "g/h", "g/h/i"], 1]);
    }
  });

  test("a directory that is gone when its turn comes is not counted", async () => {
    const root = makeTree(LINES);
    await withWalk(root, {}, async (walk) => {
      expect((await walk.next())?.path).toBe("a");
      rmSync(join(root, "a"), { recursive: true });
      expect(await visitAll(walk)).toEqual(["e", "f", "g", "g/h", "g/h/i"]);
      expect(walk.leftOut.snapshot()).toEqual({});
    });
  });
});

describe("limits", () => {
  test("LK-09 it ends after so many entries, be they visited or not", async () => {
    await withWalk(makeTree(LINES), { maxEntries: 3, pattern: "i" }, async (walk) => {
      expect([await visitAll(walk), walk.endedBy, walk.turns, writePlace(walk.place)]).toEqual([
        [],
        "scan_limit",
        3,
        "a/b",
      ]);
    });
    await withWalk(makeTree(LINES), { maxEntries: 9 }, async (walk) => {
      await visitAll(walk);
      expect([walk.endedBy, walk.turns]).toEqual([null, 9]);
    });
  });

  test("LK-09 the event loop gets a turn between entries, and a cancelled walk stops", async () => {
    const root = makeTree(Array.from({ length: 400 }, (_, index) => `file f${index} x`));
    const clock = new HastyClock();
    await withWalk(root, { clock, pattern: "none" }, visitAll);
    expect(clock.rests).toBeGreaterThan(100);
    const stop = new AbortController();
    let rests = 0;
    const cancelled = new HastyClock(() => {
      rests += 1;
      if (rests === 150) stop.abort();
    }, stop.signal);
    await withWalk(root, { clock: cancelled, pattern: "none" }, async (walk) => {
      await expect(visitAll(walk)).rejects.toMatchObject({ code: "CANCELLED" });
      expect(rests).toBe(150);
    });
  });
});

describe("an entry that is visited again", () => {
  const after = readPlace("a/b/c") ?? undefined;
  const setup = { rules: { kinds: FILES }, revisits: true, ...(after && { after }) };

  test("LK-07 comes first, and is not counted again", async () => {
    await withWalk(makeTree(LINES), setup, async (walk) => {
      expect(await walk.next()).toMatchObject({ path: "a/b/c", isAgain: true });
      expect(walk.turns).toBe(0);
      expect(await walk.next()).toMatchObject({ path: "a/d", isAgain: false });
    });
  });

  test.each([
    ["gone", ["file a/d x", "dir a/b"]],
    ["a link", ["file a/d x", "symlink a/b/c ../d"]],
    ["a directory", ["file a/d x", "file a/b/c/x x"]],
    ["below a link", ["file a/d x", "file z/c x", "symlink a/b ../z"]],
  ])("LK-07 is skipped if it is %s", async (_, lines) => {
    await withWalk(makeTree(lines), setup, async (walk) => {
      expect(await walk.next()).toMatchObject({ path: "a/d", isAgain: false });
    });
  });
});
