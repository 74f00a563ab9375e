// Directories read by the system call. A file system that gives few names at a time, none of their kinds, or failures cannot be had
// without mounting one, so there the call is played; the rest asks the real one, on Bun.

import { mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CallClock } from "../../../src/disk/call_clock.ts";
import { listBounded } from "../../../src/disk/list_bounded.ts";
import { openListing, readApart } from "../../../src/disk/list_open.ts";
import { type GetDents, loadGetDents, openRecords } from "../../../src/disk/proc/getdents.ts";
import { inOneStep, inSlices, type Steps, toEnd } from "../../../src/disk/steps.ts";
import type { EntryKind, Metadata } from "../../../src/disk/types.ts";
import { makeTempFolder, makeTree } from "../../support/tree.ts";
import { byName, countDescriptors, errorOf } from "../../support/workspaces.ts";

type Record = readonly [raw: string, type: number, inode?: bigint];

/** Gives one part for each call, as the kernel lays it out; then nothing more. */
function play(...parts: readonly (readonly Record[] | "failure")[]): GetDents {
  const left = [...parts];
  return (_fd, buffer) => {
    const part = left.shift() ?? [];
    if (part === "failure") return -1;
    let at = 0;
    for (const [raw, type, inode = 1n] of part) {
      const bytes = Buffer.from(`${raw}\0`, "latin1");
      const length = Math.ceil((19 + bytes.length) / 8) * 8;
      buffer.fill(0xaa, at, at + length);
      const view = new DataView(buffer.buffer, buffer.byteOffset);
      view.setBigUint64(at, inode, true);
      view.setUint16(at + 16, length, true);
      buffer[at + 18] = type;
      buffer.set(bytes, at + 19);
      at += length;
    }
    return at;
  };
}

function askFor(kinds: Readonly<{ [raw: string]: EntryKind }>) {
  const toMetadata = (raw: string): Metadata => ({
    kind: kinds[raw] ?? "other",
    sizeBytes: 0,
    modifiedMs: 0,
  });
  return {
    asked: "d",
    rawNames: () => inOneStep(() => []),
    openAgain: () => inOneStep(() => openRecords(".", play())),
    childMetadata: (rawNames: readonly string[]) => inOneStep(() => rawNames.map(toMetadata)),
  };
}

async function list(folder: string, getDents: GetDents, kinds: Readonly<{ [raw: string]: EntryKind }> = {}) {
  const stream = openRecords(folder, getDents);
  const { entries } = toEnd(listBounded(stream, { limit: 99, order: byName }, askFor(kinds)));
  return entries.map(({ raw, name, kind }) => [raw, name, kind]);
}

const FOLDER = [
  [".", 4],
  ["..", 4],
] as const;

describe.skipIf(process.platform !== "linux")("a directory read by the system call", () => {
  test("may give its names one by one, and parts that are nothing but itself", async () => {
    const parts = [FOLDER, [["b", 8]], [["a", 4]], [["caf\xe9", 10]], [["p", 1]]] as const;
    expect(await list(makeTempFolder(), play(...parts))).toEqual([
      ["a", "a", "directory"],
      ["b", "b", "file"],
      ["caf\xe9", "caf\ufffd", "symlink"],
      ["p", "p", "other"],
    ]);
  });

  test("is asked for each kind that it does not tell", async () => {
    const getDents = play([...FOLDER, ["x", 0], ["y", 8], ["z", 0]]);
    expect(await list(makeTempFolder(), getDents, { x: "directory", z: "symlink" })).toEqual([
      ["x", "x", "directory"],
      ["y", "y", "file"],
      ["z", "z", "symlink"],
    ]);
  });

  test("has no name with inode 0, as in every other program", async () => {
    const getDents = play([...FOLDER, ["gone", 8, 0n], ["a", 8, 1n << 32n], ["b", 8, 1n << 63n]], [["gone", 4, 0n]]);
    expect((await list(makeTempFolder(), getDents)).map(([raw]) => raw)).toEqual(["a", "b"]);
  });

  test("is asked again after one failure, which may have been a signal", async () => {
    const getDents = play([["a", 8]], "failure", [["b", 8]]);
    expect((await list(makeTempFolder(), getDents)).map(([raw]) => raw)).toEqual(["a", "b"]);
  });

  test("that fails says so, in the middle too, and is closed", async () => {
    const before = countDescriptors();
    for (const parts of [["failure", "failure"] as const, [[["a", 8]], "failure", "failure"] as const]) {
      const { code, message } = await errorOf(() => list(makeTempFolder(), play(...parts)));
      expect([code, message]).toEqual(["INTERNAL", '"d": input/output error']);
    }
    expect(countDescriptors()).toBe(before);
  });

  test("has no names any more once it was removed", async () => {
    const folder = join(makeTempFolder(), "d");
    mkdirSync(folder);
    const stream = openRecords(folder, play("failure", "failure"));
    rmdirSync(folder);
    expect(toEnd(listBounded(stream, { limit: 9, order: byName }, askFor({}))).entries).toEqual([]);
  });

  test("opens nothing but a directory", async () => {
    const root = makeTree(["file f x", "fifo pipe"]);
    for (const name of ["f", "pipe", "none"]) expect(() => openRecords(join(root, name), play())).toThrow();
  });
});

describe.skipIf(process.platform !== "linux" || process.versions.bun === undefined)("on Bun", () => {
  test("the system call is found, and gives what the runtime gives", async () => {
    const root = makeTree(["file f x", "symlink l f", "fifo p", "file .h x", "dir d"]);
    for (const name of ["\xe9", "\n", "x".repeat(255)]) writeFileSync(Buffer.from(`${root}/${name}`, "latin1"), "");
    const getDents = loadGetDents();
    if (getDents === null) throw new Error("it is not found");
    const request = { limit: 99, order: byName };
    const run = <T>(steps: Steps<T>) => inSlices(steps, new CallClock());
    const streams = [openRecords(root, getDents), await run(readApart(root)), await run(openListing(root))];
    const listings = streams.map((each) => toEnd(listBounded(each, request, askFor({}))));
    expect(listings[0]).toEqual(listings[1]);
    expect(listings[0]).toEqual(listings[2]);
    expect(listings[0]?.entries.length).toBe(8);
  });

  test("the system call says that it failed", () => {
    expect(loadGetDents()?.(-1, Buffer.alloc(64), 64)).toBe(-1);
  });
});
