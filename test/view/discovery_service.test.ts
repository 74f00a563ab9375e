// The service as its callers see it: which paths they may hand in, what comes back, and what is left behind.
// Leaves agreement with git to the oracle, and where rules come from to sources.test.ts.

import { mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FileDiscoveryService } from "../../src/view/discovery_service.ts";
import { NO_USER, REPOSITORY, serve, serveRepository } from "../git/services.ts";
import { cannotRecordFs, recordFsCalls } from "../support/fs_calls.ts";
import { makeTree } from "../support/tree.ts";
import { countDescriptors, STRATEGIES } from "../support/workspaces.ts";

const NOTHING = { ignored: false, from: null };

describe.each(STRATEGIES)("with the strategy %s", (strategy) => {
  const root = makeTree([
    ...REPOSITORY,
    "file .gitignore *.log\ndist/\n!keep.log",
    "file .geminiignore secret*\n*.log",
    "file a.ts",
    "file a.log",
    "file keep.log",
    "file secret.txt",
    "file dist/out.js",
    "file lib/dist",
  ]);
  const service = serve(root, strategy);
  const all = [
    "a.ts",
    "a.log",
    "keep.log",
    "secret.txt",
    "dist",
    "dist/out.js",
    "lib",
    "lib/dist",
    ".git",
    ".gitignore",
  ];

  test("LS-05 filters by git's rules and by those of .geminiignore, and counts each path once", () => {
    expect(service.filterFilesWithReport(all)).toEqual({
      filteredPaths: ["a.ts", "lib", "lib/dist", ".gitignore"],
      gitIgnoredCount: 4,
      geminiIgnoredCount: 2,
    });
    expect(service.filterFiles(all)).toEqual(["a.ts", "lib", "lib/dist", ".gitignore"]);
  });

  test("LS-05 filters the entries of one folder as it filters their paths", async () => {
    const kinds = { dist: "directory", lib: "directory", ".git": "directory" } as const;
    const names = all.filter((path) => !path.includes("/"));
    const entries = names.map((raw) => ({ raw, kind: Object.hasOwn(kinds, raw) ? "directory" : "file" }) as const);
    for (const options of [{}, { respectGitIgnore: false }, { respectGeminiIgnore: false }]) {
      const verdicts = entries.map(await service.openFolder(".", options));
      expect({
        filteredPaths: names.filter((_, index) => verdicts[index] === null),
        gitIgnoredCount: verdicts.filter((verdict) => verdict === "git").length,
        geminiIgnoredCount: verdicts.filter((verdict) => verdict === "gemini").length,
      }).toEqual(service.filterFilesWithReport(names, options));
    }
    const below = { raw: "out.js", kind: "file" } as const;
    expect((await service.openFolder("dist"))(below)).toBe("git");
    const nowhere = serve(join(root, "nowhere"), strategy);
    expect((await nowhere.openFolder("."))(below)).toBeNull();
  });

  test("tells the patterns of .geminiignore as the original does, and keeps nothing open", () => {
    const patternsOf = (...lines: readonly string[]) => serve(makeTree(lines), strategy).getGeminiIgnorePatterns();
    expect(patternsOf("file .geminiignore \ufeff# a\n*.x\r\n\n  /b \\  \n!é\n#c\n  # d\n[\n/")).toEqual([
      "*.x",
      "/b \\",
      "!é",
      "[",
      "/",
    ]);
    expect([patternsOf(), patternsOf("dir .geminiignore")]).toEqual([[], []]);
    expect(patternsOf(`file .geminiignore ${"*a?\n".repeat(200_000)}`)).toEqual(["*"]);
    expect(serve(join(root, "nowhere"), strategy).getGeminiIgnorePatterns()).toEqual([]);
  });

  test("LS-05 respects only what it is told to respect", () => {
    expect(service.filterFilesWithReport(all, { respectGitIgnore: false })).toEqual({
      filteredPaths: ["a.ts", "dist", "dist/out.js", "lib", "lib/dist", ".git", ".gitignore"],
      gitIgnoredCount: 0,
      geminiIgnoredCount: 3,
    });
    expect(service.filterFilesWithReport(all, { respectGeminiIgnore: false })).toEqual({
      filteredPaths: ["a.ts", "keep.log", "secret.txt", "lib", "lib/dist", ".gitignore"],
      gitIgnoredCount: 4,
      geminiIgnoredCount: 0,
    });
    expect(service.filterFiles(all, { respectGitIgnore: false, respectGeminiIgnore: false })).toEqual(all);
  });

  test("LS-05 a rule for directories hides the directory itself, with and without a slash behind its name", () => {
    const asked = ["dist", "dist/", "lib/dist", "lib/dist/"];
    expect(asked.map((path) => service.shouldGitIgnoreFile(path))).toEqual([true, true, false, true]);
  });

  test("answers for one path by each family of rules", () => {
    const ask = (path: string) => [
      service.shouldIgnoreFile(path),
      service.shouldGitIgnoreFile(path),
      service.shouldGeminiIgnoreFile(path),
    ];
    expect(ask("a.ts")).toEqual([false, false, false]);
    expect(ask("keep.log")).toEqual([true, false, true]);
    expect(ask("dist/out.js")).toEqual([true, true, false]);
    expect(service.shouldIgnoreFile("keep.log", { respectGeminiIgnore: false })).toBe(false);
    expect(service.shouldIgnoreFile("dist", { respectGitIgnore: false })).toBe(false);
  });

  test("takes absolute paths inside the root, and paths that go up and come back", () => {
    const asked = [join(root, "a.log"), `${root}//dist/../a.log`, "./lib/../a.log", "lib//../dist/./out.js", root, "."];
    expect(asked.map((path) => service.shouldIgnoreFile(path))).toEqual([true, true, true, true, false, false]);
  });

  test("a path outside its root is never ignored", () => {
    const outside = ["../a.log", "lib/../../ws/a.log", join(root, "..", "a.log"), `${root}x/a.log`, "/a.log", ".."];
    expect(service.filterFilesWithReport(outside)).toEqual({
      filteredPaths: outside,
      gitIgnoredCount: 0,
      geminiIgnoredCount: 0,
    });
  });

  test("holds nothing open between calls", () => {
    const before = countDescriptors();
    service.filterFiles(all);
    expect(countDescriptors()).toBe(before);
  });

  test("a verdict tells the file, the line and the pattern, also of a rule that brings a path back", async () => {
    const from = (line: number, pattern: string) => ({ source: "gitignore", file: ".gitignore", line, pattern });
    expect(await service.explainPath("keep.log")).toEqual({
      git: { ignored: false, from: from(3, "!keep.log") },
      gemini: { ignored: true, from: { source: "geminiignore", file: ".geminiignore", line: 2, pattern: "*.log" } },
      problems: [],
    });
    expect(service.verdict("keep.log", { respectGeminiIgnore: false })).toEqual({
      ignored: false,
      from: from(3, "!keep.log"),
    });
    expect(service.verdict("keep.log").from?.source).toBe("geminiignore");
    expect(service.verdict("a.log")).toEqual({ ignored: true, from: from(1, "*.log") });
    expect(service.verdict("dist/out.js")).toEqual({ ignored: true, from: from(2, "dist/") });
    expect(service.verdict("a.ts")).toEqual(NOTHING);
  });
});

describe("the name .git", () => {
  test("counts as git-ignored at every level, file, folder or link, whatever a rule says", () => {
    const service = serveRepository([
      "file .gitignore !.git\n!*",
      "file a/.git",
      "symlink b/.git a",
      "file .gitx",
      "file c/.GIT",
    ]);
    const verdict = { ignored: true, from: { source: "dot_git", file: null, line: null, pattern: null } };
    for (const path of [".git", ".git/", ".git/HEAD", "a/.git", "b/.git", "missing/.git/x"]) {
      expect(service.verdict(path)).toEqual(verdict);
    }
    expect([".gitx", "c/.GIT", ".gitignore"].map((path) => service.shouldIgnoreFile(path))).toEqual([
      false,
      false,
      false,
    ]);
  });

  test("counts as git-ignored where there is no repository, and in its other spellings where case does not count", () => {
    const bare = serve(makeTree(["file a/.git", "file .gitignore *"]));
    expect(["a/.git", "a"].map((path) => bare.shouldIgnoreFile(path))).toEqual([true, false]);
    const folded = serveRepository(["file .git/config [core]\nignorecase = true", "file a/.GIT"]);
    expect(folded.verdict("a/.GIT").from?.source).toBe("dot_git");
  });
});

describe("what the disk says", () => {
  test("a link to a directory is no directory", () => {
    const service = serveRepository(["file .gitignore a/\nb/", "dir a", "symlink b a", "dir c/a"]);
    expect(["a", "b", "c/a"].map((path) => service.shouldIgnoreFile(path))).toEqual([true, false, true]);
  });

  test("what is not there is no directory, and what something lies in is one", () => {
    const service = serveRepository(["file .gitignore a/"]);
    expect(["a", "a/", "a/b", "x/a/b"].map((path) => service.shouldIgnoreFile(path))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  test("behind a link no ignore file counts, and nothing is looked at", () => {
    const root = makeTree([
      ...REPOSITORY,
      "file .gitignore *.log\nonly/\nlink/named\nlink/",
      "file real/.gitignore *.txt",
      "dir real/only",
      "symlink link real",
    ]);
    mkdirSync(join(root, "..", "outside", "only"), { recursive: true });
    symlinkSync("../outside", join(root, "out"));
    const service = serve(root);
    const asked = [
      "link/a.txt",
      "real/a.txt",
      "link/a.log",
      "link/named",
      "link/only",
      "real/only",
      "out/only",
      "out/a.log",
    ];
    expect(asked.map((path) => service.shouldIgnoreFile(path))).toEqual([
      ...[false, true, true, true, false, true],
      ...[false, true],
    ]);
  });

  test("a root that is an alias, or gone, or no directory, throws nothing", () => {
    const root = makeTree([...REPOSITORY, "file .gitignore *.log", "file a.log"]);
    const alias = join(root, "..", "alias");
    symlinkSync("ws", alias);
    const service = serve(alias);
    const spellings = ["a.log", join(alias, "a.log"), join(realpathSync(root), "a.log")];
    expect(service.filterFiles(spellings)).toEqual([]);
    expect(serve(join(root, "a.log")).filterFiles(["a.log"])).toEqual(["a.log"]);
    rmSync(root, { recursive: true });
    expect([service.filterFiles(["a.log"]), service.verdict("a.log")]).toEqual([["a.log"], NOTHING]);
  });

  test("a relative root is the folder that it named when the service was made", () => {
    const root = makeTree([...REPOSITORY, "file .gitignore *.log"]);
    const before = process.cwd();
    process.chdir(root);
    try {
      const service = new FileDiscoveryService(".", { environment: NO_USER });
      process.chdir("/");
      expect(service.shouldIgnoreFile("a.log")).toBe(true);
    } finally {
      process.chdir(before);
    }
  });
});

test.skipIf(cannotRecordFs || process.platform !== "linux")(
  "a path of many names is walked once, not once for each name",
  async () => {
    const path = (depth: number) => `${"d/".repeat(depth)}f`;
    const root = makeTree([...REPOSITORY, `file ${path(80)} x`]);
    const service = serve(root, "handles");
    const countCalls = async (depth: number) =>
      (await recordFsCalls(root, () => service.shouldIgnoreFile(path(depth)))).length;
    await countCalls(80);
    const [few, many] = [await countCalls(40), await countCalls(80)];
    expect(many).toBeLessThan(2.5 * few);
  },
);

describe(".geminiignore", () => {
  test("LS-05 works without git, at the root only, and brings nothing back that git's rules hide", () => {
    const lines = ["file .geminiignore !a.log\n/b\nc/", "file .gitignore *.log", "file d/.geminiignore *", "dir c"];
    const ask = (service: FileDiscoveryService) =>
      service.filterFilesWithReport(["a.log", "b", "d/b", "c", "c/x", "d/e"]);
    expect(ask(serve(makeTree(lines)))).toEqual({
      filteredPaths: ["a.log", "d/b", "d/e"],
      gitIgnoredCount: 0,
      geminiIgnoredCount: 3,
    });
    expect(ask(serveRepository(lines))).toEqual({
      filteredPaths: ["d/b", "d/e"],
      gitIgnoredCount: 1,
      geminiIgnoredCount: 3,
    });
  });

  test("may be a link to another file of the workspace", () => {
    const service = serve(makeTree(["file rules/ai a\n", "symlink .geminiignore rules/ai"]));
    const from = { source: "geminiignore", file: ".geminiignore", line: 1, pattern: "a" };
    expect([service.verdict("x/a"), service.problems()]).toEqual([{ ignored: true, from }, []]);
  });
});
