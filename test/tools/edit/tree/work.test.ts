// What `tree` does not do: directories that it does not open, entries that it does not ask about, lists that it cuts short.
// Leaves what it answers to the other tests.

import { realpathSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ListRequest, Strategy } from "../../../../src/disk/types.ts";
import { treeTool } from "../../../../src/tools/edit/tree/tool.ts";
import type { TreeOptions, TreeOutput } from "../../../../src/tools/edit/tree/types.ts";
import { cannotRecordFs, recordFsCalls } from "../../../support/fs_calls.ts";
import { recordDirectory } from "../../../support/recorded_directory.ts";
import { makeScope } from "../../../support/scopes.ts";
import { makeTree } from "../../../support/tree.ts";
import { outline, refusalOf, seeTree } from "../../../support/tree_calls.ts";
import { errorOf, openDirectory, STRATEGIES, withWorkspace } from "../../../support/workspaces.ts";

/** Runs the tool itself on a directory that keeps a log; the gate and its own opening are not in it. */
async function work(
  strategy: Strategy,
  lines: readonly string[],
  options: TreeOptions,
  log: string[],
  onList?: (request: ListRequest) => ListRequest,
): Promise<TreeOutput> {
  return withWorkspace(makeTree(lines), strategy, async (workspace) => {
    const directory = openDirectory(workspace, ".");
    const watched = recordDirectory(directory, log, onList);
    const answer = await treeTool.run(treeTool.parse({ path: ".", ...options }), watched, makeScope("."));
    directory.close();
    return answer.data;
  });
}

const visit = (path: string) => [`open ${path}`, `list ${path}`, `close ${path}`];

describe.each(STRATEGIES)("what tree does in a workspace kept by %s", (strategy) => {
  const at = async (options: TreeOptions, ...lines: string[]) => {
    const log: string[] = [];
    const limits: number[] = [];
    const answer = await work(strategy, lines, options, log, (request) => {
      limits.push(request.limit);
      return request;
    });
    return { log, limits, answer, shown: outline(answer.root) };
  };

  test("each shown directory is opened once, listed once, and closed before its next sibling is opened", async () => {
    const { log } = await at({}, "dir b/y", "dir a/x", "dir c");
    expect(log).toEqual([
      "list .",
      ...["open a", "list a", ...visit("a/x"), "close a"],
      ...["open b", "list b", ...visit("b/y"), "close b"],
      ...visit("c"),
    ]);
  });

  test("TR-20 knows what an entry is from the directory: no file and no link is opened or asked about", async () => {
    const { log, shown } = await at({ entry_kind: "all" }, "file a/f x", "file g x", "symlink l a", "symlink a/m ../g");
    expect(shown).toEqual(["./", "a/", "a/f", "a/m@", "g", "l@"]);
    expect(log).toEqual(["list .", ...visit("a")]);
  });

  test("TR-11 a directory excluded by default is never opened", async () => {
    const names = [".git", "node_modules", "dist", "build", "target", ".vscode", ".DS_Store"];
    const lines = names.flatMap((name) => [`dir ${name}/x`, `dir a/${name}/x`]);
    const { log } = await at({ include_hidden: true }, ...lines);
    expect(log).toEqual(["list .", ...visit("a")]);
  });

  test("TR-08 a directory excluded by a glob is never opened", async () => {
    const { log } = await at(
      { exclude: ["a/gen", "**/tmp*"] },
      "dir a/gen/x",
      "dir gen/x",
      "dir tmp1/x",
      "dir gen/tmp/x",
    );
    expect(log).toEqual(["list .", ...visit("a"), "open gen", "list gen", ...visit("gen/x"), "close gen"]);
  });

  test("TR-10 a hidden directory is never opened", async () => {
    const { log } = await at({}, "dir .cache/x", "dir a/.cache/x");
    expect(log).toEqual(["list .", ...visit("a")]);
  });

  test("TR-02 a directory at max_depth is never opened, and with max_depth 0 nothing is listed", async () => {
    const lines = ["dir a/b/c", "dir d/e"];
    expect((await at({ max_depth: 2 }, ...lines)).log).toEqual(["list .", ...visit("a"), ...visit("d")]);
    expect((await at({ max_depth: 1 }, ...lines)).log).toEqual(["list ."]);
    expect((await at({ max_depth: 0 }, ...lines)).log).toEqual([]);
  });

  test("TR-03 nothing is opened once the limit is reached, not even the last directory shown", async () => {
    const lines = ["dir a/x/deep", "dir a/y", "dir b/z"];
    const logs = [];
    for (const max_entries of [1, 2, 3, 4]) logs.push((await at({ max_entries }, ...lines)).log);
    expect(logs).toEqual([
      [],
      ["list ."],
      ["list .", ...visit("a")],
      ["list .", "open a", "list a", ...visit("a/x"), "close a"],
    ]);
  });

  test("TR-03 a list is asked for no more entries than there may still be nodes", async () => {
    const { limits, shown } = await at(
      { entry_kind: "all", max_entries: 8 },
      "file a/x/f x",
      "file a/g x",
      "dir b",
      "dir c",
    );
    expect(shown).toEqual(["./", "a/", "a/x/", "a/x/f", "a/g", "b/", "c/"]);
    expect(limits).toEqual([7, 6, 5, 2, 1]);
  });

  test.skipIf(cannotRecordFs)("TR-20 the disk is asked for nothing by the name of what is not gone into", async () => {
    const left = ["node_modules", ".hidden", "globbed", "deep", "file", "link", "pipe", ".ssh"];
    const root = makeTree([
      ...["dir node_modules/x", "dir .hidden/x", "dir globbed/x", "dir shown/deep/x", "dir shown/.ssh/x"],
      ...["file shown/file x", "symlink shown/link deep", "fifo shown/pipe", "dir empty"],
    ]);
    const options: TreeOptions = { entry_kind: "all", max_depth: 2, exclude: ["glob*"] };
    const workspaceRoot = realpathSync(root);
    const calls = await recordFsCalls(workspaceRoot, () => seeTree({ workspaceRoot, strategy }, ".", options));
    const named = calls.flatMap(({ args }) => args.slice(0, 1).map(String));
    expect(named.filter((path) => left.some((name) => path.split("/").includes(name)))).toEqual([]);
    const opened = ["shown", "empty"].map((name) => named.filter((path) => path.split("/").at(-1) === name).length > 0);
    expect(opened).toEqual([true, true]);
  });

  test("a default call on a large tree opens no more than the directories it shows", async () => {
    const digits = Array.from({ length: 7 }, (_, digit) => digit);
    const lines = digits.flatMap((a) => digits.flatMap((b) => digits.map((c) => `dir ${a}/${b}/${c}/below`)));
    const { log, answer } = await at({}, ...lines);
    const opened = log.filter((line) => line.startsWith("open "));
    expect([answer.limit_reached, answer.scanned_entries]).toEqual([true, 100]);
    // Of the 99 below the root, 84 lie at the depth limit, and the last is the one that reaches max_entries.
    expect(opened.length).toBe(14);
    expect(log.filter((line) => line.startsWith("stat "))).toEqual([]);
  });
});

describe("the fixed sequence", () => {
  test("TR-12 the filter is compiled once for a call, however many directories are read", async () => {
    const request = treeTool.parse({ path: ".", exclude: ["x", "**/*.log"] });
    const countLooks = (lines: readonly string[]) =>
      withWorkspace(makeTree(lines), STRATEGIES[0] ?? "verify", async (workspace) => {
        let looks = 0;
        const watched = {
          ...request,
          get exclude() {
            looks += 1;
            return request.exclude;
          },
        };
        using directory = openDirectory(workspace, ".");
        await treeTool.run(watched, directory, makeScope("."));
        return looks;
      });
    const looks = await countLooks([]);
    expect(looks).toBeGreaterThan(0);
    expect(await countLooks(["dir a/b/c", "dir a/d", "dir e/f"])).toBe(looks);
  });

  test("TR-20 arguments are checked before the path is looked at, and the root before it is listed", async () => {
    const here = { workspaceRoot: makeTree(["file f x"]) };
    for (const path of ["none", "f", "..", "f/x"]) {
      expect(await refusalOf(here, path, { max_depth: 13 })).toMatchObject({ code: "INVALID_ARGUMENT" });
    }
    const refuse = () => {
      throw new Error("it was used");
    };
    const special = {
      kind: "other",
      location: "pipe",
      names: ["pipe"],
      ownerUid: refuse,
      metadata: refuse,
      close: refuse,
      [Symbol.dispose]: refuse,
    } as const;
    const error = await errorOf(async () => treeTool.run(treeTool.parse({ path: "pipe" }), special, makeScope("pipe")));
    expect([error.code, error.message]).toEqual(["NOT_DIRECTORY", 'path is not a directory: "pipe"']);
  });

  test("TR-20 a directory is listed, filtered, sorted, and only then gone into", async () => {
    const log: string[] = [];
    const note = (step: string) => {
      if (log.at(-1) !== step) log.push(step);
    };
    const watch = (request: ListRequest): ListRequest => ({
      ...request,
      accept: (entry) => {
        note("filter");
        return request.accept?.(entry) ?? true;
      },
      order: (a, b) => {
        note("sort");
        return request.order(a, b);
      },
    });
    await work(STRATEGIES[0] ?? "verify", ["dir a/x", "dir a/y", "dir b"], {}, log, watch);
    expect(log).toEqual([
      ...["list .", "filter", "sort"],
      ...["open a", "list a", "filter", "sort", ...visit("a/x"), ...visit("a/y"), "close a"],
      ...visit("b"),
    ]);
  });
});
