import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openWorkspace } from "../../src/workspace/open.ts";
import { clockMs, Pace } from "../../src/workspace/pace.ts";
import { addEntries, makeTempFolder, makeTree } from "../support/tree.ts";
import {
  byName,
  codeOf,
  countDescriptors,
  errorOf,
  listNames,
  openDirectory,
  openFile,
  readText,
  STRATEGIES,
  withWorkspace,
} from "../support/workspaces.ts";

const raw = (text: string) => Buffer.from(text, "latin1");

describe("openWorkspace", () => {
  test("takes the handles of the kernel on Linux when nothing is forced", () => {
    const workspace = openWorkspace(makeTree([]));
    expect(workspace.strategy).toBe(process.platform === "linux" ? "handles" : "verify");
    workspace.close();
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
        const node = await workspace.resolve(path, new Pace());
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
        const content = file.read(limit, new Pace());
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
      const read = () => Buffer.from(file.read(3, new Pace()).bytes).toString();
      expect([read(), read()]).toEqual(["012", "012"]);
    });
  });

  test("reads a file that has grown or shrunk since it was opened", () => {
    const root = makeTree(["file grows 1", "file shrinks 0123456789"]);
    withWorkspace(root, strategy, (workspace) => {
      const [grows, shrinks] = [openFile(workspace, "grows"), openFile(workspace, "shrinks")];
      writeFileSync(join(root, "grows"), "1".repeat(100_000));
      truncateSync(join(root, "shrinks"), 3);
      expect(grows.read(1 << 20, new Pace()).bytes.length).toBe(100_000);
      expect(grows.metadata().sizeBytes).toBe(100_000);
      expect(Buffer.from(shrinks.read(1 << 20, new Pace()).bytes).toString()).toBe("012");
      grows.close();
      shrinks.close();
    });
  });

  test("lists a directory in the asked order with the kind of each entry", async () => {
    const root = makeTree(["file b x", "dir c", "symlink a nowhere", "fifo d", "file .h x"]);
    await withWorkspace(root, strategy, async (workspace) => {
      const directory = openDirectory(workspace, ".");
      const listing = await directory.list({ limit: 10, order: (a, b) => -byName(a, b) }, new Pace());
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
          new Pace(),
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
      const { entries } = await directory.list({ limit: 9, order: byName }, new Pace());
      expect(entries).toEqual([
        { raw: "d\xc3\xa9", name: "dé", kind: "directory" },
        { raw: "d\xfe", name: "d\ufffd", kind: "directory" },
        { raw: "d\xff", name: "d\ufffd", kind: "directory" },
      ]);
      const child = await directory.openChild("d\xff", new Pace());
      expect(child.location).toBe("d\ufffd");
      const inner = await child.list({ limit: 9, order: byName }, new Pace());
      expect(inner.entries.map((entry) => entry.name)).toEqual(["in\ufffd"]);
      expect((await child.childMetadata("in\xff", new Pace())).kind).toBe("file");
      child.close();
      directory.close();
      expect(await codeOf(() => workspace.resolve("d\ufffd", new Pace()))).toBe("NOT_FOUND");
    });
  });

  test("tells the metadata of a child without following it", async () => {
    const root = makeTree(["file f 12345", "dir d", "symlink out /etc/passwd", "symlink in f"]);
    utimesSync(join(root, "f"), 1_700_000_000.123, 1_700_000_000.123);
    execFileSync("touch", ["-d", "@-1.4995", join(root, "d")]);
    await withWorkspace(root, strategy, async (workspace) => {
      const directory = openDirectory(workspace, ".");
      expect(await directory.childMetadata("f", new Pace())).toEqual({
        kind: "file",
        sizeBytes: 5,
        // The disk holds 122,999,907 nanoseconds: utimes takes a double. Rounded down, that is 122 ms.
        modifiedMs: 1_700_000_000_122,
      });
      expect((await directory.childMetadata("d", new Pace())).modifiedMs).toBe(-1500);
      expect((await directory.childMetadata("out", new Pace())).kind).toBe("symlink");
      expect((await directory.childMetadata("in", new Pace())).kind).toBe("symlink");
      expect(await codeOf(() => directory.childMetadata("none", new Pace()))).toBe("NOT_FOUND");
      directory.close();
    });
  });

  test("goes down into a child directory and refuses everything else", async () => {
    const root = makeTree(["file a/b/f x", "symlink link a", "file plain x"]);
    await withWorkspace(root, strategy, async (workspace) => {
      const top = openDirectory(workspace, ".");
      const a = await top.openChild("a", new Pace());
      const b = await a.openChild("b", new Pace());
      expect([a.location, b.location]).toEqual(["a", "a/b"]);
      for (const name of ["link", "plain", "none"]) {
        expect(await codeOf(() => top.openChild(name, new Pace()))).toBe("NOT_FOUND");
      }
      for (const name of ["..", ".", "", "a/b", "a\0"]) {
        expect(await codeOf(() => b.openChild(name, new Pace()))).toBe("INTERNAL");
        expect(await codeOf(() => b.childMetadata(name, new Pace()))).toBe("INTERNAL");
      }
      for (const node of [b, a, top]) node.close();
    });
  });

  test("refuses to be used after it was closed", async () => {
    const root = makeTree(["file f x"]);
    const workspace = openWorkspace(root, { strategy });
    const directory = openDirectory(workspace, ".");
    const file = openFile(workspace, "f");
    for (const held of [file, directory, workspace]) {
      held.close();
      held.close();
    }
    expect(await codeOf(() => file.read(1, new Pace()))).toBe("INTERNAL");
    expect(await codeOf(() => directory.list({ limit: 1, order: byName }, new Pace()))).toBe("INTERNAL");
    expect(await codeOf(() => directory.openChild("f", new Pace()))).toBe("INTERNAL");
    expect(await codeOf(() => workspace.resolve("f", new Pace()))).toBe("INTERNAL");
  });

  test("answers NOT_FOUND for what is missing, below a file, too long, or a loop", async () => {
    const root = makeTree([
      "file f x",
      "symlink loop loop",
      "symlink one two",
      "symlink two one",
      "symlink gone missing",
    ]);
    await withWorkspace(root, strategy, async (workspace) => {
      for (const path of ["none", "f/x", "loop", "one/x", "gone", "gone/x", "n".repeat(300), "f/../f/x"]) {
        const error = await errorOf(() => workspace.resolve(path, new Pace()));
        expect([path, error.code]).toEqual([path, "NOT_FOUND"]);
        expect(error.message).not.toContain(dirname(root));
      }
    });
  });

  test("follows links that stay inside, absolute ones and chains included", async () => {
    const root = makeTree(["file AGENTS.md hello", "symlink CLAUDE.md AGENTS.md", "symlink chain CLAUDE.md", "dir d"]);
    symlinkSync(join(root, "AGENTS.md"), join(root, "absolute"));
    addEntries(root, ["symlink d/up ../AGENTS.md"]);
    withWorkspace(root, strategy, (workspace) => {
      for (const path of ["CLAUDE.md", "chain", "absolute", "d/up"]) expect(readText(workspace, path)).toBe("hello");
    });
  });

  test("traces the links on a path without telling where one outside points", () => {
    const root = makeTree([
      "file d/f x",
      "symlink a b",
      "symlink b d",
      "symlink out ../..",
      "symlink loop loop",
      "symlink gone d/none",
    ]);
    withWorkspace(root, strategy, (workspace) => {
      const traces = ["d/f", "a/f", "out/x", "loop", "gone", "none"].map((path) => [path, workspace.trace(path)]);
      expect(traces.map(([path, trace]) => [path, trace])).toEqual([
        ["d/f", { links: [], end: "inside" }],
        ["a/f", { links: ["a", "b"], end: "inside" }],
        ["out/x", { links: ["out"], end: "outside" }],
        ["loop", { links: Array.from({ length: 41 }, () => "loop"), end: "missing" }],
        ["gone", { links: ["gone"], end: "missing" }],
        ["none", { links: [], end: "missing" }],
      ]);
    });
  });

  test("stops for an abort signal and for a deadline that has passed", async () => {
    const root = makeTree(["file d/f x"]);
    await withWorkspace(root, strategy, async (workspace) => {
      const directory = openDirectory(workspace, "d");
      const file = openFile(workspace, "d/f");
      const aborted = () => new Pace({ signal: AbortSignal.abort() });
      const late = () => new Pace({ deadlineMs: clockMs() - 1 });
      for (const [pace, code] of [
        [aborted, "CANCELLED"],
        [late, "TIMEOUT"],
      ] as const) {
        expect(await codeOf(() => workspace.resolve("d", pace()))).toBe(code);
        expect(await codeOf(() => file.read(1, pace()))).toBe(code);
        expect(await codeOf(() => directory.list({ limit: 1, order: byName }, pace()))).toBe(code);
        expect(await codeOf(() => directory.childMetadata("f", pace()))).toBe(code);
        expect(await codeOf(() => directory.openChild("f", pace()))).toBe(code);
      }
      directory.close();
      file.close();
    });
  });

  test("holds no descriptor after errors, aborts and closing", async () => {
    const root = makeTree(["file d/f x", "symlink out /etc", "symlink gone missing", "fifo pipe"]);
    const before = countDescriptors();
    for (let i = 0; i < 20; i++) {
      await withWorkspace(root, strategy, async (workspace) => {
        for (const path of ["out", "out/passwd", "gone", "none", "d/f/x"]) {
          await codeOf(() => workspace.resolve(path, new Pace()));
        }
        (await workspace.resolve("pipe", new Pace())).close();
        await listNames(workspace, "d");
        readText(workspace, "d/f");
        const controller = new AbortController();
        const directory = openDirectory(workspace, "d");
        const accept = () => {
          controller.abort();
          throw new Error("a filter that fails");
        };
        await errorOf(() =>
          directory.list({ limit: 1, order: byName, accept }, new Pace({ signal: controller.signal })),
        );
        await codeOf(() => directory.openChild("f", new Pace()));
        directory.close();
      });
    }
    expect(countDescriptors()).toBe(before);
  });

  test("is closed by Symbol.dispose", () => {
    const root = makeTree(["file f x"]);
    const before = countDescriptors();
    {
      using workspace = openWorkspace(root, { strategy });
      using file = openFile(workspace, "f");
      expect(file.kind).toBe("file");
      expect(countDescriptors()).toBeGreaterThan(before);
    }
    expect(countDescriptors()).toBe(before);
  });

  test("says clearly that the root was deleted", async () => {
    const root = makeTree(["file f x"]);
    await withWorkspace(root, strategy, async (workspace) => {
      rmSync(root, { recursive: true });
      for (const path of [".", "f"]) {
        const error = await errorOf(() => workspace.resolve(path, new Pace()));
        expect([error.code, error.message]).toEqual(["INTERNAL", expect.stringContaining("has been deleted")]);
      }
    });
  });

  test("never serves what was put in the place of a renamed root", async () => {
    const root = makeTree(["file f old"]);
    await withWorkspace(root, strategy, async (workspace) => {
      renameSync(root, `${root}-moved`);
      addEntries(root, ["file f new", "file only-new x"]);
      symlinkSync(join(root, "f"), `${root}-moved/to-the-new`);
      if (strategy === "handles") {
        expect(readText(workspace, "f")).toBe("old");
        expect(await listNames(workspace, ".")).toEqual(["f", "to-the-new"]);
        expect(await codeOf(() => workspace.resolve("to-the-new", new Pace()))).toBe("SANDBOX_VIOLATION");
      } else {
        const error = await errorOf(() => workspace.resolve("f", new Pace()));
        expect([error.code, error.message]).toEqual(["INTERNAL", expect.stringContaining("moved or replaced")]);
      }
    });
  });

  test("can have a root that is itself reached through a symlink", async () => {
    const root = makeTree(["file real/f x"]);
    const alias = join(makeTempFolder(), "alias");
    symlinkSync(join(root, "real"), alias);
    await withWorkspace(alias, strategy, async (workspace) => {
      expect(await listNames(workspace, ".")).toEqual(["f"]);
      expect(readText(workspace, "f")).toBe("x");
    });
  });
});
