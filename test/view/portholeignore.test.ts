// What `.portholeignore` denies, line by line, compared with git; and what becomes of one that cannot be obeyed. What the tools do with it is in
// test/call/portholeignore.test.ts.

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CallClock } from "../../src/disk/call_clock.ts";
import { openWorkspace } from "../../src/disk/open.ts";
import { FolderRules } from "../../src/git/folder_rules.ts";
import { DeniedPatterns } from "../../src/view/denied/patterns.ts";
import type { HeldProject } from "../../src/view/discovery_service.ts";
import { PortholeIgnore } from "../../src/view/portholeignore.ts";
import type { Denial } from "../../src/view/verdict.ts";
import { askGit, makeRepository, makeWorld, noGit } from "../git/git_oracle.ts";
import { FOLDER_NAMES, NAMES, ruleFile } from "../git/random_rules.ts";
import { isThorough, times } from "../support/scale.ts";
import { makeFifo, makeTempFolder, makeTree } from "../support/tree.ts";
import { noUnprivilegedChild, runUnprivileged } from "../support/unprivileged.ts";
import { countDescriptors, STRATEGIES } from "../support/workspaces.ts";

type Find = (path: string, isDirectory?: boolean) => Denial | null;

async function withRules<T>(
  root: string,
  use: (find: Find, reload: () => Promise<Find>) => T,
  options: Omit<HeldProject, "workspace"> = {},
): Promise<Awaited<T>> {
  using workspace = openWorkspace(root);
  const rules = new PortholeIgnore({ workspace, ...options }, new DeniedPatterns({}));
  const load = async (): Promise<Find> => {
    const denied = await rules.load(new CallClock());
    return (path, isDirectory) => denied.find(path, isDirectory);
  };
  return await use(await load(), load);
}

const lineOf = (denial: Denial | null) => (denial?.source === "portholeignore" ? denial.line : null);
const isText = (raw: string) => Buffer.from(Buffer.from(raw, "latin1").toString("utf8")).toString("latin1") === raw;
const toText = (raw: string) => Buffer.from(raw, "latin1").toString("utf8");
// Letters beyond ASCII have a case here, and none to git.
const isComparable = (raw: string) => isText(raw) && !/[éÉ]/.test(toText(raw));

const casedRules = fc
  .array(fc.constantFrom("A", "b", "[F]", "\\F", "[A-Z]", "[!a]", "[^A-Z]", "[[:upper:]]", "[\\B]", "*", "?", "oo"), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => `${parts.join("")}\n`);

// With NUL bytes, or carriage returns as the only line ends, a file means something else than to git.
const isLikeGits = (content: string) => isText(content) && !content.includes("\0") && /^[^\r]*$|\n/.test(content);

/** A repository whose excludes file is `.portholeignore`, with many names to ask about. */
function makeOracle() {
  const names = NAMES.filter((name) => isComparable(name) && !name.includes("\n"));
  const folders = ["", ...FOLDER_NAMES.filter(isComparable).flatMap((one) => [`${one}/`, `${one}/foo/`, `${one}/b/`])];
  const base = mkdtempSync(join(makeTempFolder(), "w"));
  const [home, top] = [join(base, "home"), join(base, "top")];
  for (const folder of [home, ...folders.map((name) => join(top, toText(name)))])
    mkdirSync(folder, { recursive: true });
  const world = makeWorld(home);
  const directories = folders.slice(1).map((folder) => folder.slice(0, -1));
  const files = folders.flatMap((folder) => names.map((name) => folder + name));
  const paths = [...directories, ...files.filter((path) => !directories.includes(path))];
  const file = join(top, ".portholeignore");
  return {
    label: (lines: readonly (number | null)[]) => lines.map((line, index) => [paths[index], line]),
    findAll: async (content: string) => {
      writeFileSync(file, Buffer.from(content, "latin1"));
      return await withRules(top, (find) =>
        paths.map((path, index) => lineOf(find(toText(path), index < directories.length))),
      );
    },
    /** The lines by which git ignores the paths. */
    askGit: (content: string, ignoreCase: boolean) => {
      makeRepository(top, `[core]\nignoreCase = ${ignoreCase}\nexcludesFile = ${file}\n`);
      writeFileSync(file, Buffer.from(content, "latin1"));
      return askGit(world, top, paths).map((answer) =>
        answer === null || answer.pattern.startsWith("!") ? null : answer.line,
      );
    },
  };
}

describe(".portholeignore", () => {
  test.skipIf(noGit !== null)(
    "denies what git would ignore, by the same line, if case does not count [promise portholeignore-denies]",
    async () => {
      const world = makeOracle();
      let denied = 0;
      const isWidened = (content: string) => content.includes("[") || /\\[A-Z]/.test(content);
      await fc.assert(
        fc.asyncProperty(
          ruleFile.filter((content) => isLikeGits(content) && isComparable(content) && !isWidened(content)),
          async (content) => {
            const found = await world.findAll(content);
            denied += found.filter((line) => line !== null).length;
            expect(world.label(found)).toEqual(world.label(world.askGit(content, true)));
          },
        ),
        { numRuns: times(4, 40) },
      );
      expect(denied).toBeGreaterThan(isThorough ? 1000 : 0);
    },
  );

  test.skipIf(noGit !== null)(
    "denies all that git would ignore, whether case counts or not [promise portholeignore-denies]",
    async () => {
      const world = makeOracle();
      let ignored = 0;
      await fc.assert(
        fc.asyncProperty(fc.oneof(ruleFile.filter(isLikeGits), casedRules), async (content) => {
          const found = await world.findAll(content);
          // A line that takes something back does so in any case.
          const takesBack = /^!/m.test(content);
          for (const ignoreCase of takesBack ? [true] : [true, false]) {
            const isMissed = (line: number | null, index: number) => line !== null && found[index] === null;
            const lines = world.askGit(content, ignoreCase);
            ignored += lines.filter((line) => line !== null).length;
            expect(world.label(lines).filter((_, index) => isMissed(lines[index] ?? null, index))).toEqual([]);
          }
        }),
        { numRuns: times(4, 60) },
      );
      expect(ignored).toBeGreaterThan(isThorough ? 1000 : 0);
    },
  );

  test.each([
    ["[S]ecret", ["Secret", "secret"]],
    ["*.[KP]DB", ["x.KDB", "x.pdb"]],
    ["\\Secret", ["Secret", "secret"]],
    ["[\\S]ecret", ["Secret", "sEcret"]],
    ["[!A-Z]*.low", ["abc.low", "1.low"]],
    ["[![:lower:]]x", ["Ax"]],
    // To git, each of these has as many bytes as it has on the disk.
    ["???.x", ["\u212a.x"]],
    ["A??", ["A\u030a", "a\u030a"]],
    ["[!\u212a]", ["k"]],
  ])("%s hides in either case what git hides in one [promise portholeignore-denies]", async (rule, names) => {
    const root = makeTree([`file .portholeignore ${rule}\n`]);
    await withRules(root, (find) => expect(names.map((name) => lineOf(find(name)))).toEqual(names.map(() => 1)));
  });

  test("a line that takes something back takes no more back than git does", async () => {
    const root = makeTree(["file .portholeignore *\n![S]ecret\n!\\Secret\n![!A-Z]x\n!b\n"]);
    await withRules(root, (find) =>
      expect(["Secret", "secret", "ax", "b"].map((name) => lineOf(find(name)))).toEqual([1, 1, 1, null]),
    );
  });

  test("tells file, line and pattern, and leaves the root and itself alone", async () => {
    const root = makeTree(["file .portholeignore # a\n\n/config/*.yml\n"]);
    await withRules(root, (find) => {
      expect(find("config/prod.yml")).toEqual({
        source: "portholeignore",
        file: ".portholeignore",
        line: 3,
        pattern: "/config/*.yml",
        problem: null,
      });
      expect([find("."), find(".portholeignore"), find("config"), find("config/a.json")]).toEqual([
        null,
        null,
        null,
        null,
      ]);
    });
  });

  test("denies everything below a hidden directory, and nothing comes back there", async () => {
    const root = makeTree(["file .portholeignore a/\n!a/b\n!a/b/c\n"]);
    await withRules(root, (find) => {
      expect(["a/b", "a/b/c", "x/a/y"].map((path) => lineOf(find(path)))).toEqual([1, 1, 1]);
      expect([lineOf(find("a", true)), lineOf(find("a", false))]).toEqual([1, null]);
    });
  });

  test("takes back what an earlier line of it hid, and never what a pattern denies", async () => {
    const root = makeTree(["file .portholeignore *\n!*/\n!*.md\n!*.pem\n"]);
    await withRules(root, (find) => {
      expect([find("a.md"), find("d/e/b.md", false), find("d", true)]).toEqual([null, null, null]);
      expect([lineOf(find("a.ts", false)), lineOf(find("d/a.ts", false))]).toEqual([1, 1]);
      expect(find("a.pem")).toEqual({ source: "built_in", pattern: "**/*.pem" });
    });
  });

  test("denies a path of unknown kind if it would be denied either way", async () => {
    const root = makeTree(["file .portholeignore only/\nboth\nfiles\n!files/\n"]);
    await withRules(root, (find) => {
      const ask = (path: string) => [undefined, true, false].map((kind) => lineOf(find(path, kind)));
      expect([ask("only"), ask("both"), ask("files")]).toEqual([
        [null, 1, null],
        [2, 2, 2],
        [null, null, 3],
      ]);
      expect(lineOf(find("only/x"))).toBe(1);
    });
  });

  test("takes names for the same that a disk may take for the same", async () => {
    const root = makeTree([`file .portholeignore Caf\u00e9/*.TXT\nSTRASSE\n\u00c9t\u00e9\n[A-B]c\n`]);
    await withRules(root, (find) => {
      const paths = ["cafe\u0301/a.txt", "CAF\u00c9/A.TXT", "strasse", "\u00e9te\u0301", "E\u0301T\u00c9", "bC", "cc"];
      expect(paths.map((path) => lineOf(find(path)))).toEqual([1, 1, 2, 3, 3, 4, null]);
      expect(find("\u00e9t\u00e9")).toMatchObject({ pattern: "\u00c9t\u00e9" });
    });
  });

  test("reads lines that end in a carriage return alone, if no line ends otherwise", async () => {
    const ask = (content: string) => {
      const root = makeTree([]);
      writeFileSync(join(root, ".portholeignore"), content);
      return withRules(root, (find) => ["a", "b", "a\rb"].map((path) => lineOf(find(path))));
    };
    expect(await ask("a\rb\r")).toEqual([1, 2, null]);
    expect(await ask("a\r\nb\r\n")).toEqual([1, 2, null]);
    expect(await ask("a\rb\n")).toEqual([null, null, 1]);
  });

  test("composes no long text, which takes time in proportion to the square of its length", async () => {
    const marks = "\u0300\u0316".repeat(20_000);
    const root = makeTree([`file .portholeignore #${marks}\n\u00e9${"\u0300".repeat(2000)}\nx\n`]);
    const { normalize } = String.prototype;
    let longest = 0;
    String.prototype.normalize = function (this: string, form?: string) {
      longest = Math.max(longest, this.length);
      return normalize.call(this, form);
    };
    try {
      await withRules(root, (find) =>
        expect([lineOf(find("x")), find(`a/${marks}/b`), find(marks)]).toEqual([3, null, null]),
      );
    } finally {
      String.prototype.normalize = normalize;
    }
    expect(longest).toBe(2001);
  });

  test("remembers a folder and where a link to it lies: each is entered once", async () => {
    const root = makeTree(["file .portholeignore *.log\n*x*\n"]);
    const deep = (top: string) => [top, ...Array<string>(100).fill("d")].join("/");
    const { enter } = FolderRules.prototype;
    let entered = 0;
    FolderRules.prototype.enter = function (...given) {
      entered += 1;
      return enter.apply(this, given);
    };
    try {
      await withRules(root, (find) => {
        for (const name of ["a", "b", "c.log"]) {
          const expected = name === "c.log" ? 1 : null;
          for (const top of ["same/a", "same/l"]) expect(lineOf(find(`${deep(top)}/${name}`))).toBe(expected);
        }
      });
    } finally {
      FolderRules.prototype.enter = enter;
    }
    expect(entered).toBe(102 + 101);
  });

  test("answers the same whatever it was asked before", async () => {
    const root = makeTree(["file .portholeignore a/b/c\nx/\n/y/z\n*.log\n!a/keep.log\n"]);
    const name = fc.constantFrom("a", "b", "c", "x", "y", "z", "keep.log", "o.log");
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
    const asked = fc.array(fc.tuple(path, fc.constantFrom(true, false, undefined)), { minLength: 1, maxLength: 12 });
    await withRules(root, async (_, reload) => {
      await fc.assert(
        fc.asyncProperty(asked, async (questions) => {
          const one = await reload();
          for (const [path, kind] of questions) expect(one(path, kind)).toEqual((await reload())(path, kind));
        }),
        { numRuns: times(4, 100) },
      );
    });
  });

  test("counts as it is at the start of each call", async () => {
    const root = makeTree(["file a x"]);
    const file = join(root, ".portholeignore");
    await withRules(root, async (find, reload) => {
      expect(find("a")).toBeNull();
      writeFileSync(file, "a\n");
      const hidden = await reload();
      writeFileSync(file, "b\n");
      expect([lineOf(hidden("a")), (await reload())("a"), lineOf((await reload())("b"))]).toEqual([1, null, 1]);
      writeFileSync(`${file}.new`, "#\na\n");
      renameSync(`${file}.new`, file);
      expect(lineOf((await reload())("a"))).toBe(2);
      rmSync(file);
      expect((await reload())("a")).toBeNull();
    });
  });
});

describe("a .portholeignore that cannot be obeyed denies everything", () => {
  const outside = join(makeTempFolder(), "rules");
  writeFileSync(outside, "harmless\n");

  test.each([
    ["is a link that leads outside", (file: string) => symlinkSync(outside, file)],
    ["is a link that leads outside", (file: string) => symlinkSync("../nowhere", file)],
    ["is a broken link", (file: string) => symlinkSync("nowhere", file)],
    ["is a broken link", (file: string) => symlinkSync(".portholeignore", file)],
    ["leads to a denied file", (file: string) => symlinkSync("a.pem", file)],
    ["is not a regular file", (file: string) => mkdirSync(file)],
    ["is not a regular file", (file: string) => symlinkSync("d", file)],
    ["is not a regular file", (file: string) => makeFifo(file)],
    ["is larger than 1 MiB", (file: string) => writeFileSync(file, "#".repeat(1024 * 1024 + 1))],
    ["has too many rules, or one that is too long", (file: string) => writeFileSync(file, "*a*b*c*\n".repeat(100_000))],
    ["has too many rules, or one that is too long", (file: string) => writeFileSync(file, "a".repeat(4097))],
    [
      "contains NUL bytes; save it as UTF-8",
      (file: string) => writeFileSync(file, Buffer.from("\ufeffa\r\n", "utf16le")),
    ],
    ["contains NUL bytes; save it as UTF-8", (file: string) => writeFileSync(file, "harmless\n# \0\n")],
  ])("%s (%#) [promise portholeignore-unusable]", async (problem, make) => {
    const root = makeTree(["file a.pem d\n", "file d/f x", "file plain x"]);
    make(join(root, ".portholeignore"));
    const isDenied = (location: string) => location.endsWith(".pem");
    await withRules(
      root,
      (find) => {
        const denial = { source: "portholeignore", file: ".portholeignore", line: null, pattern: null, problem };
        expect(["plain", "d", "d/f", "none"].map((path) => find(path))).toEqual(Array(4).fill(denial));
        expect(find(".")).toBeNull();
      },
      { isDenied },
    );
  });

  test.skipIf(noUnprivilegedChild !== null)(
    "cannot be read, for want of permission [promise portholeignore-unusable]",
    () => {
      const root = makeTree(["file .portholeignore a\n", "file b x"]);
      chmodSync(join(root, ".portholeignore"), 0);
      const found = runUnprivileged(
        `const { createAgentToolkit } = await import(new URL("lib.js", build).href);
      const toolkit = createAgentToolkit({ workspaceRoot: args[0], obeyPortholeignore: true });
      return (await toolkit.readFile("b")).error.message;`,
        [root],
      );
      expect(found).toBe('"b" is denied: .portholeignore cannot be applied, because it cannot be read');
    },
  );

  const onLinux = STRATEGIES.filter(() => process.platform === "linux");
  test.each(onLinux)(
    "cannot be looked up, because its path is too long: %s [promise portholeignore-unusable]",
    async (strategy) => {
      // Long enough that `s` can be opened by its path and `.portholeignore` cannot.
      let root = realpathSync(makeTempFolder());
      while (root.length < 4084) {
        root = join(root, "d".repeat(Math.min(200, Math.max(1, 4083 - root.length))));
        mkdirSync(root);
      }
      const [first, cwd] = [join(root, "s"), process.cwd()];
      writeFileSync(first, "x");
      process.chdir(root);
      try {
        writeFileSync(".portholeignore", "s\n");
      } finally {
        process.chdir(cwd);
      }
      using workspace = openWorkspace(root, { strategy });
      const denied = await new PortholeIgnore({ workspace }, new DeniedPatterns({})).load(new CallClock());
      const isByHandle = strategy === "handles";
      expect(denied.find("s")).toMatchObject(isByHandle ? { line: 1 } : { line: null, problem: "cannot be read" });
    },
  );

  test("but a link to another file inside is followed, unless only some folders may be looked at", async () => {
    const root = makeTree(["symlink .portholeignore d/rules", "file d/rules a\n"]);
    await withRules(root, (find) => expect([lineOf(find("a")), find("b")]).toEqual([1, null]));
    await withRules(
      root,
      (find) =>
        expect(find("b")).toMatchObject({
          problem: "is a link, which is not followed if only some folders are allowed",
        }),
      {
        followsLinks: false,
      },
    );
  });

  test("but one that is denied itself is obeyed, and its lines are not told", async () => {
    const root = makeTree(["file .portholeignore a\n"]);
    await withRules(root, (find) => expect([find("a"), find("b")]).toMatchObject([{ line: 1, pattern: null }, null]), {
      isDenied: () => true,
    });
    await withRules(root, (find) => expect(find("a")).toMatchObject({ line: 1, pattern: null }), {
      isVisible: () => false,
    });
  });
});

test.each(STRATEGIES)("nothing is left open: %s", async (strategy) => {
  using workspace = openWorkspace(makeTree(["symlink .portholeignore d/rules", "file d/rules a\n"]), { strategy });
  const rules = new PortholeIgnore({ workspace }, new DeniedPatterns({}));
  const before = countDescriptors();
  for (let i = 0; i < 20; i++) await rules.load(new CallClock());
  expect(countDescriptors()).toBe(before);
});
