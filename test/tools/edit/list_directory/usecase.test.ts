// The walk of list_directory: order, depth, limits, filters, links, what is denied. Leaves awkward names to names.test.ts,
// what the walk does not touch to work.test.ts, what it cannot read to unreadable.test.ts and faults.test.ts.

import { symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { isThorough } from "../../../support/scale.ts";
import { makeTree } from "../../../support/tree.ts";
import { STRATEGIES } from "../../../support/workspaces.ts";
import { linesOf, seeList, toLine } from "./calls.ts";

const DEEP = { recursive: true } as const;

describe.each(STRATEGIES)("the walk of list_directory in a workspace kept by %s", (strategy) => {
  const at = (...lines: string[]) => ({ workspaceRoot: makeTree(lines), strategy });

  test("FR-LD-LST-01 without recursive, only the children are listed", async () => {
    const here = at("file a/b/c x", "file d x");
    const seen = await seeList(here, ".");
    expect(seen.entries.map(({ path, depth }) => [path, depth])).toEqual([
      ["a", 1],
      ["d", 1],
    ]);
    expect(await linesOf(here, "a", { max_depth: 1 })).toEqual(["b/"]);
  });

  test("FR-LD-LST-02, T-LD-04: with recursive, everything down to the depth is listed", async () => {
    const here = at("file a/b/c/d/e/f x", "file a/g x");
    const see = async (max_depth?: number) => {
      const { entries } = await seeList(here, ".", { ...DEEP, ...(max_depth === undefined ? {} : { max_depth }) });
      return entries.map((entry) => `${entry.depth} ${toLine(entry)}`);
    };
    expect(await see(1)).toEqual(["1 a/"]);
    expect(await see(2)).toEqual(["1 a/", "2 a/b/", "2 a/g"]);
    expect(await see(3)).toEqual(["1 a/", "2 a/b/", "3 a/b/c/", "2 a/g"]);
    expect(await see()).toEqual(["1 a/", "2 a/b/", "3 a/b/c/", "4 a/b/c/d/", "2 a/g"]);
  });

  test("FR-LD-LST-02 depth and paths count from the listed directory, not from the workspace", async () => {
    const seen = await seeList(at("file x/y/a/b x"), "x/y", { ...DEEP, max_depth: 2 });
    expect(seen.entries.map(({ name, path, depth }) => [name, path, depth])).toEqual([
      ["a", "a", 1],
      ["b", "a/b", 2],
    ]);
  });

  test("FR-LD-LST-03 neither the directory itself nor its parent is an entry", async () => {
    const here = at("file a/f x", "file ... x", "file a/.b x");
    expect(await linesOf(here, ".", { ...DEEP, include_hidden: true })).toEqual(["...", "a/", "a/.b", "a/f"]);
  });

  test("FR-LD-LST-05, FR-LD-LST-07: chosen depth first, each directory before what follows it by name", async () => {
    const here = at("file a/x/1 x", "file a/y x", "file a-b x", "file b x");
    const see = (max_entries: number) => linesOf(here, ".", { ...DEEP, max_entries });
    expect(await see(1)).toEqual(["a/"]);
    expect(await see(2)).toEqual(["a/", "a/x/"]);
    expect(await see(3)).toEqual(["a/", "a/x/", "a/x/1"]);
    expect(await see(4)).toEqual(["a/", "a/x/", "a/x/1", "a/y"]);
    expect(await see(5)).toEqual(["a/", "a-b", "a/x/", "a/x/1", "a/y"]);
    expect(await see(6)).toEqual(["a/", "a-b", "a/x/", "a/x/1", "a/y", "b"]);
  });

  test("FR-LD-OUT-01 sorted by path, where the dash comes before the slash", async () => {
    const here = at("file a/x x", "file a-b x", "file a.b x", "file a0 x", "file A x");
    expect(await linesOf(here, ".", DEEP)).toEqual(["A", "a/", "a-b", "a.b", "a/x", "a0"]);
  });

  test("FR-LD-LST-05, FR-LD-OUT-01: names are ordered by the bytes of their UTF-8", async () => {
    const names = ["\ufb01", "😀", "é", "e\u0301", "z", "a10", "a2", "_", "\ue000", "\ufffd", "B"];
    const here = at(...names.map((name) => `file ${name} x`), "file d/\ufffd x", "file d/😀 x");
    const sorted = ["B", "_", "a10", "a2", "d/", "d/\ufffd", "d/😀"];
    const rest = ["e\u0301", "z", "é", "\ue000", "\ufb01", "\ufffd", "😀"];
    expect(await linesOf(here, ".", DEEP)).toEqual([...sorted, ...rest]);
    // The choice goes by the same order as the output: U+FFFD is taken, the astral character after it is not.
    expect(await linesOf(here, "d", { max_entries: 1 })).toEqual(["\ufffd"]);
  });

  test("FR-LD-OUT-02 answers the same, whatever the order in which the entries were made", async () => {
    const names = Array.from({ length: 200 }, (_, index) => `n${(index * 37) % 200}`);
    const texts = [];
    for (const order of [names, [...names].reverse()]) {
      const here = at(...order.map((name) => `file ${name} x`));
      for (const name of order) utimesSync(join(here.workspaceRoot, name), 1, 1);
      texts.push(JSON.stringify(await seeList(here, ".", { max_entries: 150 })));
    }
    expect(texts[0]).toBe(texts[1] ?? "");
  });

  test("FR-LD-LST-06, T-LD-07: hidden entries are left out unless they are asked for", async () => {
    const here = at("file .env x", "dir .d", "symlink .l .env", "fifo .p", "file a x", "file b/.c x");
    expect(await linesOf(here, ".", { ...DEEP, include_other: true })).toEqual(["a", "b/"]);
    const all = await seeList(here, ".", { ...DEEP, include_other: true, include_hidden: true });
    expect(all.entries.map((entry) => [toLine(entry), entry.is_hidden])).toEqual([
      [".d/", true],
      [".env", true],
      [".l@", true],
      [".p=", true],
      ["a", false],
      ["b/", false],
      ["b/.c", true],
    ]);
  });

  test("FR-LD-LST-06, T-LD-11: a hidden directory is left out with everything in it", async () => {
    const here = at("file .d/seen x", "file a/.d/seen x", "file a/f x");
    expect(await linesOf(here, ".", DEEP)).toEqual(["a/", "a/f"]);
    expect(await linesOf(here, ".", { ...DEEP, include_dirs: false })).toEqual(["a/f"]);
    expect(await linesOf(here, ".", { ...DEEP, include_hidden: true })).toEqual([
      ...[".d/", ".d/seen", "a/", "a/.d/", "a/.d/seen", "a/f"],
    ]);
    expect(await linesOf(here, ".d", DEEP)).toEqual(["seen"]);
  });

  test("FR-LD-LST-06a only a leading dot hides", async () => {
    const here = at("file Thumbs.db x", "file desktop.ini x", "file a. x", "file b~ x", "file $x x");
    const seen = await seeList(here, ".");
    expect(seen.entries.map(({ name, is_hidden }) => [name, is_hidden])).toEqual(
      ["$x", "Thumbs.db", "a.", "b~", "desktop.ini"].map((name) => [name, false]),
    );
  });

  test("FR-LD-LST-06 what is filtered out takes no place", async () => {
    const here = at("file .a x", "file .b x", "fifo c", "dir d", "symlink e d", "file f x", "file g x");
    const options = { include_dirs: false, include_symlinks: false, max_entries: 2 };
    const seen = await seeList(here, ".", options);
    expect([seen.entries.map(toLine), seen.truncated]).toEqual([["f", "g"], false]);
  });

  test("FR-LD-VAL-09, NFR-LD-SEC-03, T-LD-08: symlinks are listed and never followed", async () => {
    const here = at("file a/f x", "symlink in a", "symlink up ..", "symlink loop loop", "symlink a/back ..");
    symlinkSync("/", join(here.workspaceRoot, "root"));
    expect(await linesOf(here, ".", DEEP)).toEqual(["a/", "a/back@", "a/f", "in@", "loop@", "root@", "up@"]);
    expect(await linesOf(here, ".", { ...DEEP, include_symlinks: false })).toEqual(["a/", "a/f"]);
    expect(await linesOf(here, ".", { ...DEEP, include_dirs: false, include_symlinks: false })).toEqual(["a/f"]);
  });

  test("FR-LD-LST-07, FR-LD-OUT-02b, T-LD-05: a limit that leaves something out is told, with its reason", async () => {
    const here = at("file a x", "file b x", "file c x", "file d x");
    const see = async (max_entries: number) => {
      const { entries, path: _, ...numbers } = await seeList(here, ".", { max_entries });
      return [entries.map(toLine), numbers];
    };
    const cut = { returned: 3, max_entries: 3, truncated: true, truncated_reason: "max_entries" };
    expect(await see(3)).toEqual([["a", "b", "c"], cut]);
    const all = { returned: 4, truncated: false, truncated_reason: null };
    expect(await see(4)).toEqual([["a", "b", "c", "d"], { ...all, max_entries: 4 }]);
    expect(await see(5)).toEqual([["a", "b", "c", "d"], { ...all, max_entries: 5 }]);
  });

  test("FR-LD-LST-07 nothing is said to be left out if only what would not be listed is left", async () => {
    const isCut = async (options: object, ...lines: string[]) =>
      (await seeList(at(...lines), ".", { ...DEEP, ...options })).truncated;
    expect(await isCut({ max_entries: 1 }, "dir a")).toBe(false);
    expect(await isCut({ max_entries: 1 }, "dir a", "file .b x", "fifo c")).toBe(false);
    expect(await isCut({ max_entries: 1 }, "file a/.b x", "fifo a/c", "file .d/e x")).toBe(false);
    expect(await isCut({ max_entries: 1, max_depth: 1 }, "file a/b x")).toBe(false);
    expect(await isCut({ max_entries: 1 }, "file a/b x")).toBe(true);
    expect(await isCut({ max_entries: 1 }, "dir a", "dir b")).toBe(true);
    expect(await isCut({ max_entries: 2 }, "file a/b/c x")).toBe(true);
    expect(await isCut({ max_entries: 3 }, "file a/b/c x")).toBe(false);
    expect(await isCut({ max_entries: 1, include_dirs: false }, "file a x", "dir b")).toBe(false);
    expect(await isCut({ max_entries: 2, include_dirs: false }, "file a x", "file b x", "dir c/d")).toBe(false);
    expect(await isCut({ max_entries: 1, include_dirs: false }, "file a x", "file b/c/d x")).toBe(true);
    expect(await isCut({ max_entries: 1, include_dirs: false, max_depth: 2 }, "file a x", "file b/c/d x")).toBe(false);
    expect(await isCut({ max_entries: 1, include_files: false }, "dir a", "file b x", "file a/c x")).toBe(false);
    expect(await isCut({ max_entries: 1, include_files: false }, "dir a", "file b x", "symlink a/c x")).toBe(true);
  });

  test("after a full answer, at most max_entries further directories are searched for one more entry", async () => {
    const empty = ["dir b1/x", "dir b2", "dir b3"];
    const isCut = async (max_entries: number, ...lines: string[]) =>
      (await seeList(at(...lines), ".", { ...DEEP, include_dirs: false, max_entries })).truncated;
    const files = ["file a1 x", "file a2 x", "file a3 x", "file a4 x"];
    // Four directories hold nothing to list: with four places that is known, with three it is not.
    expect(await isCut(4, ...files, ...empty)).toBe(false);
    expect(await isCut(3, ...files.slice(1), ...empty)).toBe(true);
    expect(await isCut(3, ...files.slice(1), "dir b1/x", "dir b2")).toBe(false);
  });

  test("NFR-LD-PERF-02 sorting n entries takes about n log n comparisons", async () => {
    const count = isThorough ? 3000 : 1000;
    const here = {
      ...at(...Array.from({ length: count }, (_, i) => `file ${((i * 7919) % count) + 10_000} x`)),
      settings: { maxEntries: count },
    };
    let comparisons = 0;
    const sort = Array.prototype.sort;
    const spy = vi.spyOn(Array.prototype, "sort").mockImplementation(function (this: unknown[], compare) {
      return sort.call(this, (a, b) => {
        comparisons += 1;
        return compare?.(a, b) ?? 0;
      });
    });
    try {
      expect((await seeList(here, ".")).returned).toBe(count);
    } finally {
      spy.mockRestore();
    }
    expect(comparisons).toBeGreaterThan(count);
    expect(comparisons).toBeLessThan(4 * count * Math.log2(count));
  });
});
