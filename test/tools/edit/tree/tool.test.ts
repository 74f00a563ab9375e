// `tree` as a caller meets it: what is shown and left out, paths, refusals. Leaves the definition and the types to definition.test.ts,
// arguments to arguments.test.ts, excludes to filter.test.ts; cuts, order and what happens on the way to usecase.test.ts.

import { realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { TreeOptions } from "../../../../src/tools/edit/tree/types.ts";
import { makeTree } from "../../../support/tree.ts";
import { outline, refusalOf, seeTree } from "../../../support/tree_calls.ts";
import { noUnprivilegedChild, runUnprivileged } from "../../../support/unprivileged.ts";
import { STRATEGIES } from "../../../support/workspaces.ts";

const PROJECT = ["file README.md x", "file src/app/main.ts x", "file src/index.ts x", "symlink src/self index.ts"];

describe.each(STRATEGIES)("tree in a workspace kept by %s", (strategy) => {
  const at = (...lines: string[]) => ({ workspaceRoot: makeTree(lines), strategy });

  test("TR-01 returns directories alone, or directories, files and symlinks, as a tree", async () => {
    const here = at(...PROJECT);
    expect(await seeTree(here, "src", { entry_kind: "directory" })).toEqual({
      root: {
        name: "src",
        path: "src",
        depth: 0,
        kind: "directory",
        children: [{ name: "app", path: "src/app", depth: 1, kind: "directory", children: [] }],
      },
      limit_reached: false,
      scanned_entries: 2,
      total_dirs: 2,
      total_files: 0,
      total_symlinks: 0,
    });
    expect(await seeTree(here, "src", { entry_kind: "all" })).toEqual({
      root: {
        name: "src",
        path: "src",
        depth: 0,
        kind: "directory",
        children: [
          {
            name: "app",
            path: "src/app",
            depth: 1,
            kind: "directory",
            children: [{ name: "main.ts", path: "src/app/main.ts", depth: 2, kind: "file" }],
          },
          { name: "index.ts", path: "src/index.ts", depth: 1, kind: "file" },
          { name: "self", path: "src/self", depth: 1, kind: "symlink" },
        ],
      },
      limit_reached: false,
      scanned_entries: 5,
      total_dirs: 2,
      total_files: 2,
      total_symlinks: 1,
    });
  });

  test("TR-02 goes three levels down unless told otherwise, and marks what it did not read", async () => {
    const here = at("file a/b/c/d/e x", "file f x");
    const see = async (options: TreeOptions = {}) => outline((await seeTree(here, ".", options)).root);
    expect(await see()).toEqual(["./", "a/", "a/b/", "a/b/c/ …"]);
    expect(await see({ max_depth: 1 })).toEqual(["./", "a/ …"]);
    expect(await see({ max_depth: 4 })).toEqual(["./", "a/", "a/b/", "a/b/c/", "a/b/c/d/ …"]);
    expect(await see({ max_depth: 12 })).toEqual(["./", "a/", "a/b/", "a/b/c/", "a/b/c/d/"]);
  });

  test("TR-03 shows one hundred nodes unless told otherwise, the root among them", async () => {
    const names = Array.from({ length: 150 }, (_, index) => `f${String(index).padStart(3, "0")}`);
    const here = at(...names.map((name) => `file ${name} x`));
    const see = async (options: TreeOptions = {}) => {
      const { root, ...totals } = await seeTree(here, ".", { entry_kind: "all", ...options });
      return [outline(root), totals];
    };
    const expected = (count: number, limit_reached: boolean) => [
      ["./", ...names.slice(0, count)],
      { limit_reached, scanned_entries: count + 1, total_dirs: 1, total_files: count, total_symlinks: 0 },
    ];
    expect(await see()).toEqual(expected(99, true));
    expect(await see({ max_entries: 2 })).toEqual(expected(1, true));
    expect(await see({ max_entries: 1000 })).toEqual(expected(150, false));
  });

  test("TR-04 without entry_kind answers as for directory", async () => {
    const here = at(...PROJECT);
    const plain = await seeTree(here, ".");
    expect(outline(plain.root)).toEqual(["./", "src/", "src/app/"]);
    expect(plain).toEqual(await seeTree(here, ".", { entry_kind: "directory" }));
  });

  test("TR-13 writes the fields of every node and of the answer in one fixed order", async () => {
    const here = at("file a/b/f x", "symlink a/l b");
    const seen = JSON.stringify(await seeTree(here, ".", { entry_kind: "all", max_depth: 2 }));
    expect(seen).toBe(
      '{"root":{"name":".","path":".","depth":0,"kind":"directory","children":[' +
        '{"name":"a","path":"a","depth":1,"kind":"directory","children":[' +
        '{"name":"b","path":"a/b","depth":2,"kind":"directory","truncated":true},' +
        '{"name":"l","path":"a/l","depth":2,"kind":"symlink"}]}]},' +
        '"limit_reached":false,"scanned_entries":4,"total_dirs":3,"total_files":0,"total_symlinks":1}',
    );
  });

  test("TR-14 for directories alone knows no file and no symlink, whatever there is", async () => {
    const { root, ...totals } = await seeTree(at("file a/f x", "file g x", "symlink l a", "symlink a/l g"), ".");
    expect(outline(root)).toEqual(["./", "a/"]);
    expect(totals).toEqual({
      limit_reached: false,
      scanned_entries: 2,
      total_dirs: 2,
      total_files: 0,
      total_symlinks: 0,
    });
  });

  test("TR-06 names every node from the workspace root, however the path was asked for", async () => {
    const here = at("file src/app/main.ts x", "symlink alias src/app");
    const root = realpathSync(here.workspaceRoot);
    const ways = ["src/app", "./src//app/", "src/../src/app", "none/../src/app", join(root, "src/app")];
    for (const path of ways) {
      const seen = await seeTree(here, path, { entry_kind: "all" });
      expect(outline(seen.root)).toEqual(["src/app/", "src/app/main.ts"]);
      expect(seen.root.name).toBe("app");
    }
    const throughLink = await seeTree(here, "alias", { entry_kind: "all" });
    expect(outline(throughLink.root)).toEqual(["alias/", "alias/main.ts"]);
  });

  test("TR-06 takes an absolute path by each name of the workspace, and shows it without", async () => {
    const root = makeTree(["file real/a/f x", "symlink alias real"]);
    const here = { workspaceRoot: join(root, "alias"), strategy };
    for (const path of ["a", join(root, "alias/a"), join(realpathSync(root), "real/a")]) {
      expect(outline((await seeTree(here, path, { entry_kind: "all" })).root)).toEqual(["a/", "a/f"]);
    }
    for (const path of [join(root, "alias"), join(realpathSync(root), "real/")]) {
      expect((await seeTree(here, path, { max_depth: 0 })).root).toMatchObject({ name: ".", path: "." });
    }
  });

  test("TR-10 drops hidden files, directories and symlinks unless they are asked for", async () => {
    const here = at("file .env x", "dir .config/.deep", "symlink .link .env", "file a/.keep x", "file a/b.c x");
    const see = async (include_hidden?: boolean) =>
      outline(
        (await seeTree(here, ".", { entry_kind: "all", ...(include_hidden === undefined ? {} : { include_hidden }) }))
          .root,
      );
    expect(await see()).toEqual(["./", "a/", "a/b.c"]);
    expect(await see(false)).toEqual(["./", "a/", "a/b.c"]);
    const all = ["./", ".config/", ".config/.deep/", "a/", "a/.keep", "a/b.c", ".env", ".link@"];
    expect(await see(true)).toEqual(all);
  });

  test("TR-10 never drops the root of the call", async () => {
    const here = at("file .config/a/f x", "file .config/.b x");
    expect(outline((await seeTree(here, ".config", { entry_kind: "all" })).root)).toEqual([
      ".config/",
      ".config/a/",
      ".config/a/f",
    ]);
  });

  test("TR-17 answers NOT_FOUND for what is not there, and for what a link does not lead to", async () => {
    const here = at("file f x", "dir a", "symlink dangling none", "symlink loop loop", "symlink a/up ../a/up");
    for (const path of ["none", "a/none", "f/x", "dangling", "loop", "a/up"]) {
      const folder = path.startsWith("a/") ? "a" : ".";
      expect(await refusalOf(here, path)).toEqual({
        status: "failure",
        kind: "ExecutionFailed",
        code: "NOT_FOUND",
        message: `${JSON.stringify(path)} does not exist; the nearest existing folder is "${folder}"`,
        path,
      });
    }
  });

  test("TR-17 answers NOT_DIRECTORY for a file, a special file, and a link to either", async () => {
    const here = at("file a/f x", "fifo pipe", "symlink to_file a/f", "symlink to_pipe pipe");
    for (const path of ["a/f", "pipe", "to_file", "to_pipe"]) {
      expect(await refusalOf(here, path)).toEqual({
        status: "failure",
        kind: "ExecutionFailed",
        code: "NOT_DIRECTORY",
        message: `path is not a directory: ${JSON.stringify(path)}`,
        path,
      });
    }
  });

  test.skipIf(noUnprivilegedChild !== null)("TR-17 answers INTERNAL with the reason if the root is unreadable", () => {
    const root = makeTree(["dir locked", "symlink link locked"]);
    const program = `
      const { createToolContext } = await import(new URL("call/context.js", build));
      const { createSecureTool } = await import(new URL("call/secure_tool.js", build));
      const { treeTool } = await import(new URL("tools/edit/tree/tool.js", build));
      const { chmodSync } = await import("node:fs");
      const [workspaceRoot, strategy] = args;
      chmodSync(workspaceRoot + "/locked", 0);
      const tree = createSecureTool(createToolContext({ workspaceRoot, strategy }), treeTool);
      const answers = [await tree("locked"), await tree("link")];
      chmodSync(workspaceRoot + "/locked", 0o755);
      return answers.map(({ status, error }) => [status, error?.code, error?.message, error?.path]);`;
    expect(runUnprivileged(program, [root, strategy])).toEqual([
      ["failure", "INTERNAL", '"locked": permission denied', "locked"],
      ["failure", "INTERNAL", '"link": permission denied', "link"],
    ]);
  });
});
