// Opening one file of a directory to be read: what is read, what is refused, and what it costs.

import { execFileSync, spawnSync } from "node:child_process";
import fs, {
  closeSync,
  mkdirSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { CallClock } from "../../src/disk/call_clock.ts";
import { SandboxPath } from "../../src/disk/sandbox_path.ts";
import type { ChildFile, Strategy } from "../../src/disk/types.ts";
import { cannotRecordFs, recordFsCalls } from "../support/fs_calls.ts";
import { describeWhere, HANDLES } from "../support/only_where.ts";
import { makeFifo, makeTempFolder, makeTree } from "../support/tree.ts";
import { noUnprivilegedChild, runUnprivileged } from "../support/unprivileged.ts";
import { codeOf, countDescriptors, openDirectory, STRATEGIES, withWorkspace } from "../support/workspaces.ts";

function makeSocket(path: string): void {
  const server = createServer().listen(path);
  server.unref();
  openServers.push(server);
}

const openServers: Server[] = [];
afterAll(() => {
  for (const server of openServers) server.close();
});

const mayMakeDevices = spawnSync("mknod", [join(makeTempFolder(), "null"), "c", "1", "3"]).status === 0;

function makeNullDevice(path: string): void {
  execFileSync("mknod", [path, "c", "1", "3"]);
}

/** The whole content, in pieces of at most 1,000 bytes. It is closed. */
function show(file: ChildFile): string {
  if (file.fault !== null) return `fault: ${file.fault}`;
  using content = file.content;
  const buffer = Buffer.alloc(1000);
  let text = "";
  for (;;) {
    const count = content.read(buffer, { from: 0, length: buffer.length, position: text.length });
    if (count === 0) return text;
    text += buffer.toString("latin1", 0, count);
  }
}

async function readAll(root: string, strategy: Strategy, raws: readonly string[], limitBytes = 100): Promise<string[]> {
  return withWorkspace(root, strategy, async (workspace) => {
    using directory = openDirectory(workspace, ".");
    const seen: string[] = [];
    for (const raw of raws) seen.push(show(await directory.openChildFile(raw, limitBytes, new CallClock())));
    return seen;
  });
}

/** Grows, shrinks or replaces a file when its content is about to be read. */
function clockThatActs(act: () => void): CallClock {
  let acted = false;
  return new (class extends CallClock {
    override check(): void {
      super.check();
      if (!acted) act();
      acted = true;
    }
  })();
}

describe.each(STRATEGIES)("openChildFile kept by %s", (strategy) => {
  test("reads regular files and says what is not one, or too large", async () => {
    const before = countDescriptors();
    const root = makeTree([
      "file a hello",
      "file empty ",
      `file exact ${"x".repeat(100)}`,
      `file large ${"x".repeat(101)}`,
      "dir d",
      "fifo pipe",
      "symlink in a",
      "symlink out ../..",
      "symlink dangling nowhere",
    ]);
    const names = ["a", "empty", "exact", "large", "d", "pipe", "in", "out", "dangling", "none", "a"];
    expect(await readAll(root, strategy, names)).toEqual([
      "hello",
      "",
      "x".repeat(100),
      "fault: too_large",
      "fault: not_a_file",
      "fault: not_a_file",
      "fault: symlink",
      "fault: symlink",
      "fault: symlink",
      "fault: missing",
      "hello",
    ]);
    expect(countDescriptors()).toBe(before);
  });

  test.skipIf(cannotRecordFs || process.platform !== "linux")(
    "keeps nothing open that it cannot look at [promise disk-errors]",
    async () => {
      const root = makeTree(["dir d", "dir d/e", "file d/f x"]);
      const look = fs.fstatSync;
      await withWorkspace(root, strategy, async (workspace) => {
        using directory = openDirectory(workspace, "d");
        const clock = new CallClock();
        const before = countDescriptors();
        fs.fstatSync = ((fd: number, options: undefined) => {
          if (!/\/d\/[ef]$/.test(readlinkSync(`/proc/self/fd/${fd}`))) return look(fd, options);
          throw Object.assign(new Error("stale"), { code: "ESTALE" });
        }) as typeof look;
        syncBuiltinESMExports();
        try {
          expect(await directory.openChildFile("f", 100, clock)).toEqual({ fault: "unreadable" });
          const place = (path: string) => workspace.resolve(SandboxPath.ofLocation(path), clock);
          expect([await codeOf(() => place("d/f")), await codeOf(() => place("d/e"))]).not.toContain(undefined);
          // Where it needs no look, it is open.
          await directory.openChild("e", clock).then(
            (child) => child.close(),
            () => {},
          );
        } finally {
          fs.fstatSync = look;
          syncBuiltinESMExports();
        }
        expect(countDescriptors()).toBe(before);
      });
    },
  );

  test("reads a file whose name is not UTF-8", async () => {
    const root = makeTree([]);
    writeFileSync(Buffer.from(`${root}/\xff\xfe`, "latin1"), "odd");
    expect(await readAll(root, strategy, ["\xff\xfe"])).toEqual(["odd"]);
  });

  test("takes no path and no way up for a name", async () => {
    const root = makeTree(["file a/f x", "dir b"]);
    for (const raw of ["a/f", "..", ".", "", "a\0"]) {
      expect([raw, await codeOf(() => readAll(root, strategy, [raw]))]).toEqual([raw, "INTERNAL"]);
    }
  });

  test("reads large files piece by piece, and small ones after them", async () => {
    const root = makeTree([]);
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
    writeFileSync(join(root, "large"), content);
    writeFileSync(join(root, "small"), "s");
    const [large, small] = await readAll(root, strategy, ["large", "small"], 1 << 20);
    expect(large === content.toString("latin1")).toBe(true);
    expect(small).toBe("s");
  });

  test("keeps nothing open when it is cancelled", async () => {
    const before = countDescriptors();
    const root = makeTree(["file a x"]);
    const stop = new AbortController();
    stop.abort();
    await withWorkspace(root, strategy, async (workspace) => {
      using directory = openDirectory(workspace, ".");
      const clock = new CallClock({ signal: stop.signal });
      expect(await codeOf(() => directory.openChildFile("a", 9, clock))).toBe("CANCELLED");
    });
    expect(countDescriptors()).toBe(before);
  });
});

// Between the call's first check and the opening nothing waits, so a file is changed at the first check: as if between listing and opening.
describe.each(STRATEGIES)("a file that changes before openChildFile opens it, kept by %s", (strategy) => {
  async function readChanged(change: (path: string) => void): Promise<string> {
    const root = makeTree(["file sub/f 0123456789"]);
    return withWorkspace(root, strategy, async (workspace) => {
      using directory = openDirectory(workspace, "sub");
      const clock = clockThatActs(() => change(join(root, "sub/f")));
      return show(await directory.openChildFile("f", 100, clock));
    });
  }

  test.each([
    ["grows", (path: string) => writeFileSync(path, "y".repeat(60)), "y".repeat(60)],
    ["grows too large", (path: string) => writeFileSync(path, "y".repeat(101)), "fault: too_large"],
    ["shrinks", (path: string) => truncateSync(path, 3), "012"],
    ["is gone", (path: string) => rmSync(path), "fault: missing"],
  ] as const)("%s", async (_, change, expected) => {
    expect(await readChanged(change)).toBe(expected);
  });

  test.each([
    ["a FIFO", makeFifo],
    ["a socket", makeSocket],
    ...(mayMakeDevices ? ([["a device", makeNullDevice]] as const) : []),
  ] as const)("becomes %s, which is not read, and not kept open", async (_, make) => {
    const before = countDescriptors();
    const seen = await readChanged((path) => {
      rmSync(path);
      make(path);
    });
    expect([seen, countDescriptors()]).toEqual(["fault: not_a_file", before]);
  });

  test("becomes a link or a directory", async () => {
    const linked = await readChanged((path) => {
      rmSync(path);
      symlinkSync("/etc/passwd", path);
    });
    const directory = await readChanged((path) => {
      rmSync(path);
      mkdirSync(path);
    });
    expect([linked, directory]).toEqual(["fault: symlink", "fault: not_a_file"]);
  });

  test("lies in a directory whose name now leads elsewhere: never what lies there", async () => {
    const seen = await readChanged((path) => {
      const folder = join(path, "..");
      renameSync(folder, `${folder}-moved`);
      mkdirSync(folder);
      writeFileSync(path, "of another folder");
    }).catch((error: Error) => error.message);
    expect(["0123456789", '"sub/f": it was moved or replaced while it was being read; try again']).toContain(seen);
  });
});

describeWhere(HANDLES, "it counts the system calls of that strategy", "what openChildFile costs", () => {
  test.skipIf(cannotRecordFs)("is three calls for a file on Linux, and those that read", async () => {
    const root = makeTree(["file f text", "fifo pipe", `file large ${"x".repeat(101)}`]);
    await withWorkspace(root, "handles", async (workspace) => {
      using directory = openDirectory(workspace, ".");
      const read = async (raw: string) => show(await directory.openChildFile(raw, 100, new CallClock()));
      const calls = async (raw: string) => (await recordFsCalls(root, () => read(raw))).map(({ name }) => name);
      const opening = ["openSync", "fstatSync"];
      expect(await calls("f")).toEqual([...opening, "readSync", "readSync", "closeSync"]);
      expect(await calls("pipe")).toEqual(["openSync", "fstatSync", "closeSync"]);
      expect(await calls("large")).toEqual(["openSync", "fstatSync", "closeSync"]);
    });
  });
});

test.skipIf(noUnprivilegedChild !== null)("openChildFile calls a file that may not be read unreadable", () => {
  const root = makeTree(["file f secret"]);
  execFileSync("chmod", ["000", join(root, "f")]);
  const program = `
    const { openWorkspace } = await import(new URL("disk/open.js", build));
    const { CallClock } = await import(new URL("disk/call_clock.js", build));
    const { SandboxPath } = await import(new URL("disk/sandbox_path.js", build));
    const seen = [];
    for (const strategy of args.slice(1)) {
      const workspace = openWorkspace(args[0], { strategy });
      const directory = await workspace.resolve(SandboxPath.ofLocation("."), new CallClock());
      seen.push((await directory.openChildFile("f", 9, new CallClock())).fault);
    }
    return seen;`;
  expect(runUnprivileged(program, [root, ...STRATEGIES])).toEqual(STRATEGIES.map(() => "unreadable"));
});

test.skipIf(process.platform !== "linux").each(STRATEGIES)(
  "a writer that waits on a FIFO is not woken by openChildFile: %s",
  async (strategy) => {
    const root = makeTree(["fifo pipe"]);
    const path = join(root, "pipe");
    expect(await readAll(root, strategy, ["pipe"])).toEqual(["fault: not_a_file"]);
    // O_WRONLY and O_NONBLOCK: fails unless somebody has it open for reading.
    expect(() => closeSync(openSync(path, 0o4001))).toThrow("ENXIO");
  },
);
