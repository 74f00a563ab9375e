// Whose rules are obeyed: those of a repository that git itself made for this folder, and of no other that a `.git` in it may name; and
// never those of a file that is denied. What answers tell about the others is in hardening/outside_oracles.test.ts. dist/ must be built.

import { spawnSync } from "node:child_process";
import { chownSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Strategy } from "../../src/disk/types.ts";
import * as library from "../../src/lib.ts";
import { type Answers, ASKS, askToolkits, closeToolkits, collectAnswers, openToolkits } from "../support/answers.mjs";
import { type Ended, runEach, runProgram } from "../support/child_program.ts";
import { firstOf, isPaired, isThorough, paired } from "../support/scale.ts";
import { addEntries, makeFifo, makeTempFolder, makeTree } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";
import { makeGitFolder, makeRepository, makeWorld, noGit, runGit } from "./git_oracle.ts";

const ASK = "return await answers.collectAnswers(library, args[0]);";
const LISTS = ["tree .", "list .", "gemini .", "LSTool ."];

/** Which of the lists leave out `kept`, and whether the rules do. */
function hiding(answers: Answers): string[] {
  const lists = LISTS.filter((label) => label in answers && !JSON.stringify(answers[label]).includes("kept"));
  const isRule = Object(answers["rules kept"]).git?.ignored === true;
  return isRule ? [...lists, "rules"] : lists;
}

const EVERYTHING = [...LISTS, "rules"];
const toQuestion = (root: string, strategy: Strategy) => ({ root, paths: [".", "kept"], strategy });
/** A short run asks only what `hiding` looks at. */
const HIDING_ASKS = isThorough ? ASKS : ["tree", "list", "gemini", "LSTool", "rules"];
const ask = (root: string, strategy: Strategy) =>
  collectAnswers(library, { ...toQuestion(root, strategy), asks: HIDING_ASKS });

/** A working tree as git lays it out; `change` makes something of it that git does not. Its exclude file hides `kept`. */
function layOut(change: (root: string, gitFolder: string) => void): string {
  const root = realpathSync(makeTree(["file kept x"]));
  const main = join(dirname(root), "main");
  makeRepository(main);
  writeFileSync(join(main, ".git/info/exclude"), "kept");
  const gitFolder = join(main, ".git/worktrees/ws");
  const files = ["file HEAD ref: refs/heads/ws", "file commondir ../..", `file gitdir ${join(root, ".git")}\n`];
  addEntries(gitFolder, files);
  writeFileSync(join(root, ".git"), `gitdir: ${gitFolder}\n`);
  change(root, gitFolder);
  return root;
}

const pointTo = (root: string, folder: string) => writeFileSync(join(root, ".git"), `gitdir: ${folder}\n`);

const STRANGERS: Record<string, (root: string, gitFolder: string) => void> = {
  "another repository": (root) => pointTo(root, "../main/.git"),
  "the folder of another working tree": (_root, folder) => writeFileSync(join(folder, "gitdir"), "/elsewhere/.git\n"),
  "its folder by a path through a link": (root) => {
    symlinkSync("main", join(root, "../alias"));
    pointTo(root, join(dirname(root), "alias/.git/worktrees/ws"));
  },
  "a link of its own": (root, folder) => {
    symlinkSync(folder, join(root, "link"));
    pointTo(root, "link");
  },
  "a submodule's folder of another repository": (root) => {
    const folder = join(root, "../main/.git/modules/sub");
    makeGitFolder(folder, "[core]\n\tworktree = ../../../sub\n");
    writeFileSync(join(folder, "info/exclude"), "kept");
    pointTo(root, folder);
  },
  "a folder of its own that shares with another repository": (root) => {
    addEntries(root, ["file g/HEAD ref: refs/heads/main", "file g/commondir ../../main/.git", "file g/gitdir ../.git"]);
    pointTo(root, "g");
  },
  "a folder that points nowhere": (_root, folder) => writeFileSync(join(folder, "gitdir"), ""),
  "a folder that points to the parent": (root, folder) => writeFileSync(join(folder, "gitdir"), `${dirname(root)}\n`),
  "a link to its folder": (root, folder) => {
    symlinkSync(folder, join(root, "../link"));
    pointTo(root, "../link");
  },
};

const FIFOS = ["info/exclude", "worktrees/ws/gitdir", "HEAD", "worktrees/ws/commondir", "worktrees/ws/HEAD"];
const FIFO_CASES = paired(FIFOS, STRATEGIES).map(([name, strategy]) => ({ name, strategy }));
/** One child for all of them. A short run asks about the folder alone. */
let askedFifos: Promise<Ended>[] | undefined;
const askFifos = () => {
  askedFifos ??= runEach(
    [],
    ASK,
    FIFO_CASES.map(({ name, strategy }) => {
      const root = layOut((_root, folder) => {
        const path = join(folder, "../..", name);
        rmSync(path, { force: true });
        makeFifo(path);
      });
      return [{ ...toQuestion(root, strategy), paths: firstOf(1, [".", "kept"]) }];
    }),
  );
  return askedFifos;
};

describe.each(STRATEGIES)("in a workspace kept by %s, a .git file", (strategy) => {
  test("names a working tree's folder that points back: its info/exclude is obeyed", async () => {
    expect(
      hiding(
        await ask(
          layOut(() => {}),
          strategy,
        ),
      ),
    ).toEqual(EVERYTHING);
  });

  for (const [[what, change], its] of paired(Object.entries(STRANGERS), STRATEGIES)) {
    if (its !== strategy) continue;
    test(`names ${what}: its info/exclude is not obeyed [promise foreign-rules]`, async () => {
      expect(hiding(await ask(layOut(change), strategy))).toEqual([]);
    });
  }

  const isRoot = process.getuid?.() === 0;
  test.skipIf(!isRoot)(
    "names a folder of another user: its info/exclude is not obeyed [promise foreign-rules]",
    async () => {
      const root = layOut((_root, folder) => {
        for (const path of [folder, join(folder, "gitdir"), join(folder, "HEAD")]) chownSync(path, 65534, 65534);
      });
      expect(hiding(await ask(root, strategy))).toEqual([]);
    },
  );

  for (const [at, { name, strategy: its }] of FIFO_CASES.entries()) {
    if (its !== strategy) continue;
    test(`names a folder with a FIFO at ${name}: nobody waits for it`, async () => {
      expect(await askFifos()[at]).toEqual({ returned: expect.anything() });
    });
  }
});

const trace = join(makeTempFolder(), "trace");
const STRACE = ["strace", "--seccomp-bpf", "-f", "-o", trace, "-e", "trace=%file"];
const cannotTrace =
  process.platform !== "linux" || spawnSync(STRACE[0] ?? "", [...STRACE.slice(1), "true"]).status !== 0;
if (cannotTrace) console.warn("tests of what is opened are skipped: strace is not here, or may not trace");

describe.skipIf(cannotTrace)("seen from the kernel, the exclude file", () => {
  // One child for all of them. Before each question it looks for a file that is not there, which divides the trace.
  const DIVIDER = "/the-next-question";
  const ASK_ALL = `
    const { existsSync } = await import("node:fs");
    for (const question of args) {
      existsSync(${JSON.stringify(DIVIDER)});
      await answers.collectAnswers(library, question);
    }
    return true;`;

  /** What is at `.git`, each with one of the strategies, and nothing strange with both. */
  const CASES = STRATEGIES.flatMap((strategy) => {
    const strangers = paired(Object.entries(STRANGERS), STRATEGIES).filter(([, its]) => its === strategy);
    const changes = { "nothing strange": () => {}, ...Object.fromEntries(strangers.map(([stranger]) => stranger)) };
    const layouts = Object.entries(changes);
    return layouts.map(([what, change], at) => {
      // Tracing is slow: a short run asks about the folder alone, for its rules and, in turn, in the other ways.
      const asks = ASKS.filter((ask, nth) => isPaired(nth, at, [...layouts.keys()]) || ask === "rules");
      return { strategy, what, change, asks };
    });
  });

  /** For each case, whether it was looked at. */
  async function traceAll(): Promise<readonly boolean[]> {
    const paths = firstOf(1, [".", "kept"]);
    const questions = CASES.map(({ strategy, change, asks }) => {
      return { ...toQuestion(layOut(change), strategy), paths, asks };
    });
    expect(await runProgram(STRACE, ASK_ALL, questions)).toEqual({ returned: true });
    const [, ...parts] = readFileSync(trace, "latin1").split(`${DIVIDER}"`);
    return parts.map((part) => part.includes('exclude"'));
  }
  let traced: ReturnType<typeof traceAll> | undefined;

  test.each(STRATEGIES)("of a stranger's repository is not even looked at: %s", async (strategy) => {
    traced ??= traceAll();
    const lookedAt = await traced;
    const cases = CASES.map(({ what, strategy: its }, at) => ({ what, its, seen: lookedAt[at] }));
    const own = cases.filter(({ its }) => its === strategy);
    expect(own.map(({ what, seen }) => [what, seen])).toEqual(
      own.map(({ what }) => [what, what === "nothing strange"]),
    );
  });
});

describe.skipIf(noGit !== null)("where git made the layout, its info/exclude is obeyed", () => {
  function makeByGit(): Record<string, string> {
    const base = realpathSync(makeTempFolder());
    const world = makeWorld(join(base, "home"));
    const [main, inner] = [join(base, "main"), join(base, "inner")];
    for (const folder of [main, inner]) {
      addEntries(folder, ["file kept x", "file below/kept x"]);
      runGit(world, folder, ["init", "-q"]);
      runGit(world, folder, ["add", "."]);
      runGit(world, folder, ["commit", "-q", "-m", "a"]);
    }
    runGit(world, main, ["worktree", "add", "-q", join(base, "tree")]);
    runGit(world, main, ["submodule", "--quiet", "add", inner, "sub"]);
    writeFileSync(join(main, ".git/info/exclude"), "kept\n");
    writeFileSync(join(main, ".git/modules/sub/info/exclude"), "kept\n");
    return {
      "a repository": main,
      "a working tree": join(base, "tree"),
      "a folder of a working tree": join(base, "tree/below"),
      "a submodule": join(main, "sub"),
      "a folder of a submodule": join(main, "sub/below"),
    };
  }

  let made: ReturnType<typeof makeByGit> | undefined;

  test.each(STRATEGIES)("%s", async (strategy) => {
    made ??= makeByGit();
    for (const [what, root] of Object.entries(made)) {
      expect([what, hiding(await ask(root, strategy))]).toEqual([what, EVERYTHING]);
    }
  });
});

describe.each(STRATEGIES)("in a workspace kept by %s, a denied file", (strategy) => {
  const REPOSITORY = [
    "file .git/HEAD ref: refs/heads/main",
    "dir .git/objects",
    "dir .git/refs",
    "file .git/info/exclude",
  ];
  const WITHOUT_EXCLUDE = REPOSITORY.slice(0, 3);
  // By default `.netrc` is denied. `denied` are others.
  const LAYOUTS: Record<string, { denied: readonly string[]; rules: string; entries: readonly string[] }> = {
    ".gitignore of a folder": { denied: ["sub/.gitignore"], rules: "sub/.gitignore", entries: REPOSITORY },
    ".netrc, to which .geminiignore leads": {
      denied: [],
      rules: ".netrc",
      entries: [...REPOSITORY, "symlink .geminiignore .netrc"],
    },
    ".geminiignore": { denied: [".geminiignore"], rules: ".geminiignore", entries: REPOSITORY },
    ".git with all that is in it": { denied: [".git/**"], rules: ".git/info/exclude", entries: WITHOUT_EXCLUDE },
    ".netrc, to which info/exclude leads": {
      denied: [],
      rules: ".netrc",
      entries: [...WITHOUT_EXCLUDE, "symlink .git/info/exclude ../../.netrc"],
    },
    "every .gitignore": { denied: ["**/.gitignore"], rules: ".gitignore", entries: REPOSITORY },
    "what .geminiignore leads to": {
      denied: ["secret/**"],
      rules: "secret/rules",
      entries: [...REPOSITORY, "symlink .geminiignore secret/rules"],
    },
  };

  for (const [[what, { denied, rules, entries }], its] of paired(Object.entries(LAYOUTS), STRATEGIES)) {
    if (its !== strategy) continue;
    test(`is not read for rules: ${what} [promise denied-rules]`, async () => {
      const root = makeTree([...entries, "file kept x", "file sub/kept x"]);
      const tools = { sandbox: { denied_patterns: denied } };
      const paths = firstOf(2, [".", "sub/kept", "sub", "kept"]);
      const question = { root, paths, explained: isThorough ? paths : paths.slice(1), strategy, tools };
      const askWith = async (text: string) => {
        addEntries(root, [`file ${rules} ${text}`]);
        const toolkits = openToolkits(library, question);
        return askToolkits(toolkits, question).finally(() => closeToolkits(toolkits));
      };
      const [hidesKept, hidesNothing] = [await askWith("kept"), await askWith("nope")];
      expect(hidesKept).toEqual(hidesNothing);
    });
  }
});
