// Ignore rules are those of the folder that the toolkit holds, wherever that folder has gone: never of what stands at its old path.

import { mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import * as library from "../../src/lib.ts";
import { type Answers, askToolkits, closeToolkits, openToolkits } from "../support/answers.mjs";
import { firstOf, isPaired, isThorough, paired } from "../support/scale.ts";
import { addEntries, makeTree } from "../support/tree.ts";
import { STRATEGIES } from "../support/workspaces.ts";
import { REPOSITORY } from "./services.ts";

const WORKSPACE = [
  ...REPOSITORY,
  "file .git/info/exclude *.excluded",
  "file .gitignore *.log",
  "file .geminiignore *.gem",
  "file sub/.gitignore *.deep",
  ...["a.log", "b.excluded", "c.gem", "sub/d.deep", "sub/kept", "kept"].map((path) => `file ${path} x`),
];
// Rules that hide what the workspace shows, and show what it hides.
const DECOY = [
  ...REPOSITORY,
  "file .git/info/exclude kept",
  "file .gitignore !*.log\nkept",
  "file .geminiignore kept",
  "file sub/.gitignore kept",
  ...["a.log", "b.excluded", "c.gem", "sub/d.deep"].map((path) => `file ${path} x`),
];
const HIDDEN = ["a.log", "b.excluded", "d.deep"];
const LISTS = ["tree .", "list .", "gemini .", "tree sub", "list sub", "gemini sub"];

type Fate = (root: string) => void;
const FATES: Record<string, Fate> = {
  "is renamed": (root) => renameSync(root, `${root}-moved`),
  "is renamed, and another folder has its name": (root) => {
    renameSync(root, `${root}-moved`);
    addEntries(root, DECOY);
  },
  "is moved into a repository with other rules": (root) => {
    const other = join(root, "../other");
    addEntries(other, [...REPOSITORY, "file .gitignore kept\nsub"]);
    renameSync(root, join(other, "ws"));
  },
  "goes with its parent, and another folder has its name": (root) => {
    const parent = dirname(root);
    renameSync(parent, `${parent}-moved`);
    mkdirSync(parent);
    addEntries(root, DECOY);
  },
};

async function askAfter(root: string, strategy: (typeof STRATEGIES)[number], fate: Fate) {
  const paths = firstOf(3, [".", "sub", "a.log", "kept"]);
  const question = { root, paths, explained: isThorough ? paths : ["sub"], strategy };
  const toolkits = openToolkits(library, question);
  try {
    const before = await askToolkits(toolkits, question);
    fate(root);
    return { before, after: await askToolkits(toolkits, question) };
  } finally {
    closeToolkits(toolkits);
  }
}

const telling = (answers: Answers, names: readonly string[]) =>
  LISTS.filter((label) => names.some((name) => JSON.stringify(answers[label]).includes(name)));

describe.each(STRATEGIES)("a workspace kept by %s", (strategy) => {
  // The one that a promise of SECURITY.md names is with handles.
  for (const [[what, fate], its] of paired(Object.entries(FATES), STRATEGIES.toReversed())) {
    if (its !== strategy) continue;
    test(`shows no ignored file when it ${what} [promise replaced]`, async () => {
      const root = join(makeTree([]), "parent/ws");
      addEntries(root, WORKSPACE);
      const { before, after } = await askAfter(root, strategy, fate);
      expect(telling(before, HIDDEN)).toEqual([]);
      expect(telling(before, ["kept"])).toEqual(LISTS);
      expect(telling(after, HIDDEN)).toEqual([]);
      // By handles everything goes on; by paths everything is refused.
      if (strategy === "handles") expect(after).toEqual(before);
      else for (const label of LISTS) expect([label, after[label]]).toMatchObject([label, { is_error: true }]);
    });
  }

  test.skipIf(!isPaired(0, strategy, STRATEGIES))("obeys what its own rules say after it was renamed", async () => {
    const root = makeTree(WORKSPACE);
    const { after } = await askAfter(root, strategy, () => {
      renameSync(root, `${root}-moved`);
      addEntries(`${root}-moved`, ["file .gitignore *.log\nkept"]);
      addEntries(root, DECOY);
    });
    expect(telling(after, HIDDEN)).toEqual([]);
    if (strategy === "handles") expect(telling(after, ["kept"])).toEqual([]);
  });

  test.skipIf(!isPaired(1, strategy, STRATEGIES))(
    "keeps to the rules above it when it is renamed beside another folder that has its name",
    async () => {
      const top = makeTree([...REPOSITORY, "file .gitignore *.log", "file ws/a.log x", "file ws/kept x"]);
      const root = join(top, "ws");
      const { before, after } = await askAfter(root, strategy, () => {
        renameSync(root, `${root}-moved`);
        addEntries(root, ["file .gitignore !*.log\nkept", "file a.log x"]);
      });
      const lists = ["tree .", "list .", "gemini ."];
      const shown = (answers: Answers) => lists.map((label) => /a\.log/.test(JSON.stringify(answers[label])));
      expect([shown(before), shown(after)]).toEqual([lists.map(() => false), lists.map(() => false)]);
      if (strategy === "handles") for (const label of lists) expect(after[label]).toEqual(before[label]);
    },
  );
});
