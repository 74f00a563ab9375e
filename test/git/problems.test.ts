// Ignore files that are not obeyed: each is reported with its reason, and none is fatal.
// Leaves files made to waste time to hostile.test.ts.

import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MAX_RULES_BYTES } from "../../src/git/rule_file_reader.ts";
import { FileDiscoveryService } from "../../src/view/discovery_service.ts";
import { isPaired } from "../support/scale.ts";
import { addEntries, makeFifo, makeTree } from "../support/tree.ts";
import { noUnprivilegedChild, runUnprivileged } from "../support/unprivileged.ts";
import { STRATEGIES } from "../support/workspaces.ts";
import { askGit, makeRepository, makeWorld, noGit } from "./git_oracle.ts";
import { NO_USER, REPOSITORY, serve } from "./services.ts";

const problem = (reason: string, file: string | null = ".gitignore", source = "gitignore") => ({
  source,
  file,
  reason,
});

function replace(path: string, make: () => void): void {
  rmSync(path);
  make();
}

describe.each(STRATEGIES)("with the strategy %s", (strategy) => {
  const look = (root: string, paths: readonly string[]) => {
    const service = serve(root, strategy);
    return { shown: service.filterFiles(paths), problems: service.problems() };
  };

  test("a file of exactly 1 MiB is obeyed, one byte more is reported [promise too-many-rules]", () => {
    const root = makeTree([...REPOSITORY]);
    const fill = (size: number) => `a\n${"#".repeat(size - 4)}\nb`;
    writeFileSync(join(root, ".gitignore"), fill(MAX_RULES_BYTES));
    expect(look(root, ["a", "b", "c"])).toEqual({ shown: ["c"], problems: [] });
    writeFileSync(join(root, ".gitignore"), fill(MAX_RULES_BYTES + 1));
    expect(look(root, ["a", "b", "c"])).toEqual({ shown: [], problems: [problem("too_large")] });
  });

  test("a file of a terabyte is reported without being read", () => {
    const root = makeTree([...REPOSITORY, "file .gitignore"]);
    truncateSync(join(root, ".gitignore"), 2 ** 40);
    expect(look(root, ["a", "d/a"])).toEqual({ shown: [], problems: [problem("too_large")] });
  });

  test("a file with a NUL byte is obeyed, as git has it", () => {
    const root = makeTree([...REPOSITORY, "file .gitignore a\n\0\nb", "file d/.gitignore c"]);
    expect(look(root, ["a", "b", "d/c", "e"])).toEqual({ shown: ["e"], problems: [] });
  });

  test("a .gitignore that is a link is not followed, as git has it, and reported", () => {
    const root = makeTree([...REPOSITORY, "file rules a", "symlink .gitignore rules", "symlink d/.gitignore missing"]);
    expect(look(root, ["a", "d/a"])).toEqual({
      shown: ["a", "d/a"],
      problems: [problem("symlink"), problem("symlink", "d/.gitignore")],
    });
  });

  test("a .gitignore that is a folder or a FIFO is reported, and nobody waits", () => {
    const root = makeTree([...REPOSITORY, "dir .gitignore", "dir d"]);
    makeFifo(join(root, "d", ".gitignore"));
    expect(look(root, ["a", "d/a"])).toEqual({
      shown: ["a", "d/a"],
      problems: [problem("not_a_file"), problem("not_a_file", "d/.gitignore")],
    });
  });

  test("a link that leads out of the workspace is never read, whichever file it stands for", () => {
    const root = makeTree([...REPOSITORY]);
    const outside = join(root, "..", "outside");
    mkdirSync(outside);
    makeRepository(outside);
    writeFileSync(join(outside, ".git", "info", "exclude"), "a");
    writeFileSync(join(outside, "rules"), "a");
    symlinkSync("../outside/rules", join(root, ".geminiignore"));
    symlinkSync("../../../outside/rules", join(root, ".git", "info", "exclude"));
    expect(look(root, ["a"])).toEqual({
      shown: ["a"],
      problems: [
        problem("leads_outside", ".git/info/exclude", "info_exclude"),
        problem("leads_outside", ".geminiignore", "geminiignore"),
      ],
    });
    const linked = makeTree(["file .gitignore b"]);
    symlinkSync(join(outside, ".git"), join(linked, ".git"));
    expect(look(linked, ["a", "b"])).toEqual({
      shown: ["a"],
      problems: [problem("leads_outside", ".git", "info_exclude")],
    });
  });

  test("nor is a folder that such a link stands for", () => {
    const root = makeTree([...REPOSITORY.filter((line) => !line.includes("info")), "symlink .git/info ../../outside"]);
    addEntries(join(root, ".."), ["file outside/exclude a"]);
    expect(look(root, ["a"])).toEqual({
      shown: ["a"],
      problems: [problem("leads_outside", ".git/info/exclude", "info_exclude")],
    });
  });

  test.skipIf(!isPaired(0, strategy, STRATEGIES))(
    "of all other ignore files the same is reported: too large, too many rules, a folder, a FIFO",
    () => {
      const changes: readonly (readonly [reason: string, shown: string[], change: (path: string) => void])[] = [
        ["too_large", [], (path) => truncateSync(path, MAX_RULES_BYTES + 1)],
        ["too_many_rules", [], (path) => writeFileSync(path, "*x?\n".repeat(100_000))],
        ["not_a_file", ["a"], (path) => replace(path, () => mkdirSync(path))],
        ["not_a_file", ["a"], (path) => replace(path, () => makeFifo(path))],
      ];
      for (const [reason, shown, change] of changes) {
        const rules = ["file .git/info/exclude a", "file .geminiignore a"];
        const root = makeTree([...REPOSITORY, ...rules]);
        const home = makeTree(["file .config/git/ignore a"]);
        for (const path of [".git/info/exclude", ".geminiignore"]) change(join(root, path));
        change(join(home, ".config/git/ignore"));
        const service = new FileDiscoveryService(root, { environment: { HOME: home }, strategy });
        expect([service.filterFiles(["a"]), service.problems()]).toEqual([
          shown,
          [
            problem(reason, "~/.config/git/ignore", "global"),
            problem(reason, ".git/info/exclude", "info_exclude"),
            problem(reason, ".geminiignore", "geminiignore"),
          ],
        ]);
      }
    },
  );

  test("info/exclude may be a link to a file of the workspace, as git has it", () => {
    const root = makeTree([...REPOSITORY, "file rules a", "symlink .git/info/exclude ../../rules"]);
    expect(look(root, ["a"])).toEqual({ shown: [], problems: [] });
  });

  test("of a file outside that is not the user's own, the name is not told", () => {
    const top = makeTree([...REPOSITORY, "dir .gitignore", "dir .git/info/exclude", "dir ws"]);
    expect(look(join(top, "ws"), ["a"])).toEqual({
      shown: ["a"],
      problems: [problem("not_a_file", null, "info_exclude"), problem("not_a_file", null)],
    });
  });
});

test("the user's own excludes file may be a link, and is reported when it cannot be used", () => {
  const root = makeTree([...REPOSITORY]);
  const home = makeTree(["file rules a", "symlink .config/git/ignore ../../rules"]);
  const service = new FileDiscoveryService(root, { environment: { HOME: home } });
  expect([service.filterFiles(["a"]), service.problems()]).toEqual([[], []]);
  rmSync(join(home, "rules"));
  mkdirSync(join(home, "rules"));
  expect([service.filterFiles(["a"]), service.problems()]).toEqual([
    ["a"],
    [problem("not_a_file", "~/.config/git/ignore", "global")],
  ]);
});

test("an excludes file that lies in the workspace is not read through a link that leads out of it", () => {
  const root = makeTree([...REPOSITORY, "symlink excludes ../outside"]);
  writeFileSync(join(root, "..", "outside"), "a");
  const home = makeTree([`file .gitconfig [core]\nexcludesFile = ${join(root, "excludes")}`]);
  const service = new FileDiscoveryService(root, { environment: { HOME: home } });
  expect([service.filterFiles(["a"]), service.problems()]).toEqual([
    ["a"],
    [problem("leads_outside", "excludes", "global")],
  ]);
});

test("problems are those of the last call, and at most a hundred", async () => {
  const folders = Array.from({ length: 150 }, (_, index) => `dir d${index}/.gitignore`);
  const service = serve(makeTree([...REPOSITORY, ...folders]));
  const paths = folders.map((_, index) => `d${index}/a`);
  expect(service.filterFiles(paths)).toEqual(paths);
  expect(service.problems()).toHaveLength(100);
  expect((await service.explainPath("d7/a")).problems).toEqual([problem("not_a_file", "d7/.gitignore")]);
  expect([service.shouldIgnoreFile("a"), service.problems()]).toEqual([false, []]);
});

test.skipIf(noUnprivilegedChild !== null)("an ignore file that may not be read is reported", () => {
  const root = makeTree([...REPOSITORY, "file .gitignore a", "file d/.gitignore b"]);
  chmodSync(join(root, ".gitignore"), 0);
  const program = `
    const { FileDiscoveryService } = await import(new URL("view/discovery_service.js", build));
    const service = new FileDiscoveryService(args[0], { environment: {} });
    return [service.filterFiles(["a", "d/b"]), service.problems()];`;
  expect(runUnprivileged(program, [root])).toEqual([["a"], [problem("unreadable")]]);
});

test.skipIf(noGit !== null)("git, too, neither follows a linked .gitignore nor stops at a folder of that name", () => {
  const root = makeTree(["file rules a", "symlink .gitignore rules", "dir d/.gitignore", "file e/.gitignore a"]);
  for (const path of ["a", "d/a", "e/a"]) writeFileSync(join(root, path), "");
  makeRepository(root);
  const ignored = askGit(makeWorld(NO_USER.HOME), root, ["a", "d/a", "e/a"]).map((answer) => answer !== null);
  expect(ignored).toEqual([false, false, true]);
  expect(serve(root).filterFiles(["a", "d/a", "e/a"])).toEqual(["a", "d/a"]);
});
