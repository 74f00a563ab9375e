// What list_directory does not do: directories that it does not open, entries that it does not ask about, lists that it
// cuts short. Leaves what it answers to the other tests.

import { describe, expect, test } from "vitest";
import { CallClock } from "../../../../src/disk/call_clock.ts";
import type { ListDirectoryOptions, ListDirectorySettings } from "../../../../src/tools/edit/list_directory/types.ts";
import { listDirectory } from "../../../../src/tools/edit/list_directory/usecase.ts";
import { DeniedPatterns } from "../../../../src/view/denied/patterns.ts";
import { makeTree } from "../../../support/tree.ts";
import { openDirectory, STRATEGIES, withWorkspace } from "../../../support/workspaces.ts";
import { toLine, toolWith } from "./calls.ts";
import { watchDirectory } from "./watched_directory.ts";

const visit = (path: string, ...below: string[]) => [`open ${path}`, `list ${path}`, ...below, `close ${path}`];
const DEEP = { recursive: true } as const;

describe.each(STRATEGIES)("what list_directory does in a workspace kept by %s", (strategy) => {
  /** Runs the walk itself on a directory that keeps a log; the gate and its own opening are not in it. */
  const work = async (
    options: ListDirectoryOptions,
    lines: readonly string[],
    settings?: Partial<ListDirectorySettings>,
  ) =>
    withWorkspace(makeTree(lines), strategy, async (workspace) => {
      const log: string[] = [];
      const limits: number[] = [];
      const directory = openDirectory(workspace, ".");
      const watched = watchDirectory(directory, {
        onAct: (act) => log.push(act),
        onList: (request) => {
          limits.push(request.limit);
          return request;
        },
      });
      const request = toolWith(settings).parse({ path: ".", ...options });
      const { data: output } = await listDirectory(watched, request, {
        path: ".",
        clock: new CallClock(),
        denied: new DeniedPatterns({}),
        ignored: null,
      });
      directory.close();
      const count = (act: string) => log.filter((line) => line.startsWith(`${act} `)).length;
      return { log, limits, output, shown: output.entries.map(toLine), count };
    });

  test("each entry is asked about once, and each directory is opened, listed and closed once", async () => {
    const { log, shown } = await work(DEEP, ["file b/y x", "file a/x/f x", "symlink c a", "dir d"]);
    expect(shown).toEqual(["a/", "a/x/", "a/x/f", "b/", "b/y", "c@", "d/"]);
    expect(log).toEqual([
      "list .",
      ...["stat a", ...visit("a", "stat a/x", ...visit("a/x", "stat a/x/f"))],
      ...["stat b", ...visit("b", "stat b/y")],
      "stat c",
      ...["stat d", ...visit("d")],
    ]);
  });

  test("NFR-LD-PERF-01 one look at the metadata of each returned entry, and at no other", async () => {
    const files = Array.from({ length: 50 }, (_, i) => `file f${i + 10} x`);
    const { log, shown } = await work({ max_entries: 3 }, [...files, "file .hidden x", "fifo a"]);
    expect(shown).toEqual(["f10", "f11", "f12"]);
    expect(log).toEqual(["list .", "stat a", "stat f10", "stat f11", "stat f12"]);
    const plain = await work({ max_entries: 3 }, [...files, "file .hidden x"]);
    expect(plain.log).toEqual(["list .", "stat f10", "stat f11", "stat f12"]);
  });

  test("without recursive, nothing is opened", async () => {
    const { log } = await work({}, ["dir a/b", "file c x", "symlink d a"]);
    expect(log).toEqual(["list .", "stat a", "stat c", "stat d"]);
  });

  test("NFR-LD-PERF-01 a directory at the depth limit is never opened", async () => {
    const { log, shown } = await work({ ...DEEP, max_depth: 2 }, ["file a/b/c x"]);
    expect(shown).toEqual(["a/", "a/b/"]);
    expect(log).toEqual(["list .", "stat a", ...visit("a", "stat a/b")]);
    const through = await work({ ...DEEP, max_depth: 2, include_dirs: false }, ["file a/b/c x"]);
    expect(through.log).toEqual(["list .", "stat a", ...visit("a", "stat a/b")]);
  });

  test("FR-LD-LST-06 a hidden directory is never opened, nor asked about", async () => {
    const lines = ["file .d/x x", "file a/.d/x x"];
    expect((await work(DEEP, lines)).log).toEqual(["list .", "stat a", ...visit("a")]);
    const through = await work({ ...DEEP, include_dirs: false }, lines);
    expect(through.log).toEqual(["list .", "stat a", ...visit("a")]);
  });

  test("FR-LD-VAL-09 a symlink is never opened", async () => {
    const { log } = await work(DEEP, ["symlink a .", "symlink b ..", "symlink c c"]);
    expect(log).toEqual(["list .", "stat a", "stat b", "stat c"]);
  });

  test("FR-LD-LST-07 a full answer reads the directory that is its last entry, and no other", async () => {
    const lines = ["file a/x/f x", "file a/y x", "file b/z x"];
    const logs = [];
    for (const max_entries of [1, 2, 3]) logs.push((await work({ ...DEEP, max_entries }, lines)).log);
    expect(logs).toEqual([
      ["list .", "stat a", ...visit("a")],
      ["list .", "stat a", ...visit("a", "stat a/x", ...visit("a/x"))],
      ["list .", "stat a", ...visit("a", "stat a/x", ...visit("a/x", "stat a/x/f"))],
    ]);
  });

  test("NFR-LD-PERF-01 a list is asked for no more entries than there are places, and one more", async () => {
    const { limits, shown } = await work({ ...DEEP, max_entries: 7 }, ["file a/x/f x", "file a/g x", "dir b", "dir c"]);
    expect(shown).toEqual(["a/", "a/g", "a/x/", "a/x/f", "b/", "c/"]);
    expect(limits).toEqual([8, 7, 5, 3, 2]);
    expect((await work({ max_entries: 2 }, ["file a x", "file b x", "file c x"])).limits).toEqual([3]);
  });

  test("after a full answer, the search asks for one entry of each directory and for no metadata", async () => {
    const lines = ["file a x", "file b x", "dir c/1", "dir d", "file e/f x", "file g/h x"];
    const { log, limits, output } = await work({ ...DEEP, include_dirs: false, max_entries: 2 }, lines);
    expect([output.returned, output.truncated]).toEqual([2, true]);
    // The two directories that max_entries allows are not enough to tell. It was not the search that asked about c.
    expect(log).toEqual(["list .", "stat c", "stat a", "stat b", ...visit("c", ...visit("c/1"))]);
    expect(limits).toEqual([3, 1, 1]);
  });

  test("a search that has found one entry goes no further", async () => {
    const lines = ["file a x", "file b x", "file c/1 x", "file c/2 x", "dir d"];
    const { log, output } = await work({ ...DEEP, include_dirs: false, max_entries: 2 }, lines);
    expect(output.truncated).toBe(true);
    expect(log).toEqual(["list .", "stat c", "stat a", "stat b", ...visit("c")]);
  });

  test("a known entry further up spares the search", async () => {
    const lines = ["file a/1 x", "dir a/2/3", "dir a/4", "file b x"];
    const { log, output } = await work({ ...DEEP, include_dirs: false, max_entries: 1 }, lines);
    expect([output.entries.map(toLine), output.truncated]).toEqual([["a/1"], true]);
    expect(log.filter((line) => line.startsWith("open"))).toEqual(["open a"]);
  });

  test("where directories are gone through and not listed, what counts is still bounded", async () => {
    const files = Array.from({ length: 40 }, (_, i) => `file f${i + 10} x`);
    const dirs = Array.from({ length: 5 }, (_, i) => `dir d${i}`);
    const { log, limits, shown, count } = await work({ ...DEEP, include_dirs: false, max_entries: 2 }, [
      ...files,
      ...dirs,
    ]);
    expect([shown, limits]).toEqual([
      ["f10", "f11"],
      [3, 3, 3, 3, 3, 3],
    ]);
    expect(log.filter((line) => line.startsWith("open")).sort()).toEqual(
      dirs.map((line) => line.replace("dir", "open")),
    );
    // Those of the two entries, and one of a directory.
    expect(count("stat")).toBe(3);
  });

  test("one entry that its kind leaves out is asked about, to know that the others could be", async () => {
    const lines = ["file a/1 x", "file a/2 x", "file a/3 x", "file b x", "file c x"];
    const { log } = await work({ ...DEEP, include_files: false }, lines);
    const stats = log.filter((line) => line.startsWith("stat"));
    expect(stats.length).toBe(3);
    expect(stats.filter((line) => line.startsWith("stat a/")).length).toBe(1);
    expect(stats).toContain("stat a");
  });

  test("NFR-LD-PERF-01 a default call on a large tree opens no more directories than it lists", async () => {
    const digits = Array.from({ length: 7 }, (_, digit) => digit);
    const lines = digits.flatMap((a) => digits.flatMap((b) => digits.map((c) => `file ${a}/${b}/${c}/below x`)));
    const { output, count } = await work(DEEP, lines);
    expect([output.returned, output.truncated, count("stat")]).toEqual([200, true, 200]);
    const listed = output.entries.filter(({ type, depth }) => type === "dir" && depth < 4);
    expect([count("open"), count("close"), count("list")]).toEqual([listed.length, listed.length, listed.length + 1]);
  });
});
