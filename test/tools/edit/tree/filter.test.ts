// What `tree` leaves out by name, by glob and by kind, and in which order it asks.
// Leaves hidden entries to tool.test.ts.

import { describe, expect, test } from "vitest";
import type { Entry, EntryKind } from "../../../../src/disk/types.ts";
import { compileFilter } from "../../../../src/tools/edit/tree/filter.ts";
import { DeniedPatterns } from "../../../../src/view/denied/patterns.ts";
import { View } from "../../../../src/view/view.ts";
import { readGlob } from "../../../support/globs.ts";
import { makeTree } from "../../../support/tree.ts";
import { outline, seeTree } from "../../../support/tree_calls.ts";
import { STRATEGIES } from "../../../support/workspaces.ts";

describe.each(STRATEGIES)("what tree leaves out of a workspace kept by %s", (strategy) => {
  const at = (...lines: string[]) => ({ workspaceRoot: makeTree(lines), strategy });

  test("TR-08 leaves out what a glob matches by its path from the workspace root, with all below it", async () => {
    const here = at("file src/app/a.log x", "file src/app/a.ts x", "file src/gen/b.ts x", "file app/a.ts x", "dir gen");
    const see = async (exclude: string[], path = ".") =>
      outline((await seeTree(here, path, { entry_kind: "all", exclude })).root);
    expect(await see(["src/app"])).toEqual(["./", "app/", "app/a.ts", "gen/", "src/", "src/gen/", "src/gen/b.ts"]);
    expect(await see(["app"])).toEqual(["./", "gen/", "src/", ...(await see([], "src")).slice(1)]);
    expect(await see(["**/gen", "**/*.log"])).toEqual(["./", "app/", "app/a.ts", "src/", "src/app/", "src/app/a.ts"]);
    expect(await see(["src/**"])).toEqual(["./", "app/", "app/a.ts", "gen/", "src/"]);
    expect(await see(["app/*"], "src/app")).toEqual(["src/app/", "src/app/a.log", "src/app/a.ts"]);
    expect(await see(["src/app/*.log"], "src/app")).toEqual(["src/app/", "src/app/a.ts"]);
    expect(await see(["SRC", "App"])).toEqual(await see([]));
  });

  test("TR-08 matches a glob against the path as it was asked for, links not resolved", async () => {
    const here = at("file real/f x", "symlink link real");
    const see = async (exclude: string[]) =>
      outline((await seeTree(here, "link", { entry_kind: "all", exclude })).root);
    expect(await see(["real/f"])).toEqual(["link/", "link/f"]);
    expect(await see(["link/f"])).toEqual(["link/"]);
  });

  test("TR-08 excludes a symlink like any other entry", async () => {
    const here = at("dir a", "symlink l a");
    expect(outline((await seeTree(here, ".", { entry_kind: "all", exclude: ["l"] })).root)).toEqual(["./", "a/"]);
  });

  test("TR-11 leaves out the default names at every level, and the caller's globs as well", async () => {
    const names = [".git", "node_modules", "dist", "build", "target", ".vscode", ".DS_Store"];
    const lines = names.flatMap((name, index) =>
      index % 2 === 0 ? [`file ${name}/f x`, `file a/${name} x`] : [`file ${name} x`, `file a/${name}/f x`],
    );
    const here = at(...lines, "file a/keep x", "file a/drop x", "file distant x", "dir Build", "symlink c/target a");
    const options = { entry_kind: "all", include_hidden: true } as const;
    const left = ["./", "Build/", "a/", "a/drop", "a/keep", "c/", "distant"];
    expect(outline((await seeTree(here, ".", options)).root)).toEqual(left);
    const fewer = await seeTree(here, ".", { ...options, exclude: ["a/drop"] });
    expect(outline(fewer.root)).toEqual(left.filter((path) => path !== "a/drop"));
  });

  test("TR-11 never leaves out the root of the call, by name or by glob", async () => {
    const here = at("file node_modules/lib/dist/f x", "file node_modules/lib/index.js x");
    const seen = await seeTree(here, "node_modules", { entry_kind: "all", exclude: ["node_modules"] });
    expect(outline(seen.root)).toEqual(["node_modules/", "node_modules/lib/", "node_modules/lib/index.js"]);
  });

  test("TR-01 makes no node of a FIFO, and lets none take a place", async () => {
    const here = at("fifo a", "fifo d/b", "file c x", "symlink l a");
    const seen = await seeTree(here, ".", { entry_kind: "all", max_entries: 5 });
    expect(outline(seen.root)).toEqual(["./", "d/", "c", "l@"]);
    expect([seen.limit_reached, seen.scanned_entries]).toEqual([false, 4]);
  });
});

describe("the order of the rules", () => {
  const options = { entryKind: "directory", maxDepth: 3, maxEntries: 100, includeHidden: false } as const;

  /** What a filter looks at before it has its answer; each look at the name is followed by a rule's verdict. */
  function looksAt(name: string, kind: EntryKind, exclude: readonly string[]): readonly string[] {
    const looks: string[] = [];
    const entry: Entry = {
      raw: name,
      get name() {
        looks.push("name");
        return name;
      },
      get kind() {
        looks.push("kind");
        return kind;
      },
    };
    const rules = compileFilter({ ...options, exclude: exclude.map(readGlob) }, ".");
    const view = View.atStart(rules, { path: ".", denied: new DeniedPatterns({}), ignored: null }, { location: "." });
    const verdict = view.judge(entry);
    return [...looks, verdict === "shown" ? "kept" : "dropped"];
  }

  test("TR-12 asks exclude, then hidden, then kind, and stops at the first that drops", () => {
    expect(looksAt("node_modules", "file", ["a"])).toEqual(["name", "dropped"]);
    expect(looksAt("a", "file", ["a"])).toEqual(["name", "name", "dropped"]);
    expect(looksAt(".b", "file", ["a"])).toEqual(["name", "name", "name", "dropped"]);
    expect(looksAt("b", "file", ["a"])).toEqual(["name", "name", "name", "kind", "dropped"]);
    expect(looksAt("b", "directory", ["a"])).toEqual(["name", "name", "name", "kind", "kept"]);
  });

  test("TR-12 decides before the limit: what is left out takes no place", async () => {
    const lines = ["dir .h", "dir build", "dir x", "file a y", "dir z"];
    const seen = await seeTree({ workspaceRoot: makeTree(lines) }, ".", { max_entries: 3, exclude: ["x"] });
    expect(outline(seen.root)).toEqual(["./", "z/"]);
    expect([seen.limit_reached, seen.scanned_entries]).toEqual([false, 2]);
  });
});
