// The rules on the way down: what a walk is told, and what that costs. Leaves agreement with git to the oracle.

import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CallClock } from "../../src/disk/call_clock.ts";
import { inOneStep, inSlices, toEnd } from "../../src/disk/steps.ts";
import type { SealedDirectory } from "../../src/disk/types.ts";
import { FolderRules, type FolderRulesLoader, type LoadedRules } from "../../src/git/folder_rules.ts";
import { compileIgnoreFile } from "../../src/git/ignore_file.ts";
import type { IgnoreWalk } from "../../src/git/ignore_walk.ts";
import type { FileDiscoveryService, FilterFilesOptions } from "../../src/view/discovery_service.ts";
import { makeTree } from "../support/tree.ts";
import { byName, countDescriptors, openDirectory, STRATEGIES, withWorkspace } from "../support/workspaces.ts";
import { REPOSITORY, serve } from "./services.ts";

/** As a tool would do it: entries are refused while the directory is listed. */
async function walkTree(directory: SealedDirectory, walk: IgnoreWalk): Promise<string[]> {
  const accept = (entry: { raw: string; kind: string }) => !walk.isIgnored(entry.raw, entry.kind === "directory");
  const { entries } = await directory.list({ limit: 1000, order: byName, accept }, new CallClock());
  const found: string[] = [];
  for (const entry of entries) {
    found.push(directory.location === "." ? entry.name : `${directory.location}/${entry.name}`);
    if (entry.kind !== "directory") continue;
    const child = await directory.openChild(entry.raw, new CallClock());
    found.push(...(await walkTree(child, await inSlices(walk.enter(entry.raw, child.inner), new CallClock()))));
    child.close();
  }
  return found;
}

describe.each(STRATEGIES)("with the strategy %s", (strategy) => {
  const root = makeTree([
    ...REPOSITORY,
    "file .gitignore *.log\n/dist",
    "file .geminiignore private/",
    "file a/.gitignore !keep.log\n/b/*.txt\nlink/",
    "file a/keep.log",
    "file a/x.log",
    "file a/b/c.txt",
    "file a/b/d/c.txt",
    "symlink a/link b",
    "file dist/x",
    "file private/x",
  ]);
  const walkFrom = (
    location: string,
    options?: FilterFilesOptions,
    service: FileDiscoveryService = serve(root, strategy),
  ) =>
    withWorkspace(root, strategy, async (workspace) => {
      const directory = openDirectory(workspace, location);
      try {
        return await walkTree(directory, await service.openWalk(workspace, directory.names, options));
      } finally {
        directory.close();
      }
    });

  test("finds what is not ignored", async () => {
    const inA = ["a/.gitignore", "a/b", "a/b/d", "a/b/d/c.txt", "a/keep.log", "a/link"];
    expect(await walkFrom(".")).toEqual([".geminiignore", ".gitignore", "a", ...inA]);
    expect(await walkFrom(".", { respectGeminiIgnore: false })).toEqual([
      ...[".geminiignore", ".gitignore", "a", ...inA],
      ...["private", "private/x"],
    ]);
    expect(await walkFrom("a/b")).toEqual(["a/b/d", "a/b/d/c.txt"]);
  });

  test("in a directory that is ignored finds nothing, and says so of the directory", async () => {
    expect(await walkFrom("dist")).toEqual([]);
    const service = serve(root, strategy);
    const own = (location: string) =>
      withWorkspace(root, strategy, async (workspace) => {
        const names = location === "." ? [] : location.split("/");
        return (await service.openWalk(workspace, names)).own;
      });
    const from = { source: "gitignore", file: ".gitignore", line: 2, pattern: "/dist" };
    expect([await own("dist"), await own("a"), await own(".")]).toEqual([
      { ignored: true, from },
      { ignored: false, from: null },
      { ignored: false, from: null },
    ]);
    expect((await own("private")).from?.source).toBe("geminiignore");
  });

  test("names the rule for an entry", async () => {
    await withWorkspace(root, strategy, async (workspace) => {
      const service = serve(root, strategy);
      const walk = await service.openWalk(workspace, ["a"]);
      const from = (line: number, pattern: string) => ({ source: "gitignore", file: "a/.gitignore", line, pattern });
      expect(walk.verdict("keep.log", false)).toEqual({ ignored: false, from: from(1, "!keep.log") });
      expect((await service.openWalk(workspace, ["a", "b"])).verdict("c.txt", false)).toEqual({
        ignored: true,
        from: from(2, "/b/*.txt"),
      });
      expect(walk.verdict("link", true)).toEqual({ ignored: true, from: from(3, "link/") });
      expect(walk.verdict("link", false)).toEqual({ ignored: false, from: null });
    });
  });

  test("leaves nothing open", async () => {
    const before = countDescriptors();
    await walkFrom(".");
    expect(countDescriptors()).toBe(before);
  });
});

test.skipIf(process.platform !== "linux")("reads ignore files in folders whose names are not UTF-8", async () => {
  const root = makeTree([...REPOSITORY]);
  const folder = `${Buffer.from(root).toString("latin1")}/caf\xe9`;
  mkdirSync(Buffer.from(folder, "latin1"));
  writeFileSync(Buffer.from(`${folder}/.gitignore`, "latin1"), "*.log");
  for (const strategy of STRATEGIES) {
    await withWorkspace(root, strategy, async (workspace) => {
      const walk = await serve(root, strategy).openWalk(workspace, ["caf\xe9"]);
      expect(walk.verdict("a.log", false)).toEqual({
        ignored: true,
        from: { source: "gitignore", file: "caf\ufffd/.gitignore", line: 1, pattern: "*.log" },
      });
    });
  }
});

describe("the cost", () => {
  const toFile = (rules: string): LoadedRules => {
    const set = toEnd(compileIgnoreFile(Buffer.from(rules), false));
    if (set === null) throw new Error("no rules");
    return { set, source: "gitignore", file: null, isShown: true, verdicts: [] };
  };
  const OPTIONS = { ignoreCase: false, hidesDotGit: true };

  /** Folders with rules, by their path; writes down each look for one. */
  const folder = (path: string, rules: Readonly<Record<string, string>>, looks: string[]): FolderRulesLoader => {
    return (room) => {
      looks.push(path);
      const content = rules[path];
      return inOneStep(() => (content === undefined || content.length > room ? null : toFile(content)));
    };
  };

  test("is one look per folder that is entered, none below an ignored one, none for an entry", () => {
    const looks: string[] = [];
    const at = (path: string) => folder(path, { "": "ignored/\n*.log" }, looks);
    const top = toEnd(FolderRules.open(OPTIONS, []).load(at("")));
    for (let index = 0; index < 100; index++) top.judge(`${index}.log`, false);
    toEnd(
      toEnd(top.enter("a").load(at("a")))
        .enter("b")
        .load(at("a/b")),
    );
    toEnd(
      toEnd(top.enter("ignored").load(at("ignored")))
        .enter("x")
        .load(at("ignored/x")),
    );
    top.enterLink("link");
    expect(looks).toEqual(["", "a", "a/b"]);
  });

  test("is bounded: an ignore file is told how much room is left", () => {
    const rooms: number[] = [];
    // One rule weighs as much as its two bytes and 16 more.
    const weighing = (weight: number) => toFile(`a\n${"#".repeat(weight - 18)}`);
    const large: FolderRulesLoader = (room) => {
      rooms.push(room);
      return inOneStep(() => weighing(1_500_000));
    };
    let rules = toEnd(FolderRules.open(OPTIONS, [weighing(194_304)]).load(large));
    for (let depth = 0; depth < 2; depth++) rules = toEnd(rules.enter("x").load(large));
    expect(rooms).toEqual([4_000_000, 2_500_000, 1_000_000]);
  });

  test("is bounded on the disk as well; where the bound is passed, everything is ignored, and that is reported", () => {
    const large = `*.log\n${"#".repeat(1_000_000)}`;
    const paths = ["a", "b", "c", "d", "e"].map((_, depth) => "x/".repeat(depth));
    const root = makeTree([...REPOSITORY, ...paths.map((path) => `file ${path}.gitignore ${large}`)]);
    const service = serve(root);
    expect(["x/x/x/a", "x/x/x/a.log", "x/x/x/x"].map((path) => service.shouldIgnoreFile(path))).toEqual([
      false,
      true,
      false,
    ]);
    expect(service.verdict("x/x/x/x/a")).toEqual({
      ignored: true,
      from: { source: "gitignore", file: "x/x/x/x/.gitignore", line: null, pattern: null, problem: "too_many_rules" },
    });
    expect(service.problems()).toEqual([{ source: "gitignore", file: "x/x/x/x/.gitignore", reason: "too_many_rules" }]);
  });
});
