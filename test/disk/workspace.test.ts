// What a workspace gives: objects, their content, their entries and metadata. Leaves where that ends to ends.test.ts.

import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CallClock } from "../../src/disk/call_clock.ts";
import { openWorkspace } from "../../src/disk/open.ts";
import { ToolError } from "../../src/errors.ts";
import { cannotRecordFs, recordFsCalls } from "../support/fs_calls.ts";
import { HANDLES } from "../support/only_where.ts";
import { makeTree } from "../support/tree.ts";
import {
  at,
  byName,
  codeOf,
  lookAt,
  openDirectory,
  openFile,
  STRATEGIES,
  withWorkspace,
} from "../support/workspaces.ts";

const raw = (text: string) => Buffer.from(text, "latin1");

describe("openWorkspace", () => {
  test("takes the handles of the kernel where there are some, when nothing is forced", () => {
    using workspace = openWorkspace(makeTree([]));
    expect(workspace.strategy).toBe(HANDLES.isMet ? "handles" : "verify");
  });

  test("throws a plain error for a root that is missing or a file", () => {
    const root = makeTree(["file f x"]);
    expect(() => openWorkspace(join(root, "none"))).toThrow("the workspace root does not exist");
    expect(() => openWorkspace(join(root, "f"))).toThrow("the workspace root is not a directory");
  });

  test("knows the root by its canonical name and by the name it was given", () => {
    const root = makeTree(["dir real", "symlink alias real"]);
    const workspace = openWorkspace(join(root, "alias"));
    expect(workspace.rootNames).toEqual([join(realpathSync(root), "real"), join(root, "alias")]);
    workspace.close();
  });
});

describe.each(STRATEGIES)("a workspace kept by %s", (strategy) => {
  test("tells what a path is and where it lies", async () => {
    const root = makeTree(["file a/f text", "symlink link a", "fifo pipe"]);
    await withWorkspace(root, strategy, async (workspace) => {
      const seen: unknown[] = [];
      for (const path of [".", "a", "a/f", "link", "link/f", "pipe"]) {
        const node = await workspace.resolve(at(path), new CallClock());
        node.close();
        seen.push([path, node.kind, node.location]);
      }
      expect(seen).toEqual([
        [".", "directory", "."],
        ["a", "directory", "a"],
        ["a/f", "file", "a/f"],
        ["link", "directory", "a"],
        ["link/f", "file", "a/f"],
        ["pipe", "other", "pipe"],
      ]);
    });
  });

  test("reads a file up to a limit and says whether it goes on", () => {
    const root = makeTree(["file f 0123456789", "file empty "]);
    withWorkspace(root, strategy, (workspace) => {
      const read = (path: string, limit: number) => {
        const file = openFile(workspace, path);
        const content = file.read(limit, new CallClock());
        file.close();
        return [Buffer.from(content.bytes).toString(), content.more];
      };
      expect([read("f", 4), read("f", 9), read("f", 10), read("f", 99), read("empty", 5)]).toEqual([
        ["0123", true],
        ["012345678", true],
        ["0123456789", false],
        ["0123456789", false],
        ["", false],
      ]);
    });
  });

  test("reads from the start again when asked again", () => {
    const root = makeTree(["file f 0123"]);
    withWorkspace(root, strategy, (workspace) => {
      using file = openFile(workspace, "f");
      const read = () => Buffer.from(file.read(3, new CallClock()).bytes).toString();
      expect([read(), read()]).toEqual(["012", "012"]);
    });
  });

  test("reads a file that has grown or shrunk since it was opened", () => {
    const root = makeTree(["file grows 1", "file shrinks 0123456789"]);
    withWorkspace(root, strategy, (workspace) => {
      const [grows, shrinks] = [openFile(workspace, "grows"), openFile(workspace, "shrinks")];
      writeFileSync(join(root, "grows"), "1".repeat(100_000));
      truncateSync(join(root, "shrinks"), 3);
      expect(grows.read(1 << 20, new CallClock()).bytes.length).toBe(100_000);
      expect(grows.metadata().sizeBytes).toBe(100_000);
      expect(Buffer.from(shrinks.read(1 << 20, new CallClock()).bytes).toString()).toBe("012");
      grows.close();
      shrinks.close();
    });
  });

  test("lists a directory in the asked order with the kind of each entry", async () => {
    const root = makeTree(["file b x", "dir c", "symlink a nowhere", "fifo d", "file .h x"]);
    await withWorkspace(root, strategy, async (workspace) => {
      const directory = openDirectory(workspace, ".");
      const listing = await directory.list({ limit: 10, order: (a, b) => -byName(a, b) }, new CallClock());
      directory.close();
      expect(listing.entries.map((entry) => [entry.name, entry.kind])).toEqual([
        ["d", "other"],
        ["c", "directory"],
        ["b", "file"],
        ["a", "symlink"],
        [".h", "file"],
      ]);
      expect(listing.more).toBe(false);
    });
  });

  test("keeps the first entries in order when there are more than the limit", async () => {
    const names = Array.from({ length: 1000 }, (_, i) => `f${String((i * 7919) % 1000).padStart(3, "0")}`);
    const root = makeTree(names.map((name) => `file ${name} x`));
    await withWorkspace(root, strategy, async (workspace) => {
      const directory = openDirectory(workspace, ".");
      const list = async (limit: number, accept = (name: string) => name !== "") => {
        const listing = await directory.list(
          { limit, order: byName, accept: (entry) => accept(entry.name) },
          new CallClock(),
        );
        return { names: listing.entries.map((entry) => entry.name), more: listing.more };
      };
      expect(await list(3)).toEqual({ names: ["f000", "f001", "f002"], more: true });
      expect(await list(0)).toEqual({ names: [], more: true });
      expect(await list(1000)).toEqual({ names: [...names].sort(), more: false });
      expect(await list(999)).toEqual({ names: [...names].sort().slice(0, 999), more: true });
      expect(await list(2, (name) => name.endsWith("9"))).toEqual({ names: ["f009", "f019"], more: true });
      expect(await list(2, (name) => name === "f500")).toEqual({ names: ["f500"], more: false });
      directory.close();
    });
  });

  test("keeps names that are not UTF-8 apart by their bytes and can go down into them", async () => {
    const root = makeTree([]);
    for (const name of ["d\xff", "d\xfe", "d\xc3\xa9"]) mkdirSync(raw(`${root}/${name}`));
    writeFileSync(raw(`${root}/d\xff/in\xff`), "x");
    await withWorkspace(root, strategy, async (workspace) => {
      const directory = openDirectory(workspace, ".");
      const { entries } = await directory.list({ limit: 9, order: byName }, new CallClock());
      expect(entries).toEqual([
        { raw: "d\xc3\xa9", name: "dé", kind: "directory" },
        { raw: "d\xfe", name: "d\ufffd", kind: "directory" },
        { raw: "d\xff", name: "d\ufffd", kind: "directory" },
      ]);
      const child = await directory.openChild("d\xff", new CallClock());
      expect(child.location).toBe("d\ufffd");
      const inner = await child.list({ limit: 9, order: byName }, new CallClock());
      expect(inner.entries.map((entry) => entry.name)).toEqual(["in\ufffd"]);
      expect((await lookAt(child, "in\xff")).kind).toBe("file");
      child.close();
      directory.close();
      expect(await codeOf(() => workspace.resolve(at("d\ufffd"), new CallClock()))).toBe("NOT_FOUND");
    });
  });

  test("tells the metadata of a child without following it", async () => {
    const root = makeTree(["file f 12345", "dir d", "symlink out /etc/passwd", "symlink in f"]);
    utimesSync(join(root, "f"), 1_700_000_000.123, 1_700_000_000.123);
    execFileSync("touch", ["-d", "@-1.4995", join(root, "d")]);
    await withWorkspace(root, strategy, async (workspace) => {
      const directory = openDirectory(workspace, ".");
      expect(await lookAt(directory, "f")).toEqual({
        kind: "file",
        sizeBytes: 5,
        // The disk holds 122,999,907 nanoseconds: utimes takes a double. Rounded down, that is 122 ms.
        modifiedMs: 1_700_000_000_122,
      });
      expect((await lookAt(directory, "d")).modifiedMs).toBe(-1500);
      const together = await directory.childMetadata(["d", "f", "d"], new CallClock());
      expect(together).toMatchObject([-1500, 1_700_000_000_122, -1500].map((modifiedMs) => ({ modifiedMs })));
      expect((await lookAt(directory, "out")).kind).toBe("symlink");
      expect((await lookAt(directory, "in")).kind).toBe("symlink");
      expect(await codeOf(() => lookAt(directory, "none"))).toBe("NOT_FOUND");
      directory.close();
    });
  });

  test("tells that of many children in the order asked, with the error of each that is gone in its place", async () => {
    const root = makeTree(Array.from({ length: 200 }, (_, i) => `file f${i} ${"x".repeat(i + 1)}`));
    await withWorkspace(root, strategy, async (workspace) => {
      using directory = openDirectory(workspace, ".");
      for (const i of [0, 64, 199]) rmSync(join(root, `f${i}`));
      const names = Array.from({ length: 200 }, (_, i) => `f${199 - i}`);
      const found = await directory.childMetadata(names, new CallClock());
      const told = found.map((look) => (ToolError.isInstance(look) ? `${look.code} ${look.path}` : look.sizeBytes));
      const isGone = (name: string) => ["f0", "f64", "f199"].includes(name);
      expect(told).toEqual(names.map((name) => (isGone(name) ? `NOT_FOUND ${name}` : Number(name.slice(1)) + 1)));
    });
  });

  test.skipIf(cannotRecordFs)("asks the disk once for each of them, and proves many at once", async () => {
    const names = Array.from({ length: 128 }, (_, i) => `f${i}`);
    const root = realpathSync(makeTree(names.map((name) => `file d/${name} x`)));
    await withWorkspace(root, strategy, async (workspace) => {
      using directory = openDirectory(workspace, "d");
      const calls = await recordFsCalls(root, () => directory.childMetadata(names, new CallClock()));
      const paths = calls.map(({ args: [path] }) => String(path));
      expect(paths.filter((path) => /f\d+$/.test(path)).map((path) => path.slice(path.lastIndexOf("/") + 1))).toEqual(
        names,
      );
      // Two portions, each with a look at the root before and after.
      expect(paths.filter((path) => path === root).length).toBe(strategy === "handles" ? 0 : 4);
    });
  });

  test("goes down into a child directory and refuses everything else", async () => {
    const root = makeTree(["file a/b/f x", "symlink link a", "file plain x"]);
    await withWorkspace(root, strategy, async (workspace) => {
      const top = openDirectory(workspace, ".");
      const a = await top.openChild("a", new CallClock());
      const b = await a.openChild("b", new CallClock());
      expect([a.location, b.location]).toEqual(["a", "a/b"]);
      for (const name of ["link", "plain", "none"]) {
        expect(await codeOf(() => top.openChild(name, new CallClock()))).toBe("NOT_FOUND");
      }
      for (const name of ["..", ".", "", "a/b", "a\0"]) {
        expect(await codeOf(() => b.openChild(name, new CallClock()))).toBe("INTERNAL");
        expect(await codeOf(() => b.childMetadata([name], new CallClock()))).toBe("INTERNAL");
      }
      for (const node of [b, a, top]) node.close();
    });
  });
});
