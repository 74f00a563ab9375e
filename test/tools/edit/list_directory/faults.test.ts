// What list_directory makes of entries that vanish, change or fail while it walks, and how a walk ends before its time.
// The faults are put in the way of real directories: a disk cannot be made to fail on demand.

import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CallClock } from "../../../../src/disk/call_clock.ts";
import { toToolError } from "../../../../src/disk/faults.ts";
import type { Strategy } from "../../../../src/disk/types.ts";
import { internalFailure } from "../../../../src/errors/calls.ts";
import type { ListDirectoryOptions, ListDirectoryOutput } from "../../../../src/tools/edit/list_directory/types.ts";
import { listDirectory } from "../../../../src/tools/edit/list_directory/usecase.ts";
import { DeniedPatterns } from "../../../../src/view/denied/patterns.ts";
import { HastyClock } from "../../../support/hasty_clock.ts";
import { makeTree } from "../../../support/tree.ts";
import { countDescriptors, errorOf, openDirectory, STRATEGIES, withWorkspace } from "../../../support/workspaces.ts";
import { toLine, toolWith } from "./calls.ts";
import { type Watcher, watchDirectory } from "./watched_directory.ts";

const DEEP = { recursive: true } as const;

interface Walk {
  readonly root: string;
  readonly strategy?: Strategy;
  readonly options?: ListDirectoryOptions;
  readonly clock?: CallClock;
}

/** Walks over a folder while `watcher` looks on, or steps in. */
function walk(
  { root, strategy, options, clock = new CallClock() }: Walk,
  watcher: Watcher,
): Promise<ListDirectoryOutput> {
  return withWorkspace(root, strategy ?? STRATEGIES[0] ?? "verify", async (workspace) => {
    const directory = watchDirectory(openDirectory(workspace, "."), watcher);
    const request = toolWith().parse({ path: ".", ...DEEP, ...options });
    try {
      const { data } = await listDirectory(directory, request, {
        path: ".",
        clock,
        denied: new DeniedPatterns({}),
        ignored: null,
      });
      return data;
    } finally {
      directory.close();
    }
  });
}

/** Does something when it is about to be done with the disk. */
const when = (act: string, then: () => void): Watcher => ({
  onAct: (about) => {
    if (about === act) then();
  },
});

const failWith = (code: string) => () => {
  throw toToolError({ code }, "x");
};

describe.each(STRATEGIES)("what changes during a walk, in a workspace kept by %s", (strategy) => {
  const see = async (root: string, options: ListDirectoryOptions, watcher: Watcher) =>
    (await walk({ root, strategy, options }, watcher)).entries.map(toLine);

  test("FR-LD-LST-04, T-LD-10: a file that is gone when it is asked about stays an entry", async () => {
    const root = makeTree(["file a x", "file gone x", "file z x"]);
    const { entries, returned } = await walk(
      { root, strategy },
      when("stat gone", () => rmSync(join(root, "gone"))),
    );
    expect([entries.map(toLine), returned]).toEqual([["a", "gone? metadata_unavailable", "z"], 3]);
    expect(entries[1]).toEqual({
      name: "gone",
      path: "gone",
      depth: 1,
      type: "unknown",
      size_bytes: null,
      modified_epoch_ms: null,
      is_hidden: false,
      error_code: "metadata_unavailable",
      error: "metadata unavailable: it no longer exists",
    });
  });

  test("FR-LD-LST-08, T-LD-12: a directory that is gone when it is opened stays, with its own time", async () => {
    const root = makeTree(["file d/f x", "file z x"]);
    const remove = () => rmSync(join(root, "d"), { recursive: true });
    const { entries } = await walk({ root, strategy }, when("open d", remove));
    expect(entries.map(toLine)).toEqual(["d? read_dir_failed", "z"]);
    expect(entries[0]).toEqual({
      name: "d",
      path: "d",
      depth: 1,
      type: "unknown",
      size_bytes: null,
      modified_epoch_ms: entries[0]?.modified_epoch_ms ?? Number.NaN,
      is_hidden: false,
      error_code: "read_dir_failed",
      error: "directory cannot be read: it no longer exists",
    });
    expect(Number.isInteger(entries[0]?.modified_epoch_ms)).toBe(true);
  });

  test("FR-LD-LST-08 one that is gone and would not have been listed has no time left", async () => {
    const root = makeTree(["file d/f x", "file z x"]);
    const remove = () => rmSync(join(root, "d"), { recursive: true });
    const options = { include_dirs: false };
    const { entries } = await walk({ root, strategy, options }, when("open d", remove));
    expect(entries.map(toLine)).toEqual(["d? read_dir_failed", "z"]);
    expect(entries[0]?.modified_epoch_ms).toBe(null);
  });

  test("NFR-LD-SEC-03 a directory that has become a link leads nowhere", async () => {
    const swap = (root: string) => () => {
      renameSync(join(root, "d"), join(root, "../away"));
      symlinkSync("../outside", join(root, "d"));
    };
    const make = () => {
      const root = makeTree(["file d/f x"]);
      mkdirSync(join(root, "../outside"));
      writeFileSync(join(root, "../outside/secret"), "");
      return root;
    };
    const opened = make();
    expect(await see(opened, {}, when("open d", swap(opened)))).toEqual(["d? read_dir_failed"]);
    const asked = make();
    expect(await see(asked, {}, when("stat d", swap(asked)))).toEqual(["d@"]);
    const unwanted = make();
    expect(await see(unwanted, { include_symlinks: false }, when("stat d", swap(unwanted)))).toEqual([]);
  });

  test("an entry is what its metadata says when it is asked about, and is filtered and gone into as that", async () => {
    const grow = (root: string) => () => {
      rmSync(join(root, "a"));
      mkdirSync(join(root, "a"));
      writeFileSync(join(root, "a/below"), "");
    };
    const listed = makeTree(["file a x"]);
    expect(await see(listed, {}, when("stat a", grow(listed)))).toEqual(["a/", "a/below"]);
    const through = makeTree(["file a x"]);
    expect(await see(through, { include_dirs: false }, when("stat a", grow(through)))).toEqual(["a/below"]);
  });
});

describe("what fails during a walk", () => {
  const causes: readonly (readonly [string, string, string])[] = [
    ["EACCES", "permission_denied", "permission denied"],
    ["EPERM", "permission_denied", "permission denied"],
    ["ENOENT", "metadata_unavailable", "it no longer exists"],
    ["EIO", "io_error", "input/output error"],
    ["EMFILE", "unknown", "the system is out of resources"],
    ["ENOTDIR", "unknown", "it cannot be reached"],
    ["EWEIRD", "unknown", "the system refused"],
  ];

  test.each(causes)("FR-LD-LST-04, FR-LD-OUT-02: metadata that fails with %s is %s", async (cause, code, reason) => {
    const root = makeTree(["file .a x", "file b x"]);
    const options = { include_hidden: true };
    const { entries } = await walk({ root, options }, when("stat .a", failWith(cause)));
    expect(entries[0]).toEqual({
      name: ".a",
      path: ".a",
      depth: 1,
      type: "unknown",
      size_bytes: null,
      modified_epoch_ms: null,
      is_hidden: true,
      error_code: code,
      error: `metadata unavailable: ${reason}`,
    });
    expect(entries.map(toLine)).toEqual([`.a? ${code}`, "b"]);
  });

  test.each(causes)(
    "FR-LD-LST-08 a directory whose list fails with %s is read_dir_failed",
    async (cause, _, reason) => {
      const root = makeTree(["dir a", "file b x"]);
      const { entries } = await walk({ root }, when("list a", failWith(cause)));
      expect(entries.map(toLine)).toEqual(["a? read_dir_failed", "b"]);
      expect(entries[0]?.error).toBe(`directory cannot be read: ${reason}`);
    },
  );

  test("a directory without metadata is not gone into", async () => {
    const log: string[] = [];
    const watcher = {
      onAct: (act: string) => {
        log.push(act);
        if (act === "stat a") failWith("EIO")();
      },
    };
    const { entries } = await walk({ root: makeTree(["file a/f x"]) }, watcher);
    expect(entries.map(toLine)).toEqual(["a? io_error"]);
    expect(log).toEqual(["list .", "stat a", "close ."]);
  });

  test("a fault that is no matter of permission says nothing of what its kind leaves out", async () => {
    const root = makeTree(["file a x", "file b x", "dir d"]);
    const { entries } = await walk({ root, options: { include_files: false } }, when("stat a", failWith("EIO")));
    expect(entries.map(toLine)).toEqual(["d/"]);
  });

  test("an entry that drops out after the list was cut short leaves the answer truncated", async () => {
    const root = makeTree(["file a x", "file b x", "file c x"]);
    const replace = () => {
      rmSync(join(root, "a"));
      mkdirSync(join(root, "a"));
    };
    const options = { max_depth: 1, include_dirs: false, max_entries: 1 };
    const { entries, truncated } = await walk({ root, options }, when("stat a", replace));
    expect([entries.map(toLine), truncated]).toEqual([["b"], true]);
  });

  test("a refusal that lasted only for a moment lists nothing that its kind leaves out, and is told", async () => {
    const root = makeTree(["file a x", "file b x", "file c x"]);
    let refusals = 1;
    const watcher = when("stat a", () => {
      if (refusals-- > 0) failWith("EACCES")();
    });
    const options = { include_files: false, max_entries: 1 };
    const { entries, truncated } = await walk({ root, options }, watcher);
    expect([entries, truncated]).toEqual([[], true]);
  });

  test("a time that no JSON number holds exactly is null", async () => {
    const root = makeTree(["file a x", "dir b"]);
    for (const modifiedMs of [2 ** 53, -(2 ** 60), Number.NaN]) {
      const { entries } = await walk({ root }, { onMetadata: (metadata) => ({ ...metadata, modifiedMs }) });
      expect(entries.map(({ modified_epoch_ms }) => modified_epoch_ms)).toEqual([null, null]);
      const unread = when("list b", failWith("EIO"));
      const failed = await walk({ root }, { ...unread, onMetadata: (metadata) => ({ ...metadata, modifiedMs }) });
      expect(failed.entries[1]?.modified_epoch_ms).toBe(null);
    }
    const { entries } = await walk({ root }, { onMetadata: (metadata) => ({ ...metadata, modifiedMs: -1500 }) });
    expect(entries.map(({ modified_epoch_ms }) => modified_epoch_ms)).toEqual([-1500, -1500]);
  });
});

describe("a walk that ends before its time", () => {
  const countOpen = () => (process.platform === "linux" ? countDescriptors() : 0);
  const lines = ["file a/x/f x", "fifo a/p", "file b x"];

  test.each(["stat a", "open a", "list a", "stat a/p", "stat a/x", "open a/x", "list a/x", "stat a/x/f"])(
    "is cancelled at %j, not taken for a fault, and holds nothing open",
    async (act) => {
      const root = makeTree(lines);
      const before = countOpen();
      const controller = new AbortController();
      const log: string[] = [];
      const watcher = {
        onAct: (about: string) => {
          log.push(about);
          if (about === act) controller.abort();
        },
      };
      const error = await errorOf(() => walk({ root, clock: new HastyClock(() => {}, controller.signal) }, watcher));
      expect([error.kind, error.message]).toEqual(["Cancelled", "Cancelled by user"]);
      // At most the listing that has begun is read, and the first of its entries looked at.
      const after = log.slice(log.indexOf(act) + 1).filter((about) => !about.startsWith("close "));
      expect(after.length).toBeLessThanOrEqual(2);
      expect(countOpen()).toBe(before);
    },
  );

  test("times out in the same way", async () => {
    let deadlineMs = Number.POSITIVE_INFINITY;
    class Clock extends HastyClock {
      override check(): void {
        new CallClock({ deadlineMs }).check();
      }
    }
    const watcher = when("stat a/x", () => {
      deadlineMs = 0;
    });
    expect((await errorOf(() => walk({ root: makeTree(lines), clock: new Clock() }, watcher))).kind).toBe("Timeout");
  });

  test("fails as a whole if the root of the call fails", async () => {
    const watcher = when("list .", () => {
      throw internalFailure(".", "input/output error");
    });
    const error = await errorOf(() => walk({ root: makeTree(lines) }, watcher));
    expect([error.code, error.message]).toEqual(["INTERNAL", '".": input/output error']);
  });

  test.each(["stat a", "open a", "list a", "stat a/p"])("does not hide a mistake of the program at %j", async (act) => {
    const watcher = when(act, () => {
      throw new TypeError("a mistake");
    });
    await expect(walk({ root: makeTree(lines) }, watcher)).rejects.toThrow("a mistake");
  });

  test("gives the event loop its turn before every entry and every directory that it reads", async () => {
    let rests = 0;
    class Tired extends CallClock {
      override isDue(): boolean {
        return true;
      }
      override async rest(): Promise<void> {
        rests += 1;
      }
    }
    const { returned } = await walk({ root: makeTree(lines), clock: new Tired() }, {});
    // And one more before the entry of `a` that shows whether `a` may be searched.
    expect([returned, rests]).toEqual([4, 4 + 2 + 1]);
  });
});
