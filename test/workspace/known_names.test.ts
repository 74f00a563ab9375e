import { renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CallClock } from "../../src/workspace/call_clock.ts";
import { recallName, rememberName } from "../../src/workspace/known_names.ts";
import { cannotRecordFs, recordFsCalls } from "../support/fs_calls.ts";
import { describeWhere, HANDLES } from "../support/only_where.ts";
import { makeTree } from "../support/tree.ts";
import { openDirectory, withWorkspace } from "../support/workspaces.ts";

const root = makeTree(["dir d", "dir d/sub", "file d/f x"]);
const { dev } = statSync(root);
const [OLD, YOUNG] = [Date.now() - 60_000, Date.now() - 500];
let nextIno = 1;

function makeState(ctimeMs = OLD) {
  return { dev, ino: nextIno++, ctimeMs };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe.skipIf(process.platform !== "linux")("what is known of a name", () => {
  test("is told again while the directory is the same and has not changed", () => {
    const state = makeState();
    rememberName(state, root, "a", null);
    rememberName(state, root, "b", "directory");
    expect(["a", "b", "c"].map((raw) => recallName({ ...state }, raw))).toEqual([null, "directory", undefined]);
    const others = [{ ctimeMs: OLD + 1 }, { dev: dev + 1 }, { ino: state.ino + 1e6 }];
    for (const other of others) expect(recallName({ ...state, ...other }, "a")).toBe(undefined);
  });

  test("is the last that was found", () => {
    const state = makeState();
    rememberName(state, root, "a", null);
    rememberName({ ...state, ctimeMs: OLD + 1 }, root, "a", "file");
    expect(recallName(state, "a")).toBe(undefined);
    expect(recallName({ ...state, ctimeMs: OLD + 1 }, "a")).toBe("file");
  });

  test("is not kept where the next change may not show, or nobody says what the directory is", () => {
    const states = [makeState(YOUNG), makeState(Date.now() + 60_000), { ...makeState(), ino: 2 ** 60 }, null];
    for (const state of states) {
      rememberName(state, root, "a", null);
      expect(recallName(state, "a")).toBe(undefined);
    }
  });

  test("is not kept for file systems that may change unseen", () => {
    const { dev: procDev } = statSync("/proc/self");
    const state = { ...makeState(), dev: procDev };
    rememberName(state, "/proc/self", "a", null);
    expect(recallName(state, "a")).toBe(undefined);
  });

  test("is not kept for such a file system that has the device number of an earlier one", () => {
    rememberName(makeState(), root, "a", null);
    const state = makeState();
    rememberName(state, "/proc/self", "a", null);
    expect(recallName(state, "a")).toBe(undefined);
  });

  test("is bounded", () => {
    const states = Array.from({ length: 10_001 }, () => makeState());
    for (const state of states) rememberName(state, root, "a", null);
    expect(states.filter((state) => recallName(state, "a") === null).length).toBeLessThan(10_001);
    expect(recallName(states.at(-1) ?? null, "a")).toBe(null);
  });
});

describeWhere(HANDLES, "the other strategy remembers no names", "a directory that is asked again", () => {
  const read = (name: string) =>
    withWorkspace(root, "handles", (workspace) => {
      using directory = openDirectory(workspace, "d");
      const { fault } = directory.readChildNow(name, 100, undefined, new CallClock());
      return [fault, directory.childKindNow(name, new CallClock())];
    });
  // More than a tick of the file system's clock, so that changes show.
  const letTick = () => new Promise((resolve) => setTimeout(resolve, 50));

  test("sees what appeared, was replaced or disappeared", async () => {
    await letTick();
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10_000);
    const path = join(root, "d/new");
    for (let round = 0; round < 3; round++) {
      expect([read("new"), read("new")]).toEqual(Array(2).fill(["missing", null]));
      writeFileSync(path, "x");
      expect([read("new"), read("new")]).toEqual(Array(2).fill([null, "file"]));
      await letTick();
      rmSync(path);
      renameSync(join(root, "d/sub"), path);
      expect([read("new"), read("sub")]).toEqual([
        ["not_a_file", "directory"],
        ["missing", null],
      ]);
      await letTick();
      renameSync(path, join(root, "d/sub"));
      expect(read("sub")).toEqual(["not_a_file", "directory"]);
      await letTick();
    }
  });

  test("sees what appeared after it was opened, if it waited in between", async () => {
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10_000);
    const path = join(root, "d/late");
    await withWorkspace(root, "handles", async (workspace) => {
      expect(read("late")).toEqual(["missing", null]);
      using directory = openDirectory(workspace, "d");
      await Promise.resolve();
      await letTick();
      writeFileSync(path, "x");
      expect(directory.childKindNow("late", new CallClock())).toBe("file");
    });
    rmSync(path);
  });

  test.skipIf(cannotRecordFs)("asks for its own state once if it is looked at as soon as it is opened", async () => {
    const looks = await recordFsCalls(root, () =>
      withWorkspace(root, "handles", (workspace) => {
        using directory = openDirectory(workspace, "d");
        directory.childKindNow("f", new CallClock());
      }),
    );
    expect(looks.filter(({ name }) => name === "fstatSync")).toHaveLength(1);
  });

  test.skipIf(cannotRecordFs)("looks nothing up that it knows", async () => {
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10_000);
    read("none");
    const looks = await recordFsCalls(root, () => read("none"));
    expect(looks.filter(({ name, args }) => name === "lstatSync" && String(args[0]).endsWith("/none"))).toEqual([]);
  });
});
