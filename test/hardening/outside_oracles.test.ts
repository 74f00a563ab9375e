// No answer reveals what is outside: whatever a stranger has put into the workspace, all answers about it are the same, to the byte,
// whether or not the target exists. Needs a build.

import { chmodSync, lstatSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Strategy } from "../../src/disk/types.ts";
import * as library from "../../src/lib.ts";
import { ESCAPES, type Escape } from "../escapes/table.ts";
import { type Answers, collectAnswers, type Question } from "../support/answers.mjs";
import { firstOf, isExhaustive, isPaired, isThorough, paired } from "../support/scale.ts";
import { addEntries, makeFifo, makeTree } from "../support/tree.ts";
import { noUnprivilegedChild, runUnprivileged } from "../support/unprivileged.ts";
import { STRATEGIES } from "../support/workspaces.ts";

/** Creates the object outside; `around` is the folder that contains the workspace. */
type Thing = (path: string, around: string) => void;

// As an ignore file it hides `kept`, as a git configuration it ignores case, and as HEAD it names a branch.
const TEXT = "ref: refs/heads/main\nkept\n[core]\nignorecase = true\n";

const makeFolder: Thing = (path) =>
  addEntries(path, [
    ...["file HEAD ref: refs/heads/main", "dir objects", "dir refs", "file info/exclude kept", "file exclude kept"],
    ...["file config [core]\n\tignorecase = true\n", "file f stolen", "file sub/f stolen", "file .gitignore kept"],
  ]);

const THINGS: Record<string, Thing> = {
  "a file": (path) => writeFileSync(path, TEXT),
  "a folder as git has them": (path, around) => {
    makeFolder(path, around);
    symlinkSync(join(around, "ws"), join(path, "back"));
  },
  "a link to the workspace": (path, around) => symlinkSync(join(around, "ws"), path),
  "a loop of links": (path) => symlinkSync("thing", path),
  "a FIFO": (path) => makeFifo(path),
};

/** The rows of the table that refer to one object outside, in one way or another. */
const LAYOUTS = Object.fromEntries(
  Object.entries(ESCAPES).filter(([, layout]) => JSON.stringify(layout).includes("thing") || layout.add !== undefined),
);

/** Named by a promise of SECURITY.md, so every run has them. */
const PROMISED = [
  "a link",
  "a .git file",
  ".git/info/exclude as a link",
  "a link from an allowed folder through one that is not",
];

/** A short run tries each layout with one of the strategies, and with the most telling object; sometimes with another one, in turn. */
const triedIn = (layout: Escape, strategy: Strategy): [string, Thing][] => {
  const at = Object.values(LAYOUTS).indexOf(layout) + STRATEGIES.indexOf(strategy);
  // With the large counts, each layout has every object, but the less telling ones with one of the strategies.
  return Object.entries(THINGS).filter(
    (_, nth) => isExhaustive || nth === 1 || (isThorough ? (nth + at) % STRATEGIES.length === 0 : at % 16 === nth),
  );
};
const layoutsFor = (strategy: Strategy) =>
  Object.entries(LAYOUTS).filter(
    ([name], at) => isPaired(at, strategy, STRATEGIES) || (PROMISED.includes(name) && strategy === STRATEGIES[0]),
  );

const LOCKED: Record<string, Thing> = {
  "a file that may not be read": (path) => writeFileSync(path, TEXT, { mode: 0 }),
  "a folder that may not be looked into": (path, around) => {
    makeFolder(path, around);
    chmodSync(path, 0);
  },
};

interface World {
  readonly around: string;
  readonly thing: string;
  readonly question: Question;
}

const ALWAYS = firstOf(2, [".", "kept", "b", "KEPT", "a.tmp"]);

const isPromised = (layout: Escape) => PROMISED.some((name) => LAYOUTS[name] === layout);

function makeWorld(layout: Escape, strategy: Strategy, isWhole = isThorough || isPromised(layout)): World {
  const root = realpathSync(makeTree([]));
  const around = dirname(root);
  const toHere = (text: string) => text.replaceAll("@", around);
  const files = ["file b/f inside", ...["kept", "a.tmp", "a.log"].map((name) => `file ${name} x`)];
  addEntries(root, [...files, ...layout.tree.map(toHere)]);
  if (!layout.tree.some((line) => line.includes(" .gitignore "))) addEntries(root, ["file .gitignore *.log"]);
  layout.add?.(root);
  const { thing = "../thing", tools = {}, isToolsOnly = false } = layout;
  const usual = isToolsOnly ? ["b", "b/f"] : ALWAYS;
  const paths = [...usual, ...Object.keys(layout.asked).map(toHere)];
  // Otherwise everything about the root and the first path of the layout, and one thing about each of the others. Only that path is explained.
  const [top = "", first = ""] = [usual[0], paths[usual.length] ?? usual[1]];
  const asked = isWhole ? {} : { whole: [top, first], explained: [first] };
  return { around, thing: join(root, thing), question: { root, paths, ...asked, strategy, tools, isToolsOnly } };
}

function put({ thing, around }: World, make: Thing | null): void {
  // Only root may remove a folder that nobody may read.
  if (lstatSync(thing, { throwIfNoEntry: false })?.isDirectory()) chmodSync(thing, 0o700);
  rmSync(thing, { recursive: true, force: true });
  make?.(thing, around);
}

/** The labels of the answers that differ. */
function compare(before: Answers, after: Answers): string[] {
  const labels = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...labels].filter((label) => JSON.stringify(before[label]) !== JSON.stringify(after[label]));
}

async function findTold(layout: Escape, strategy: Strategy): Promise<Record<string, string[]>> {
  const world = makeWorld(layout, strategy);
  put(world, null);
  const missing = await collectAnswers(library, world.question);
  const told: Record<string, string[]> = {};
  for (const [name, make] of triedIn(layout, strategy)) {
    put(world, make);
    told[name] = compare(missing, await collectAnswers(library, world.question));
  }
  return told;
}

describe.each(STRATEGIES)("EX-12 no answer of a workspace kept by %s tells what is outside", (strategy) => {
  for (const [name, layout] of layoutsFor(strategy)) {
    test(`by ${name} [promise no-oracle]`, async () => {
      // For each object, no difference.
      const nothing = triedIn(layout, strategy).map(([tried]) => [tried, []]);
      expect(await findTold(layout, strategy)).toEqual(Object.fromEntries(nothing));
    });
  }
});

const ASK_ALL = `
  const library = await import(new URL("../dist/lib.js", build));
  const answers = await import(new URL("../test/support/answers.mjs", build));
  const all = [];
  for (const question of JSON.parse(args[0])) all.push(await answers.collectAnswers(library, question));
  return all;`;

// One child for all of them. Root is never refused access, so the answers must come from another user.
describe.skipIf(noUnprivilegedChild !== null)("EX-12 nor that it is there and may not be read", () => {
  test.each(STRATEGIES)("in a workspace kept by %s", (strategy) => {
    const layouts = firstOf(1, Object.entries(LAYOUTS));
    const worlds = layouts.map(([, layout]) => makeWorld(layout, strategy, isThorough));
    const askWith = (make: Thing | null) => {
      for (const world of worlds) put(world, make);
      const questions = worlds.map(({ question }) => question);
      return runUnprivileged(ASK_ALL, [JSON.stringify(questions)]) as Answers[];
    };
    const missing = askWith(null);
    const told: Record<string, string[]> = {};
    for (const [what, make] of Object.entries(LOCKED)) {
      const locked = askWith(make);
      told[what] = layouts
        .map(([name]) => name)
        .filter((_, at) => compare(missing[at] ?? {}, locked[at] ?? {}).length > 0);
    }
    for (const world of worlds) put(world, null);
    expect(told).toEqual(Object.fromEntries(Object.keys(LOCKED).map((what) => [what, []])));
  });
});

const NAMED = ["../NAME/b", "../../AROUND/NAME/b", "../NAME/b/f", "b/../../NAME/b"];

describe("EX-12 nor how the folders above the workspace are called", () => {
  test.each(paired(NAMED, STRATEGIES))("%s, %s", async (text, strategy) => {
    const ask = async (name: string, above: (around: string) => string) => {
      const world = makeWorld({ tree: [], asked: { l: "outside", "l/f": "outside" } }, strategy);
      const around = basename(world.around);
      symlinkSync(text.replace("NAME", name).replace("AROUND", above(around)), join(world.question.root, "l"));
      return JSON.stringify(await collectAnswers(library, world.question)).replaceAll(around, "AROUND");
    };
    const right = await ask("ws", (around) => around);
    const wrong = await ask("no", (around) => "x".repeat(around.length));
    expect(right).toBe(wrong);
  });
});
