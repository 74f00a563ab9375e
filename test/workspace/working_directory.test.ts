// Looking up the names of a directory from inside it: the same answers, and the process is back before anything else runs.

import { mkdtempSync, realpathSync, rmdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToolError } from "../../src/errors.ts";
import { CallClock } from "../../src/workspace/call_clock.ts";
import { allowWorkingDirectory } from "../../src/workspace/working_directory.ts";
import { describeWhere, HANDLES } from "../support/only_where.ts";
import { makeTree } from "../support/tree.ts";
import { countDescriptors, openDirectory, withWorkspace } from "../support/workspaces.ts";

const onNode = process.versions.bun === undefined;
const ENTRIES = [
  "file a hello",
  "file -x option",
  "file file:a address",
  "file ä umlaut",
  "dir d",
  "fifo pipe",
  "symlink in a",
  "symlink out ../..",
];
const NAMES = ["a", "-x", "file:a", Buffer.from("ä").toString("latin1"), "d", "pipe", "in", "out", "none", "\xff"];

const start = process.cwd();
let disallow = () => {};
beforeEach(() => {
  disallow = allowWorkingDirectory();
});
afterEach(() => {
  vi.restoreAllMocks();
  process.chdir(start);
  disallow();
});

/** What is said of each name; the kind, the size and the code of a failure. */
async function look(root: string, names: readonly string[] = NAMES, clock = new CallClock()): Promise<unknown[]> {
  return withWorkspace(root, "handles", async (workspace) => {
    using directory = openDirectory(workspace, ".");
    const found = await directory.childMetadata(names, clock);
    return found.map((one) => (ToolError.isInstance(one) ? one.code : one));
  });
}

describeWhere(HANDLES, "the other strategy uses paths", "metadata of children, looked up from inside", () => {
  test("is the same as through the descriptor, and the process stands where it stood", async () => {
    const root = makeTree(ENTRIES);
    const inside = await look(root);
    expect(process.cwd()).toBe(start);
    disallow();
    expect(inside).toEqual(await look(root));
    expect(inside.slice(-2)).toEqual(["NOT_FOUND", "NOT_FOUND"]);
  });

  test("goes there once and back once, on Node, and only for several names", async () => {
    const root = makeTree(ENTRIES);
    const moves = vi.spyOn(process, "chdir");
    await look(root);
    expect(moves.mock.calls.map(([path]) => /^\/proc\/self\/fd\/\d+$/.test(path))).toEqual(onNode ? [true, true] : []);
    moves.mockClear();
    await look(root, NAMES.slice(0, 3));
    expect(moves).not.toHaveBeenCalled();
  });

  test("is back whenever other work may run", async () => {
    const root = makeTree(ENTRIES);
    const places: string[] = [];
    const clock = new (class extends CallClock {
      override isDue(): boolean {
        return true;
      }
      override async rest(): Promise<void> {
        places.push(process.cwd());
      }
    })();
    expect(await look(root, NAMES, clock)).toEqual(await look(root));
    expect(places).toEqual(NAMES.map(() => start));
  });

  test("looks up names only, not paths, and is back after such a mistake", async () => {
    const root = makeTree(ENTRIES);
    for (const path of ["..", ".", "", "d/x", "/etc"])
      await expect(look(root, ["a", "a", "a", path])).rejects.toMatchObject({ code: "INTERNAL" });
    expect(process.cwd()).toBe(start);
  });

  test("is back if the call ends in the middle", async () => {
    const root = makeTree(ENTRIES);
    const controller = new AbortController();
    const clock = new (class extends CallClock {
      override isDue(): boolean {
        controller.abort();
        return true;
      }
    })({ signal: controller.signal });
    await expect(look(root, NAMES, clock)).rejects.toMatchObject({ code: "CANCELLED" });
    expect(process.cwd()).toBe(start);
  });

  test("returns to a working directory that was deleted", async () => {
    const root = makeTree(ENTRIES);
    const folder = mkdtempSync(join(realpathSync(tmpdir()), "porthole-working-"));
    process.chdir(folder);
    const { ino } = statSync(".");
    disallow = allowWorkingDirectory();
    rmdirSync(folder);
    await look(root);
    expect(statSync(".").ino).toBe(ino);
  });

  test("uses the descriptor if the directory cannot be entered", async () => {
    const root = makeTree(ENTRIES);
    const seen = await look(root);
    vi.spyOn(process, "chdir").mockImplementation(() => {
      throw Object.assign(new Error("refused"), { code: "EACCES" });
    });
    expect(await look(root)).toEqual(seen);
  });

  test("keeps one descriptor, for the way back, until it is not allowed any more", async () => {
    const root = makeTree(ENTRIES);
    const before = countDescriptors(start);
    for (let round = 0; round < 3; round++) await look(root);
    expect(countDescriptors(start)).toBe(before + (onNode ? 1 : 0));
    disallow();
    expect(countDescriptors(start)).toBe(before);
  });
});
