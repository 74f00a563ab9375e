// A link, or a `.git` file, that leads out of the workspace to a disk that never answers: nobody goes there. The calls share a
// process beside the disk; it is killed if one hangs, and another one makes the calls that are left. dist/ must be built.

import { existsSync, mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Strategy } from "../../src/disk/types.ts";
import type { Answers, Question } from "../support/answers.mjs";
import { type Ended, runEach, runProgram } from "../support/child_program.ts";
import { describeWhere, HANDLES } from "../support/only_where.ts";
import { isThorough, paired } from "../support/scale.ts";
import { besideStalled } from "../support/stalled_mount.ts";
import { addEntries, makeTempFolder } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";

const REPOSITORY = [
  "file .git/HEAD ref: refs/heads/main",
  "dir .git/objects",
  "dir .git/refs",
  "file .git/info/exclude",
];
const ASK = "return await answers.collectAnswers(library, args[0]);";

interface Layout {
  readonly entries: readonly string[];
  /** The link, from the root. It leads to the stalled disk, or to something on it. */
  readonly link: string;
  readonly target: "." | "x/y";
  readonly paths: readonly string[];
  readonly allowed?: readonly string[];
  /** Whether everything that is asked for lies outside. */
  readonly isOutside?: boolean;
}

const LAYOUTS: Record<string, Layout> = {
  "a link to the disk": { entries: [], link: "out", target: ".", paths: ["out", "out/f"], isOutside: true },
  "a link to something on the disk": {
    entries: [],
    link: "out",
    target: "x/y",
    paths: ["out", "out/f"],
    isOutside: true,
  },
  ".git/objects as such a link": {
    entries: REPOSITORY.filter((line) => !line.includes("objects")),
    link: ".git/objects",
    target: "x/y",
    paths: [".", "a"],
  },
  ".gitignore as such a link": { entries: REPOSITORY, link: ".gitignore", target: "x/y", paths: [".", "a"] },
  "a folder with such links": { entries: ["file d/f x"], link: "d/out", target: "x/y", paths: [".", "d"] },
  "a link in an allowed folder": {
    entries: ["file d/f x"],
    link: "d/out",
    target: "x/y",
    paths: ["d/out", "d/out/f"],
    allowed: ["d"],
    isOutside: true,
  },
  "a link as an allowed folder": { entries: ["dir d"], link: "out", target: ".", paths: ["d"], allowed: ["out"] },
  ".geminiignore as such a link": { entries: REPOSITORY, link: ".geminiignore", target: "x/y", paths: [".", "a"] },
  ".git as such a link": { entries: ["file a x"], link: ".git", target: "x/y", paths: [".", "a"] },
  ".git/info as such a link": {
    entries: REPOSITORY.filter((line) => !line.includes("info")),
    link: ".git/info",
    target: "x/y",
    paths: [".", "a"],
  },
};
const CASES = paired(Object.entries(LAYOUTS), STRATEGIES).map(([[what, layout], strategy]) => ({
  strategy,
  what,
  layout,
}));

// Git's own layout may lie outside, so these are not refused by their text alone: the mount decides.
const GIT_FILES: Record<string, string> = {
  "a .git file to a worktree": "file .git gitdir: DISK/repo/.git/worktrees/x",
  "a .git file with a relative path": "file .git gitdir: ../disk/worktrees/x",
  "a .git file to a submodule": "file .git gitdir: DISK/repo/.git/modules/x",
};
/** Shares no folder with the workspace but the top. It is covered for the child only. */
const FAR_FOLDER = "/srv";
const hasFarFolder = existsSync(FAR_FOLDER) && !realpathSync(tmpdir()).startsWith(FAR_FOLDER);
if (!hasFarFolder) console.warn(`tests with a far stalled disk are skipped: ${FAR_FOLDER} cannot be covered`);
const LEADS_OUTSIDE = { source: "info_exclude", file: ".git", reason: "leads_outside" };
const NEAR_CASES = Object.entries(GIT_FILES).map(([what, entry]) => ({ what, entry }));
const FAR = NEAR_CASES.filter(({ entry }) => hasFarFolder && entry.includes("DISK"));
const FAR_CASES = paired(FAR, STRATEGIES).map(([one, strategy]) => ({ ...one, strategy }));

/** Calls to make beside a stalled disk, which share a process. It starts when the first answer is awaited, and not before all are added. */
class CallsBeside {
  readonly #disk: string;
  readonly #questions: Question[] = [];
  #ended: Promise<Ended>[] | undefined;

  constructor(disk: string) {
    this.#disk = disk;
  }

  add(question: Question): () => Promise<Ended | undefined> {
    const at = this.#questions.push(question) - 1;
    return async () => {
      const calls = this.#questions.map((each) => [each]);
      this.#ended ??= runEach(besideStalled?.(this.#disk) ?? [], ASK, calls);
      return this.#ended[at];
    };
  }
}

describe.skipIf(besideStalled === null)("EX-12 a disk outside that never answers", () => {
  const folder = makeTempFolder();
  const disk = join(folder, "disk");
  mkdirSync(disk);
  const [near, far] = [new CallsBeside(disk), new CallsBeside(FAR_FOLDER)];
  let count = 0;

  const makeRoot = (entries: readonly string[]): string => {
    count += 1;
    const root = join(folder, `ws${count}`);
    mkdirSync(root);
    addEntries(root, entries);
    return root;
  };

  const askBeside = ({ entries, link, target, paths, allowed }: Layout, strategy: Strategy) => {
    const root = makeRoot(entries);
    mkdirSync(dirname(join(root, link)), { recursive: true });
    symlinkSync(join(disk, target), join(root, link));
    const tools = allowed ? { sandbox: { allowed_roots: allowed } } : {};
    return near.add({ root, paths, explained: isThorough ? paths : paths.slice(-1), strategy, tools });
  };

  for (const { what, strategy, layout } of CASES) {
    const findAnswer = askBeside(layout, strategy);
    test(`holds up no call by '${what}': '${strategy}' [promise not-touched]`, async () => {
      const ended = await findAnswer();
      expect(ended).toEqual({ returned: expect.anything() });
      if (!layout.isOutside || ended === undefined || "hung" in ended) return;
      const answers = ended.returned as Answers;
      const ofTools = Object.keys(answers).filter((label) => /^(tree|list|read|gemini) /.test(label));
      expect(ofTools).toHaveLength(layout.paths.length * 4);
      for (const label of ofTools) {
        expect([label, answers[label]]).toMatchObject([label, { content: { error: { code: "SANDBOX_VIOLATION" } } }]);
      }
    });
  }

  const UNHELD = { returned: { "problems of all": [LEADS_OUTSIDE], "tree .": { is_error: false } } };

  for (const { what, entry, strategy } of FAR_CASES) {
    const root = makeRoot(["file kept x", entry.replace("DISK", FAR_FOLDER)]);
    const findAnswer = far.add({ root, paths: ["."], strategy });
    test(`holds up no call by '${what}', far: '${strategy}'`, async () => {
      expect(await findAnswer()).toMatchObject(UNHELD);
    });
  }

  describeWhere(HANDLES, "without /proc mounts cannot be told apart, see SECURITY.md", "beside the workspace", () => {
    for (const { what, entry } of NEAR_CASES) {
      const root = makeRoot(["file kept x", entry.replace("DISK", disk)]);
      const findAnswer = near.add({ root, paths: ["."], strategy: "handles" });
      test(`holds up no call by '${what}', near [promise not-touched]`, async () => {
        expect(await findAnswer()).toMatchObject(UNHELD);
      });
    }
  });

  test("holds up whoever does go there, so that the others prove something", async () => {
    const program = `
      const { spawnSync } = await import("node:child_process");
      return spawnSync("ls", [args[0]], { timeout: 300, killSignal: "SIGKILL" }).signal;`;
    expect(await runProgram(besideStalled?.(disk) ?? [], program, [disk])).toEqual({ returned: "SIGKILL" });
  });
});
