// How a walk of `tree` ends before its time, what it survives, and that it lets others run.
// The faults are put in the way of real directories: a disk cannot be made to fail on demand.

import { describe, expect, test } from "vitest";
import { CallClock } from "../../../../src/disk/call_clock.ts";
import { toToolError } from "../../../../src/disk/faults.ts";
import { internalFailure } from "../../../../src/errors/calls.ts";
import { treeTool } from "../../../../src/tools/edit/tree/tool.ts";
import { walkTree } from "../../../../src/tools/edit/tree/usecase.ts";
import { HastyClock } from "../../../support/hasty_clock.ts";
import { recordDirectory } from "../../../support/recorded_directory.ts";
import { makeScope } from "../../../support/scopes.ts";
import { makeTree } from "../../../support/tree.ts";
import { outline } from "../../../support/tree_calls.ts";
import { countDescriptors, errorOf, openDirectory, STRATEGIES, withWorkspace } from "../../../support/workspaces.ts";

const countOpen = () => (process.platform === "linux" ? countDescriptors() : 0);

describe("a walk that ends before its time", () => {
  const request = treeTool.parse({ path: ".", entry_kind: "all" });

  /** Walks over `a/x`, `b` and `c`; `onList` may do something, or throw, whenever one of them is listed. */
  function prepare(clock: CallClock, onList: (location: string) => void) {
    const root = makeTree(["dir a/x", "dir b", "dir c"]);
    const log: string[] = [];
    const walk = () =>
      withWorkspace(root, STRATEGIES[0] ?? "verify", async (workspace) => {
        const directory = recordDirectory(openDirectory(workspace, "."), log, (wanted, location) => {
          onList(location);
          return wanted;
        });
        try {
          return (await walkTree(directory, request, makeScope(".", clock))).data;
        } finally {
          directory.close();
        }
      });
    return { walk, log };
  }

  test("is cancelled in the middle, not taken for an unreadable directory, and holds nothing open", async () => {
    const before = countOpen();
    const controller = new AbortController();
    const { walk, log } = prepare(new HastyClock(() => {}, controller.signal), (location) => {
      if (location === "a") controller.abort();
    });
    const error = await errorOf(walk);
    expect([error.kind, error.message]).toEqual(["Cancelled", "Cancelled by user"]);
    expect(log).toEqual(["list .", "open a", "list a", "close a", "close ."]);
    expect(countOpen()).toBe(before);
  });

  test("times out in the middle in the same way", async () => {
    let deadlineMs = Number.POSITIVE_INFINITY;
    class Clock extends HastyClock {
      override check(): void {
        new CallClock({ deadlineMs }).check();
      }
    }
    const { walk, log } = prepare(new Clock(), (location) => {
      if (location === "a/x") deadlineMs = 0;
    });
    expect((await errorOf(walk)).kind).toBe("Timeout");
    expect(log).toEqual(["list .", "open a", "list a", "open a/x", "list a/x", "close a/x", "close a", "close ."]);
  });

  test("goes on after a directory that fails, and closes it", async () => {
    const { walk, log } = prepare(new CallClock(), (location) => {
      if (location === "a") throw internalFailure("a", "input/output error");
    });
    expect(outline((await walk()).root)).toEqual(["./", "a/ ?", "b/", "c/"]);
    const visit = (path: string) => [`open ${path}`, `list ${path}`, `close ${path}`];
    expect(log).toEqual(["list .", ...visit("a"), ...visit("b"), ...visit("c"), "close ."]);
  });

  test("fails as a whole when the system is out of descriptors, instead of showing half a tree", async () => {
    const { walk } = prepare(new CallClock(), (location) => {
      if (location === "a") throw toToolError(Object.assign(new Error(), { code: "EMFILE" }), "a");
    });
    const error = await errorOf(walk);
    expect([error.code, error.retriable]).toEqual(["INTERNAL", true]);
  });

  test("TR-17 fails as a whole if the root of the call fails", async () => {
    const { walk } = prepare(new CallClock(), () => {
      throw internalFailure(".", "input/output error");
    });
    const error = await errorOf(walk);
    expect([error.code, error.message]).toEqual(["INTERNAL", '".": input/output error']);
  });

  test("does not hide a mistake of the program", async () => {
    const { walk } = prepare(new CallClock(), (location) => {
      if (location === "b") throw new TypeError("a mistake");
    });
    await expect(walk()).rejects.toThrow("a mistake");
  });

  test("gives the event loop its turn before every directory that it reads", async () => {
    let rests = 0;
    class Tired extends CallClock {
      override isDue(): boolean {
        return true;
      }
      override async rest(): Promise<void> {
        rests += 1;
      }
    }
    const { walk } = prepare(new Tired(), () => {});
    await walk();
    expect(rests).toBe(5);
  });
});
