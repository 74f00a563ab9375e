// Looking up the names of a directory from inside it: the same answers, and the process has left it before anything else runs.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToolError } from "../../src/errors.ts";
import { CallClock } from "../../src/workspace/call_clock.ts";
import { giveUpWorkingDirectory } from "../../src/workspace/working_directory.ts";
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
/** Bun keeps its working directory. */
const rest = onNode ? "/" : start;
let takeBack = () => {};
beforeEach(() => {
  takeBack = giveUpWorkingDirectory();
});
afterEach(() => {
  vi.restoreAllMocks();
  takeBack();
  process.chdir(start);
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
  test("is the same as through the descriptor, and the process is at the top of the disk afterwards", async () => {
    const root = makeTree(ENTRIES);
    const inside = await look(root);
    expect(process.cwd()).toBe(rest);
    takeBack();
    expect(inside).toEqual(await look(root));
    expect(inside.slice(-2)).toEqual(["NOT_FOUND", "NOT_FOUND"]);
  });

  test("enters and leaves once, on Node, and only for several names", async () => {
    const root = makeTree(ENTRIES);
    const moves = vi.spyOn(process, "chdir");
    // Otherwise it leaves the directory whenever the event loop must have a turn.
    const clock = new (class extends CallClock {
      override isDue(): boolean {
        return false;
      }
    })();
    await look(root, NAMES, clock);
    expect(moves.mock.calls.map(([path]) => path.replace(/\d+$/, "N"))).toEqual(onNode ? ["/proc/self/fd/N", "/"] : []);
    moves.mockClear();
    await look(root, NAMES.slice(0, 3), clock);
    expect(moves).not.toHaveBeenCalled();
  });

  test("has left whenever other work may run", async () => {
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
    expect(places).toEqual(NAMES.map(() => rest));
  });

  test("looks up names only, not paths, and leaves after such a mistake", async () => {
    const root = makeTree(ENTRIES);
    for (const path of ["..", ".", "", "d/x", "/etc"])
      await expect(look(root, ["a", "a", "a", path])).rejects.toMatchObject({ code: "INTERNAL" });
    expect(process.cwd()).toBe(rest);
  });

  test("has left if the call ends in the middle", async () => {
    const root = makeTree(ENTRIES);
    const controller = new AbortController();
    const clock = new (class extends CallClock {
      override isDue(): boolean {
        controller.abort();
        return true;
      }
    })({ signal: controller.signal });
    await expect(look(root, NAMES, clock)).rejects.toMatchObject({ code: "CANCELLED" });
    expect(process.cwd()).toBe(rest);
  });

  test("uses the descriptor if the directory cannot be entered", async () => {
    const root = makeTree(ENTRIES);
    const seen = await look(root);
    vi.spyOn(process, "chdir").mockImplementation(() => {
      throw Object.assign(new Error("refused"), { code: "EACCES" });
    });
    expect(await look(root)).toEqual(seen);
  });

  test("opens nothing for it", async () => {
    const root = makeTree(ENTRIES);
    const before = countDescriptors(start);
    await look(root);
    expect(countDescriptors(start)).toBe(before);
  });

  test("uses the descriptor as long as the working directory is in use", async () => {
    takeBack();
    const moves = vi.spyOn(process, "chdir");
    await look(makeTree(ENTRIES));
    expect(moves).not.toHaveBeenCalled();
  });
});
