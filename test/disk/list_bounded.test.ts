// What a listing asks its filter, on names that come in a known order. Leaves real directories to workspace.test.ts and huge.test.ts.

import { closeSync, fstatSync, mkdirSync, openSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CallClock } from "../../src/disk/call_clock.ts";
import { listBounded, type NameStream } from "../../src/disk/list_bounded.ts";
import { openHeldListing, openListing, readListing } from "../../src/disk/list_open.ts";
import { ProcRoot } from "../../src/disk/proc/root.ts";
import { inOneStep, inSlices, toEnd } from "../../src/disk/steps.ts";
import type { ListRequest } from "../../src/disk/types.ts";
import { makeTree } from "../support/tree.ts";
import { byName } from "../support/workspaces.ts";

const directory = {
  asked: ".",
  rawNames: () => inOneStep(() => []),
  openAgain: () => inOneStep(() => streamOf([])),
  childMetadata: () => inOneStep(() => []),
};

function streamOf(names: readonly string[]): NameStream {
  const kinds = { isDirectory: () => false, isFile: () => true, isSymbolicLink: () => false };
  let next = 0;
  return {
    readSync: () => {
      const name = names[next++];
      return name === undefined ? null : { name, ...kinds };
    },
    closeSync: () => {},
  };
}

async function listAscending(acceptSees: ListRequest["acceptSees"]) {
  const names = Array.from({ length: 1000 }, (_, i) => `n${String(i).padStart(4, "0")}`);
  let asked = 0;
  const accept = ({ name }: { readonly name: string }) => {
    asked++;
    return !name.endsWith("1");
  };
  const request = { limit: 5, order: byName, accept, ...(acceptSees === undefined ? {} : { acceptSees }) };
  const { entries, more } = toEnd(listBounded(streamOf(names), request, directory));
  return { names: entries.map(({ name }) => name), more, asked };
}

test("a filter sees every name, unless it says that candidates are enough", async () => {
  const names = ["n0000", "n0002", "n0003", "n0004", "n0005"];
  expect(await listAscending(undefined)).toEqual({ names, more: true, asked: 1000 });
  expect(await listAscending("all")).toEqual({ names, more: true, asked: 1000 });
  // Twice the limit is kept before the first cut, and two names are refused on the way there.
  expect(await listAscending("candidates")).toEqual({ names, more: true, asked: 13 });
});

test("a small directory whose entries have no kinds is left to the stream", async () => {
  const root = makeTree(["file f x"]);
  const fd = openSync(root, "r");
  try {
    const held = { path: root, stats: () => fstatSync(fd), tellsNamesBySize: () => true };
    const fail = () => {
      throw Object.assign(new Error("lstat"), { code: "ENOENT" });
    };
    const stream = await inSlices(openHeldListing(held, fail), new CallClock());
    const { entries } = toEnd(listBounded(stream, { limit: 9, order: byName }, directory));
    expect(entries).toEqual([{ raw: "f", name: "f", kind: "file" }]);
  } finally {
    closeSync(fd);
  }
});

// A number may be that of another disk by the next look, except for the root's own: the open root keeps it mounted.
test.skipIf(process.platform !== "linux")(
  "R4 the kind of a disk is kept for the root's own alone, until it is closed",
  () => {
    const path = makeTree([]);
    const root = new ProcRoot(openSync(path, "r"), null);
    const { dev } = statSync(path);
    const own = root.tellsNamesBySize(dev, path);
    const ask = () => [dev, dev + 1].map((device) => root.tellsNamesBySize(device, "/proc/self"));
    expect(ask()).toEqual([own, false]);
    root.close();
    expect(ask()).toEqual([false, false]);
  },
);

test("a small directory is listed at once as it is by a stream", async () => {
  const root = makeTree(["file f x", "symlink l f", "fifo p", "file .h x"]);
  mkdirSync(join(root, "d"));
  writeFileSync(Buffer.from(`${root}/\xe9`, "latin1"), "");
  const list = (stream: NameStream) => toEnd(listBounded(stream, { limit: 9, order: byName }, directory));
  const atOnce = list(readListing(root));
  expect(atOnce).toEqual(list(await inSlices(openListing(root), new CallClock())));
  expect(atOnce.entries.map(({ raw, kind }) => `${raw} ${kind}`)).toEqual([
    ".h file",
    "d directory",
    "f file",
    "l symlink",
    "p other",
    "\xe9 file",
  ]);
});
