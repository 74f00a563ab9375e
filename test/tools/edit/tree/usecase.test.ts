// The walk of `tree`: order, cuts, links, awkward names, what is denied and what cannot be read.
// Leaves to work.test.ts what the walk does not touch, to interrupted.test.ts how it ends before its time.

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { TreeOptions } from "../../../../src/tools/edit/tree/types.ts";
import { makeTree } from "../../../support/tree.ts";
import { addRaw, outline, refusalOf, seeTree } from "../../../support/tree_calls.ts";
import { noUnprivilegedChild, runUnprivileged } from "../../../support/unprivileged.ts";
import { STRATEGIES } from "../../../support/workspaces.ts";

const ALL: TreeOptions = { entry_kind: "all" };

describe.each(STRATEGIES)("the walk in a workspace kept by %s", (strategy) => {
  const at = (...lines: string[]) => ({ workspaceRoot: makeTree(lines), strategy });

  test("TR-05 puts directories before files and files before symlinks, each by name", async () => {
    const here = at("file b x", "file B x", "symlink a b", "symlink Z b", "dir z", "dir y/n", "dir y/M", "file y/a x");
    expect(outline((await seeTree(here, ".", ALL)).root)).toEqual([
      "./",
      ...["y/", "y/M/", "y/n/", "y/a", "z/"],
      ...["B", "b"],
      ...["Z@", "a@"],
    ]);
  });

  test("TR-05 compares names by UTF-16 code unit, not by code point and not by any language", async () => {
    const names = ["\ufb01", "😀", "é", "e\u0301", "z", "a10", "a2", "A", "_", "\ue000", "ä", "o", "10", "9", "ß"];
    const here = at(...names.map((name) => `file ${name} x`));
    expect(outline((await seeTree(here, ".", ALL)).root)).toEqual([
      "./",
      ...["10", "9", "A", "_", "a10", "a2", "e\u0301", "o", "z", "ß", "ä", "é", "😀", "\ue000", "\ufb01"],
    ]);
  });

  test("TR-05 answers the same, whatever the order in which the entries were made", async () => {
    const names = Array.from({ length: 200 }, (_, index) => `n${(index * 37) % 200}`);
    const forwards = await seeTree(at(...names.map((name) => `dir ${name}`)), ".", { max_entries: 150 });
    const backwards = await seeTree(at(...names.reverse().map((name) => `dir ${name}`)), ".", { max_entries: 150 });
    expect(JSON.stringify(forwards)).toBe(JSON.stringify(backwards));
  });

  test("TR-15 with max_depth 0 shows the root alone, as truncated", async () => {
    expect(await seeTree(at("dir a/b"), "a", { max_depth: 0 })).toEqual({
      root: { name: "a", path: "a", depth: 0, kind: "directory", truncated: true },
      limit_reached: false,
      scanned_entries: 1,
      total_dirs: 1,
      total_files: 0,
      total_symlinks: 0,
    });
  });

  test("TR-02 marks every directory at the limit, an empty one too, and nothing else", async () => {
    const here = at("dir a/empty", "dir a/full/x", "file a/f x", "dir b");
    expect((await seeTree(here, ".", { ...ALL, max_depth: 2 })).root).toEqual({
      name: ".",
      path: ".",
      depth: 0,
      kind: "directory",
      children: [
        {
          name: "a",
          path: "a",
          depth: 1,
          kind: "directory",
          children: [
            { name: "empty", path: "a/empty", depth: 2, kind: "directory", truncated: true },
            { name: "full", path: "a/full", depth: 2, kind: "directory", truncated: true },
            { name: "f", path: "a/f", depth: 2, kind: "file" },
          ],
        },
        { name: "b", path: "b", depth: 1, kind: "directory", children: [] },
      ],
    });
  });

  test("TR-02 goes down to the twelfth level", async () => {
    const path = Array.from({ length: 13 }, (_, index) => `d${index + 1}`);
    const { root } = await seeTree(at(`dir ${path.join("/")}`), ".", { max_depth: 12 });
    const lines = outline(root);
    expect([lines.length, lines.at(-1)]).toEqual([13, `${path.slice(0, 12).join("/")}/ …`]);
  });

  test("TR-03 stops at the node that reaches the limit: what comes later in the walk is missing", async () => {
    const here = at("dir a/x", "dir a/y", "file a/f x", "dir b", "file c x");
    const see = async (max_entries: number) => {
      const { root, limit_reached, scanned_entries } = await seeTree(here, ".", { ...ALL, max_entries });
      return [outline(root), limit_reached, scanned_entries];
    };
    const walk = ["./", "a/", "a/x/", "a/y/", "a/f", "b/", "c"];
    expect(await see(1)).toEqual([["./ ?"], true, 1]);
    expect(await see(2)).toEqual([["./", "a/ ?"], true, 2]);
    expect(await see(3)).toEqual([["./", "a/", "a/x/ ?"], true, 3]);
    expect(await see(4)).toEqual([["./", "a/", "a/x/", "a/y/ ?"], true, 4]);
    expect(await see(5)).toEqual([walk.slice(0, 5), true, 5]);
    expect(await see(6)).toEqual([["./", "a/", "a/x/", "a/y/", "a/f", "b/ ?"], true, 6]);
    expect(await see(7)).toEqual([walk, true, 7]);
    expect(await see(8)).toEqual([walk, false, 7]);
  });

  test("TR-03 and TR-02 together: the last node is truncated only if it lies at the depth limit", async () => {
    const here = at("dir a/x");
    const see = async (options: TreeOptions) => outline((await seeTree(here, ".", options)).root);
    expect(await see({ max_entries: 1, max_depth: 0 })).toEqual(["./ …"]);
    expect(await see({ max_entries: 2, max_depth: 1 })).toEqual(["./", "a/ …"]);
    expect(await see({ max_entries: 2, max_depth: 2 })).toEqual(["./", "a/ ?"]);
  });

  test("TR-09 shows a symlink as a node and nothing of what it leads to", async () => {
    const here = at(
      "file a/f x",
      "symlink in a",
      "symlink up ..",
      "symlink loop loop",
      "symlink none gone",
      "symlink a/l ..",
    );
    symlinkSync("/", join(here.workspaceRoot, "root"));
    const seen = await seeTree(here, ".", { ...ALL, max_depth: 12 });
    expect(outline(seen.root)).toEqual(["./", "a/", "a/f", "a/l@", "in@", "loop@", "none@", "root@", "up@"]);
    expect(seen.root.children?.[1]).toEqual({ name: "in", path: "in", depth: 1, kind: "symlink" });
    expect([seen.total_dirs, seen.total_files, seen.total_symlinks]).toEqual([2, 1, 6]);
  });

  test("names keep every character they have", async () => {
    const names = ["with space", "new\nline", 'quo"te', "back\\slash", "*[glob]{a,b}?", "ta\tb", "é", "🎉", " ", "-rf"];
    const here = at();
    const longest = "x".repeat(255);
    for (const name of [...names, longest]) addRaw(here.workspaceRoot, "dir", Buffer.from(name).toString("latin1"));
    addRaw(here.workspaceRoot, "file", `${Buffer.from("new\nline").toString("latin1")}/deep\r\n`);
    const { root } = await seeTree(here, ".", ALL);
    expect(root.children?.map((child) => child.name)).toEqual([...names, longest].sort());
    expect(outline(root)).toContain("new\nline/deep\r\n");
  });

  test.skipIf(process.platform !== "linux")("names that are not UTF-8 are shown with U+FFFD and walked", async () => {
    const here = at("dir plain", "file \ufffd x");
    addRaw(here.workspaceRoot, "dir", "b\xff");
    addRaw(here.workspaceRoot, "dir", "b\xfe");
    addRaw(here.workspaceRoot, "file", "b\xff/of_ff");
    addRaw(here.workspaceRoot, "file", "b\xfe/of_fe\xe9");
    expect(outline((await seeTree(here, ".", ALL)).root)).toEqual([
      "./",
      ...["b\ufffd/", "b\ufffd/of_fe\ufffd", "b\ufffd/", "b\ufffd/of_ff"],
      "plain/",
      "\ufffd",
    ]);
    expect(await refusalOf(here, "b\ufffd")).toMatchObject({ code: "NOT_FOUND" });
  });

  test.skipIf(noUnprivilegedChild !== null)(
    "a directory that cannot be read keeps its node, and the walk goes on",
    () => {
      const root = makeTree(["file a/f x", "file locked/f x", "file unlisted/sub/f x", "file z/f x"]);
      const program = `
      const { createToolContext } = await import(new URL("call/context.js", build));
      const { createSecureTool } = await import(new URL("call/secure_tool.js", build));
      const { treeTool } = await import(new URL("tools/edit/tree/tool.js", build));
      const { chmodSync } = await import("node:fs");
      const [workspaceRoot, strategy] = args;
      chmodSync(workspaceRoot + "/locked", 0);
      chmodSync(workspaceRoot + "/unlisted", 0o311);
      const tree = createSecureTool(createToolContext({ workspaceRoot, strategy }), treeTool);
      const answer = await tree(".", { entry_kind: "all" });
      for (const name of ["locked", "unlisted"]) chmodSync(workspaceRoot + "/" + name, 0o755);
      return answer;`;
      const directory = (name: string, ...children: object[]) => ({
        ...{ name, path: name, depth: 1, kind: "directory" },
        ...(children.length > 0 ? { children } : {}),
      });
      const file = (path: string) => ({ name: "f", path, depth: 2, kind: "file" });
      expect(runUnprivileged(program, [root, strategy])).toEqual({
        status: "success",
        data: {
          root: {
            ...{ name: ".", path: ".", depth: 0, kind: "directory" },
            children: [
              directory("a", file("a/f")),
              directory("locked"),
              directory("unlisted"),
              directory("z", file("z/f")),
            ],
          },
          ...{ limit_reached: false, scanned_entries: 7, total_dirs: 5, total_files: 2, total_symlinks: 0 },
        },
      });
    },
  );
});
