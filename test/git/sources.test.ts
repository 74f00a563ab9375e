// Where rules come from, which of them is stronger, and how much of each is told.
// Leaves patterns to the oracle, git's configuration to settings.test.ts, and files that are not obeyed to problems.test.ts.

import { mkdirSync, realpathSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toEnd } from "../../src/disk/steps.ts";
import type { Folder } from "../../src/disk/types.ts";
import type { IgnoreVerdict } from "../../src/git/ignore_verdict.ts";
import { findRepository } from "../../src/git/repository.ts";
import { RuleFileReader } from "../../src/git/rule_file_reader.ts";
import { FileDiscoveryService } from "../../src/view/discovery_service.ts";
import { addEntries, makeTempFolder, makeTree } from "../support/tree.ts";
import { changeFolder, STRATEGIES, withWorkspace } from "../support/workspaces.ts";
import { askGit, makeRepository, makeWorld, noGit, runGit } from "./git_oracle.ts";
import { REPOSITORY, serve, serveRepository } from "./services.ts";

const NOTHING = { ignored: false, from: null };

/** Entries as in `addEntries`, and `unlink` and `rmdir`. */
function takeSteps(folder: string, steps: readonly string[]): void {
  for (const step of steps) {
    const [verb, name = ""] = step.split(" ");
    if (verb === "unlink") rmSync(join(folder, name));
    else if (verb === "rmdir") rmdirSync(join(folder, name));
    else addEntries(folder, [step]);
  }
}
const told = (ignored: boolean, source: string, file: string | null, line: number, pattern: string | null) =>
  ({ ignored, from: { source, file, line, pattern } }) as IgnoreVerdict;

describe("precedence", () => {
  test("a deeper .gitignore is stronger than a shallower one, that than info/exclude, and that than the user's file", () => {
    const root = makeTree([
      ...REPOSITORY,
      "file .git/info/exclude !a\nb\n!c\n!d",
      "file .gitignore a\n!b\nc",
      "file sub/.gitignore !a\n",
    ]);
    const home = makeTree(["file .config/git/ignore a\nb\nc\nd\ne"]);
    const service = new FileDiscoveryService(root, { environment: { HOME: home } });
    expect(["sub/a", "a", "b", "c", "d", "e"].map((path) => service.verdict(path))).toEqual([
      told(false, "gitignore", "sub/.gitignore", 1, "!a"),
      told(true, "gitignore", ".gitignore", 1, "a"),
      told(false, "gitignore", ".gitignore", 2, "!b"),
      told(true, "gitignore", ".gitignore", 3, "c"),
      told(false, "info_exclude", ".git/info/exclude", 4, "!d"),
      told(true, "global", "~/.config/git/ignore", 5, "e"),
    ]);
  });

  test("within a file the last line that matches decides", () => {
    const service = serveRepository(["file .gitignore *.log\n!a.log\na.log\n!a.l?g\n*.l[o]g\n!b.log"]);
    expect(service.verdict("a.log")).toEqual(told(true, "gitignore", ".gitignore", 5, "*.l[o]g"));
    expect(service.verdict("b.log")).toEqual(told(false, "gitignore", ".gitignore", 6, "!b.log"));
  });

  test("of lines for directories and lines for everything, the last decides too", () => {
    const rules = "a/\n!a\nb\n!b/\n*.d/\n!*.d\n[c]/\n![c]";
    const service = serveRepository([`file .gitignore ${rules}`, "dir a", "dir b", "dir x.d", "dir c"]);
    expect(["a", "b", "x.d", "c"].map((path) => service.verdict(path).from?.line)).toEqual([2, 4, 6, 8]);
    expect(["y/a", "y/b", "y/x.d", "y/c"].map((path) => service.verdict(path).from?.line)).toEqual([2, 3, 6, 8]);
  });

  test("nothing below an ignored directory comes back, and no ignore file in it is asked", () => {
    const service = serveRepository(["file .gitignore /a\n!/a/b", "file a/.gitignore !*\n", "file a/b/c"]);
    expect(["a", "a/b", "a/b/c"].map((path) => service.verdict(path))).toEqual(
      new Array(3).fill(told(true, "gitignore", ".gitignore", 1, "/a")),
    );
    expect(service.problems()).toEqual([]);
  });
});

describe("above the workspace", () => {
  test("ignore files up to the top of the repository count, and only their kind and line are told", () => {
    const top = makeTree([
      ...REPOSITORY,
      "file .git/info/exclude *.tmp",
      "file .gitignore *.log\npackages/a/dist",
      "file packages/.gitignore secret\n!x.log",
      "file packages/a/.gitignore *.o",
    ]);
    writeFileSync(join(top, "..", ".gitignore"), "*");
    const service = serve(join(top, "packages", "a"));
    expect(["b.log", "x.log", "dist", "secret", "a.o", "a.tmp", "a.ts"].map((path) => service.verdict(path))).toEqual([
      told(true, "gitignore", null, 1, null),
      told(false, "gitignore", null, 2, null),
      told(true, "gitignore", null, 2, null),
      told(true, "gitignore", null, 1, null),
      told(true, "gitignore", ".gitignore", 1, "*.o"),
      told(true, "info_exclude", null, 1, null),
      NOTHING,
    ]);
  });

  test("a root in an ignored directory is ignored with all that is in it", () => {
    const top = makeTree([...REPOSITORY, "file .gitignore vendor/", "file vendor/x/.gitignore !*"]);
    const service = serve(join(top, "vendor", "x"));
    expect([service.verdict("a"), service.verdict(".")]).toEqual(
      new Array(2).fill(told(true, "gitignore", null, 1, null)),
    );
  });

  test("the nearest repository is the one that counts", () => {
    const top = makeTree([...REPOSITORY, "file .gitignore *", "file inner/.gitignore *.log"]);
    makeRepository(join(top, "inner"));
    expect(serve(join(top, "inner")).filterFiles(["a.log", "b"])).toEqual(["b"]);
    expect(serve(top).filterFiles(["inner/b", "inner"])).toEqual([]);
  });

  test("a repository on another file system does not count, as git has it", () => {
    const top = makeTree([...REPOSITORY, "dir inner/root"]);
    withWorkspace(join(top, "inner", "root"), STRATEGIES[0] ?? "verify", (workspace) => {
      // Mounting something takes more rights than tests have.
      const mountedAt = (mount: string, folder: Folder): Folder =>
        changeFolder(folder, {
          device: folder.rootNames[0]?.startsWith(mount) ? 1n : 2n,
          aboveUnchecked: () => {
            const above = folder.aboveUnchecked();
            return above && mountedAt(mount, above);
          },
        });
      const real = realpathSync(top);
      const find = (mount: string) => toEnd(findRepository(new RuleFileReader(mountedAt(mount, workspace.inner))));
      expect(find(real)?.top.rootNames).toEqual([real]);
      expect(find(join(real, "inner"))).toBeNull();
    });
  });

  test("a folder named .git that is no repository is passed over, but counts where nothing else is found", () => {
    const top = makeTree([...REPOSITORY, "file .gitignore *.log", "dir inner/.git", "file inner/.gitignore *.txt"]);
    expect(serve(join(top, "inner")).filterFiles(["a.log", "a.txt", "b"])).toEqual(["b"]);
    const lone = makeTree(["dir .git", "file .gitignore *.txt"]);
    expect(serve(lone).filterFiles(["a.log", "a.txt"])).toEqual(["a.log"]);
  });

  test("its info/exclude counts only where nothing else is found, too", () => {
    const exclude = "file .git/info/exclude *.bak";
    const lone = makeTree([exclude, "file .gitignore *.txt"]);
    expect(serve(lone).filterFiles(["a.bak", "a.txt", "b"])).toEqual(["b"]);
    expect(serve(lone).verdict("a.bak")).toEqual({
      ignored: true,
      from: { source: "info_exclude", file: ".git/info/exclude", line: 1, pattern: "*.bak" },
    });
    const top = makeTree([...REPOSITORY, "file inner/.git/info/exclude *.bak"]);
    expect(serve(join(top, "inner")).filterFiles(["a.bak"])).toEqual(["a.bak"]);
    expect(serve(makeTree(["file .git gitdir:\\ nowhere", "file nowhere/info/exclude a"])).filterFiles(["a"])).toEqual([
      "a",
    ]);
  });

  const HEADS = [
    ...["ref: refs/heads/main", "ref:refs/heads/main\n", "ref: \t\n refs/x", "0".repeat(40), "aF".repeat(32)],
    ...["", "garbage", "ref: heads/main", "REF: refs/heads/main", "0".repeat(39), "ref: "],
  ];
  const PARTS: readonly (readonly [what: string, change: readonly string[]])[] = [
    ["HEAD as a link", ["unlink HEAD", "symlink HEAD refs/heads/main"]],
    ["no HEAD", ["unlink HEAD"]],
    ["objects as a file", ["rmdir objects", "file objects"]],
    ["refs as a file", ["rmdir refs", "file refs"]],
    ["refs as a link to a folder", ["rmdir refs", "dir other", "symlink refs other"]],
    ["refs as a link to nothing", ["rmdir refs", "symlink refs nothing"]],
    ["objects as a link out", ["rmdir objects", "symlink objects ../../.."]],
  ];
  const withinTop = (change: (gitFolder: string) => void) => {
    const top = makeTree(["file .gitignore *.log", "file inner/.gitignore *.txt"]);
    for (const folder of [top, join(top, "inner")]) makeRepository(folder);
    change(join(top, "inner", ".git"));
    return join(top, "inner");
  };

  test.skipIf(noGit !== null)("what makes a folder named .git a repository is what git says", () => {
    const world = makeWorld(makeTempFolder());
    const names = ["a.log", "a.txt"];
    const changes = [
      ...HEADS.map((head) => [head, (folder: string) => writeFileSync(join(folder, "HEAD"), head)] as const),
      ...PARTS.map(([what, steps]) => [what, (folder: string) => takeSteps(folder, steps)] as const),
    ];
    const seen = changes.map(([what, change]) => {
      const root = withinTop(change);
      const ours = names.map((name) => serve(root).shouldIgnoreFile(name));
      return { what, git: askGit(world, root, names).map((answer) => answer !== null), ours };
    });
    expect(seen.map(({ what, ours }) => [what, ours])).toEqual(seen.map(({ what, git }) => [what, git]));
    expect(new Set(seen.map(({ git }) => git.join(" ")))).toEqual(new Set(["false true", "true true"]));
  });
});

describe(".git as a file", () => {
  const layout = (gitFile: string, lines: readonly string[] = []) => {
    const root = makeTree([`file .git ${gitFile}`, ...lines]);
    mkdirSync(join(root, "..", "repo"));
    makeRepository(join(root, "..", "repo"));
    addEntries(join(root, "..", "repo"), ["file .git/info/exclude *.tmp", "file .gitignore *"]);
    return serve(root);
  };
  const LEADS_OUTSIDE = [{ source: "info_exclude", file: ".git", reason: "leads_outside" }];

  test("that names a folder outside is not obeyed, and told in the same words whether or not there is one [promise foreign-rules]", () => {
    for (const gitFile of ["gitdir: ../repo/.git", "gitdir: ../repo/.git\r\n\n", "gitdir: ../none/.git", "gitdir: /"]) {
      const service = layout(gitFile, ["file .gitignore *.log"]);
      expect([gitFile, service.filterFiles(["a.tmp", "a.log"])]).toEqual([gitFile, ["a.tmp"]]);
      expect(service.problems()).toEqual(LEADS_OUTSIDE);
    }
  });

  test("that names nothing still makes .gitignore files count", () => {
    for (const gitFile of ["gitdir: nowhere", "gitdir:../repo/.git", "gitdir: ", "", "gitdir: ."]) {
      const service = layout(gitFile, ["file .gitignore *.log"]);
      expect([gitFile, service.filterFiles(["a.log", "a.tmp"])]).toEqual([gitFile, ["a.tmp"]]);
    }
  });

  test("that names nothing hides the repository above it, since git looks no further", () => {
    const inner = ["file inner/.git gitdir: nowhere", "file inner/.gitignore *.txt"];
    const top = makeTree([...REPOSITORY, "file .gitignore *.log", ...inner]);
    expect(serve(join(top, "inner")).filterFiles(["a.log", "a.txt"])).toEqual(["a.log"]);
  });

  test("may name a folder of the workspace, whose patterns are then told", () => {
    const root = makeTree(["file .git gitdir: inside/.git"]);
    mkdirSync(join(root, "inside"));
    makeRepository(join(root, "inside"));
    writeFileSync(join(root, "inside", ".git", "info", "exclude"), "*.tmp");
    expect(serve(root).verdict("a.tmp")).toEqual(told(true, "info_exclude", "inside/.git/info/exclude", 1, "*.tmp"));
  });

  test.skipIf(noGit !== null)("in working trees and submodules that git made, rules are those that git follows", () => {
    const base = makeTempFolder();
    const world = makeWorld(join(base, "home"));
    const [main, tree, inner] = [join(base, "main"), join(base, "tree"), join(base, "inner")];
    for (const path of [world.home, main, inner]) mkdirSync(path);
    for (const path of [main, inner]) {
      runGit(world, path, ["init", "-q"]);
      writeFileSync(join(path, ".gitignore"), "*.log\n");
      runGit(world, path, ["add", "."]);
      runGit(world, path, ["commit", "-q", "-m", "a"]);
    }
    runGit(world, main, ["worktree", "add", "-q", tree]);
    runGit(world, main, ["submodule", "--quiet", "add", inner, "sub"]);
    writeFileSync(join(main, ".git", "info", "exclude"), "*.main\n");
    writeFileSync(join(main, ".git", "modules", "sub", "info", "exclude"), "*.sub\n");
    for (const root of [main, tree, join(main, "sub")]) {
      const names = ["a.log", "a.main", "a.sub", "a"];
      for (const name of names) writeFileSync(join(root, name), "");
      const service = new FileDiscoveryService(root, { environment: world.environment });
      const ignored = askGit(world, root, names).map((answer) => answer !== null);
      expect([root, names.map((name) => service.shouldIgnoreFile(name))]).toEqual([root, ignored]);
      expect(ignored.filter(Boolean)).toHaveLength(2);
    }
  });
});
