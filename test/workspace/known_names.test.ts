// What a directory was found to contain is told again only as long as nothing can have changed it.

import { openSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { CallClock } from "../../src/workspace/call_clock.ts";
import { Descriptor } from "../../src/workspace/descriptor.ts";
import { KnownNames } from "../../src/workspace/known_names.ts";
import { openWorkspace } from "../../src/workspace/open.ts";
import type { Workspace } from "../../src/workspace/types.ts";
import { cannotRecordFs, recordFsCalls } from "../support/fs_calls.ts";
import { describeWhere, HANDLES } from "../support/only_where.ts";
import { makeTree } from "../support/tree.ts";
import { openDirectory } from "../support/workspaces.ts";

const root = makeTree(["dir d", "dir d/sub", "file d/f x"]);
const { dev } = statSync(root);
const [OLD, YOUNG] = [Date.now() - 60_000, Date.now() - 500];
let nextIno = 1;
const opened: Descriptor[] = [];

function makeState(ctimeMs = OLD) {
  return { dev, ino: nextIno++, ctimeMs };
}

function knowNames(path = root): KnownNames {
  const held = new Descriptor(openSync(path, "r"), ".");
  opened.push(held);
  return new KnownNames(held);
}

afterEach(() => {
  vi.restoreAllMocks();
});

afterAll(() => {
  for (const held of opened) held.close();
});

describe.skipIf(process.platform !== "linux")("what is known of a name", () => {
  test("is told again while the directory is the same and has not changed", () => {
    const [names, state] = [knowNames(), makeState()];
    names.remember(state, "a", null);
    names.remember(state, "b", "directory");
    expect(["a", "b", "c"].map((raw) => names.recall({ ...state }, raw))).toEqual([null, "directory", undefined]);
    const others = [{ ctimeMs: OLD + 1 }, { dev: dev + 1 }, { ino: state.ino + 1e6 }];
    for (const other of others) expect(names.recall({ ...state, ...other }, "a")).toBe(undefined);
  });

  test("is the last that was found", () => {
    const [names, state] = [knowNames(), makeState()];
    names.remember(state, "a", null);
    names.remember({ ...state, ctimeMs: OLD + 1 }, "a", "file");
    expect(names.recall(state, "a")).toBe(undefined);
    expect(names.recall({ ...state, ctimeMs: OLD + 1 }, "a")).toBe("file");
  });

  test("is not kept where the next change may not show, or nobody says what the directory is", () => {
    const names = knowNames();
    const states = [makeState(YOUNG), makeState(Date.now() + 60_000), { ...makeState(), ino: 2 ** 60 }, null];
    for (const state of states) {
      names.remember(state, "a", null);
      expect(names.recall(state, "a")).toBe(undefined);
    }
  });

  test("is not kept for file systems that may change unseen", () => {
    const names = knowNames("/proc/self");
    const state = { ...makeState(), dev: statSync("/proc/self").dev };
    names.remember(state, "a", null);
    expect(names.recall(state, "a")).toBe(undefined);
    expect(names.isTelling(state.dev, "/proc/self")).toBe(false);
  });

  test("R4 is not kept for another disk than the root's, which may be replaced by one with the same numbers", () => {
    const [names, state] = [knowNames(), { ...makeState(), dev: dev + 1 }];
    names.remember(state, "a", null);
    expect(names.recall(state, "a")).toBe(undefined);
    expect(names.isTelling(dev + 1, "/proc/self")).toBe(false);
  });

  test("R4 is known to nobody else, and to nobody once the root is closed", () => {
    const [names, others, state] = [knowNames(), knowNames(), makeState()];
    names.remember(state, "a", null);
    expect([names.recall(state, "a"), others.recall(state, "a")]).toEqual([null, undefined]);
    for (const held of opened.splice(0)) held.close();
    expect(names.recall(state, "a")).toBe(undefined);
  });

  test("is bounded", () => {
    const names = knowNames();
    const states = Array.from({ length: 10_001 }, () => makeState());
    for (const state of states) names.remember(state, "a", null);
    expect(states.filter((state) => names.recall(state, "a") === null).length).toBeLessThan(10_001);
    expect(names.recall(states.at(-1) ?? null, "a")).toBe(null);
  });
});

describeWhere(HANDLES, "the other strategy remembers no names", "a directory that is asked again", () => {
  let workspace: Workspace;
  beforeAll(() => {
    workspace = openWorkspace(root, { strategy: "handles" });
  });
  afterAll(() => workspace.close());
  const kindOf = (name: string) => {
    using directory = openDirectory(workspace, "d");
    return directory.childKindNow(name, new CallClock());
  };
  const read = (name: string) => {
    using directory = openDirectory(workspace, "d");
    const { fault } = directory.readChildNow(name, 100, undefined, new CallClock());
    return [fault, kindOf(name)];
  };
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
    expect(read("late")).toEqual(["missing", null]);
    using directory = openDirectory(workspace, "d");
    await Promise.resolve();
    await letTick();
    writeFileSync(path, "x");
    expect(directory.childKindNow("late", new CallClock())).toBe("file");
    rmSync(path);
  });

  test.skipIf(cannotRecordFs)("asks for its own state once if it is looked at as soon as it is opened", async () => {
    const looks = await recordFsCalls(root, () => kindOf("f"));
    expect(looks.filter(({ name }) => name === "fstatSync")).toHaveLength(1);
  });

  test.skipIf(cannotRecordFs)("looks nothing up that it knows", async () => {
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10_000);
    const look = () => recordFsCalls(root, () => kindOf("none"));
    const [first, second] = [await look(), await look()];
    const isLookUp = ({ name }: { readonly name: string }) => name === "lstatSync";
    expect([first.filter(isLookUp).length, second.filter(isLookUp).length]).toEqual([1, 0]);
  });
});
