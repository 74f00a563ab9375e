// The walk in folders that are too large or too deep to be kept: what it holds is counted, not timed.

import { spawnSync } from "node:child_process";
import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Directory } from "../../src/disk/types.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { readPlace, writePlace } from "../../src/walk/place.ts";
import { HANDLES, testWhere } from "../support/only_where.ts";
import { isThorough } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";
import { changed, countDescriptors, STRATEGIES } from "../support/workspaces.ts";
import { findPages } from "../tools/edit/list_files/calls.ts";
import { visitAll, withWalk } from "./walks.ts";

const MOST_KEPT = 16_384;
/** More than what is kept; `SCANNED` of them in one walk. */
const MANY = isThorough ? 200_000 : 20_000;
const SCANNED = isThorough ? 50_000 : 18_000;
const LAST = isThorough ? 10_000 : 2000;
const FOLDERS = isThorough ? 9000 : 4500;
const DEPTH = isThorough ? 2000 : 200;

/** Notes how many entries each listing of the directory returns. */
function watchListings(directory: Directory, sizes: number[]): Directory {
  return changed(directory, {
    *list(request) {
      const listing = yield* directory.list(request);
      sizes.push(listing.entries.length);
      return listing;
    },
  });
}

test("LK-10 of a directory of many files a part is kept at a time, and all are visited in order", async () => {
  const root = makeTree([]);
  const names = Array.from({ length: MANY }, (_, index) => `f${String(index).padStart(6, "0")}`);
  // Links to a few files are made faster than files; no file has more than 65,000.
  for (const [index, name] of names.entries()) {
    const first = names[index - (index % 50_000)] ?? "";
    if (name === first) writeFileSync(join(root, name), "");
    else linkSync(join(root, first), join(root, name));
  }
  const visit = async (maxEntries: number, place: string) => {
    const sizes: number[] = [];
    const wrap = (directory: Directory) => watchListings(directory, sizes);
    const after = readPlace(place) ?? undefined;
    return await withWalk(root, { wrap, maxEntries, ...(after && { after }) }, async (walk) => ({
      paths: await visitAll(walk),
      place: writePlace(walk.place),
      endedBy: walk.endedBy,
      sizes,
    }));
  };
  const first = await visit(SCANNED, "");
  expect([first.endedBy, first.place]).toEqual(["scan_limit", names[SCANNED - 1]]);
  expect(first.paths).toEqual(names.slice(0, SCANNED));
  const parts = Math.ceil(SCANNED / MOST_KEPT);
  expect(first.sizes).toEqual(Array.from({ length: parts }, (_, part) => Math.min(MOST_KEPT, MANY - part * MOST_KEPT)));
  const last = await visit(SCANNED, names.at(-LAST - 1) ?? "");
  expect([last.endedBy, last.paths]).toEqual([null, names.slice(-LAST)]);
  expect(last.sizes).toEqual([LAST]);
});

test("LK-10 while the walk is in a folder, fewer names of the folders above it are kept", async () => {
  const names = Array.from({ length: FOLDERS }, (_, index) => `d${String(index).padStart(4, "0")}`);
  const root = makeTree([]);
  for (const name of names) mkdirSync(join(root, name));
  writeFileSync(join(root, "d0001/f"), "");
  const sizes: number[] = [];
  const wrap = (directory: Directory) => watchListings(directory, sizes);
  await withWalk(root, { wrap }, async (walk) => {
    expect(await visitAll(walk)).toEqual([...names.slice(0, 2), "d0001/f", ...names.slice(2)]);
  });
  // Each time one is entered at once, and 4,096 behind it are kept.
  const parts = Math.ceil(FOLDERS / 4097);
  expect(sizes).toEqual(Array.from({ length: parts }, (_, part) => FOLDERS - part * 4097));
});

/** `d/d/d…`, with a file before and one behind the next folder at each level. */
function makeDeep(depth: number): string {
  const root = makeTree([]);
  mkdirSync(join(root, "d/".repeat(depth)), { recursive: true });
  for (let level = 0; level < depth; level++)
    for (const name of ["c", "e"]) writeFileSync(join(root, "d/".repeat(level), name), "");
  return root;
}

describe.each(STRATEGIES)("a deep tree, kept by %s", (strategy) => {
  // Where paths are all there is, each step proves all folders above it.
  const depth = strategy === "handles" ? DEPTH : isThorough ? 100 : 60;

  test("LK-10 takes a few descriptors, and comes back up through every folder", async () => {
    const root = makeDeep(depth);
    let most = 0;
    await withWalk(root, { strategy }, async (walk) => {
      const found = [];
      for (let visit = await walk.next(); visit !== null; visit = await walk.next()) {
        found.push(visit.path.length);
        if (found.length % 50 === 0) most = Math.max(most, countDescriptors(root));
      }
      const down = Array.from({ length: depth }, (_, level) => [level * 2 + 1, level * 2 + 1]).flat();
      const up = Array.from({ length: depth }, (_, level) => (depth - level) * 2 - 1);
      expect(found).toEqual([...down, ...up]);
      expect(walk.leftOut.snapshot()).toEqual({});
    });
    expect(most).toBeGreaterThan(10);
    expect(most).toBeLessThan(16);
    expect(countDescriptors(root)).toBe(0);
  });
});

const LONG = "LK-05 a directory whose path is longer than 4,096 bytes counts once, and is not entered";
testWhere(HANDLES, "elsewhere the path of the workspace counts too", LONG, async () => {
  const root = makeTree(["file z x"]);
  // One step at a time: the whole path is longer than the system takes.
  const script = `for i in $(seq 23); do mkdir ${"n".repeat(200)} && cd ${"n".repeat(200)} && echo x > f; done`;
  expect(spawnSync("bash", ["-c", script], { cwd: root }).status).toBe(0);
  using toolkit = createAgentToolkit({ workspaceRoot: root });
  const pages = await findPages(toolkit, { max_results: 3 });
  const paths = pages.flatMap(({ paths }) => paths);
  expect([paths.length, Math.max(...paths.map((path) => path.length))]).toEqual([21, 20 * 201 + 1]);
  expect(pages.reduce((sum, { left_out }) => sum + (left_out.unreadable ?? 0), 0)).toBe(1);
});

test("LK-07 LK-10 pages of a deep tree add up", async () => {
  if (process.platform !== "linux") return;
  using toolkit = createAgentToolkit({ workspaceRoot: makeDeep(DEPTH) });
  const pages = await findPages(toolkit, { max_results: DEPTH * 0.45 });
  const lengths = pages.flatMap(({ paths }) => paths.map((path) => path.length));
  expect(lengths).toHaveLength(2 * DEPTH);
  expect(new Set(pages.flatMap(({ paths }) => paths)).size).toBe(2 * DEPTH);
});
