import { renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { CallClock, clockMs } from "../../src/disk/call_clock.ts";
import { openWorkspace } from "../../src/disk/open.ts";
import type { ToolError } from "../../src/errors.ts";
import { HANDLES, testWhere } from "../support/only_where.ts";
import { addEntries, makeTempFolder, makeTree } from "../support/tree.ts";
import {
  at,
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

describe.each(STRATEGIES)("a workspace kept by %s", (strategy) => {
  test("refuses to be used after it was closed", async () => {
    const root = makeTree(["file f x"]);
    const workspace = openWorkspace(root, { strategy });
    const directory = openDirectory(workspace, ".");
    const file = openFile(workspace, "f");
    for (const held of [file, directory, workspace]) {
      held.close();
      held.close();
    }
    expect(await codeOf(() => file.read(1, new CallClock()))).toBe("INTERNAL");
    expect(await codeOf(() => directory.list({ limit: 1, order: byName }, new CallClock()))).toBe("INTERNAL");
    expect(await codeOf(() => directory.openChild("f", new CallClock()))).toBe("INTERNAL");
    expect(await codeOf(() => workspace.resolve(at("f"), new CallClock()))).toBe("INTERNAL");
  });

  test("answers NOT_FOUND for what is missing, below a file, too long, or a loop", async () => {
    const root = makeTree([
      "file f x",
      "symlink loop loop",
      "symlink one two",
      "symlink two one",
      "symlink gone missing",
      "symlink back f/../f/x",
    ]);
    await withWorkspace(root, strategy, async (workspace) => {
      for (const path of ["none", "f/x", "loop", "one/x", "gone", "gone/x", "n".repeat(300), "back"]) {
        const error = await errorOf(() => workspace.resolve(at(path), new CallClock()));
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

  test("tells the links on a path, and nothing of where one outside points", async () => {
    const root = makeTree([
      "file d/f x",
      "symlink a b",
      "symlink b d",
      "symlink out ../..",
      "symlink loop loop",
      "symlink gone d/none",
    ]);
    await withWorkspace(root, strategy, async (workspace) => {
      const linksOn = async (path: string) => {
        const links: string[] = [];
        const resolved = workspace.resolve(at(path), new CallClock(), { onLink: (location) => links.push(location) });
        const end = await resolved.then((node) => node[Symbol.dispose]()).catch((error: ToolError) => error.code);
        // Again and again in a loop, and where a look is repeated.
        return [path, [...new Set(links)], end];
      };
      expect(await Promise.all(["d/f", "a/f", "out/x", "loop", "gone", "none"].map(linksOn))).toEqual([
        ["d/f", [], undefined],
        ["a/f", ["a", "b"], undefined],
        ["out/x", ["out"], "SANDBOX_VIOLATION"],
        ["loop", ["loop"], "NOT_FOUND"],
        ["gone", ["gone"], "NOT_FOUND"],
        ["none", [], "NOT_FOUND"],
      ]);
    });
  });

  test("stops for an abort signal and for a deadline that has passed", async () => {
    const root = makeTree(["file d/f x"]);
    await withWorkspace(root, strategy, async (workspace) => {
      const directory = openDirectory(workspace, "d");
      const file = openFile(workspace, "d/f");
      const aborted = () => new CallClock({ signal: AbortSignal.abort() });
      const late = () => new CallClock({ deadlineMs: clockMs() - 1 });
      for (const [clock, code] of [
        [aborted, "CANCELLED"],
        [late, "TIMEOUT"],
      ] as const) {
        expect(await codeOf(() => workspace.resolve(at("d"), clock()))).toBe(code);
        expect(await codeOf(() => file.read(1, clock()))).toBe(code);
        expect(await codeOf(() => directory.list({ limit: 1, order: byName }, clock()))).toBe(code);
        expect(await codeOf(() => directory.childMetadata(["f"], clock()))).toBe(code);
        expect(await codeOf(() => directory.openChild("f", clock()))).toBe(code);
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
          await codeOf(() => workspace.resolve(at(path), new CallClock()));
        }
        (await workspace.resolve(at("pipe"), new CallClock())).close();
        await listNames(workspace, "d");
        readText(workspace, "d/f");
        const controller = new AbortController();
        const directory = openDirectory(workspace, "d");
        const accept = () => {
          controller.abort();
          throw new Error("a filter that fails");
        };
        await errorOf(() =>
          directory.list({ limit: 1, order: byName, accept }, new CallClock({ signal: controller.signal })),
        );
        await codeOf(() => directory.openChild("f", new CallClock()));
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
        const error = await errorOf(() => workspace.resolve(at(path), new CallClock()));
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
        expect(readText(workspace, "to-the-new")).toBe("old");
      } else {
        const error = await errorOf(() => workspace.resolve(at("f"), new CallClock()));
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

const LENT = "the other strategy opens the root again for each node";
testWhere(HANDLES, LENT, "a root in use outlives its workspace, and is closed with its last user", async () => {
  const before = countDescriptors();
  const workspace = openWorkspace(makeTree(["file f x"]), { strategy: "handles" });
  const users = [openDirectory(workspace, "."), openDirectory(workspace, ".")];
  workspace.close();
  for (const user of users) {
    const { entries } = await user.list({ limit: 9, order: byName }, new CallClock());
    expect(entries.map(({ name }) => name)).toEqual(["f"]);
    user.close();
    user.close();
  }
  expect(countDescriptors()).toBe(before);
});
