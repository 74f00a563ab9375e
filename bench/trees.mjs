// @ts-check
// The trees that are measured: the content of each, made once and kept in a folder.

import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Increase this when a tree changes, so that old trees are not reused. */
const VERSION = 1;

export const DEFAULT_FOLDER = join(tmpdir(), "porthole-bench");

// The first three levels of M and L are the same, so a first look at both is the same work, and only the content below differs.
const TOP = [
  { directories: 10, files: 20 },
  { directories: 10, files: 20 },
  { directories: 10, files: 20 },
];
const SMALL = [
  { directories: 7, files: 20 },
  { directories: 6, files: 20 },
  { directories: 0, files: 20 },
];
const LARGE = [...TOP, { directories: 10, files: 9 }, { directories: 10, files: 9 }, { directories: 0, files: 9 }];
// The start of L: its first files in order are the same, with fewer folders.
const BEGINNING = [{ directories: 1, files: 20 }, { directories: 2, files: 20 }, ...LARGE.slice(2)];

/** @type {Readonly<Record<string, { readonly holds: string, readonly files: number, make(root: string): void }>>} */
export const TREES = {
  S: {
    holds: "1,000 files in 50 directories",
    files: 1000,
    make: (root) => makeLevels(root, SMALL),
  },
  M: {
    holds: "22,220 files in 1,111 directories",
    files: 22_220,
    make: (root) => makeLevels(root, [...TOP, { directories: 0, files: 20 }]),
  },
  B: {
    holds: "20,060 files in 2,224 directories",
    files: 20_060,
    make: (root) => makeLevels(root, BEGINNING),
  },
  W: { holds: "200,000 files in one directory", files: 200_000, make: makeWide },
  L: {
    holds: "1,001,220 files in 111,111 directories",
    files: 1_001_220,
    make: (root) => makeLevels(root, LARGE),
  },
  lists: { holds: "directories of 30 and 1,000 entries", files: 927, make: makeLists },
  texts: { holds: "a text of 10 KB and one of 1 MB", files: 2, make: makeTexts },
  repository: { holds: "20,000 files in 521 directories, 50 ignore files", files: 20_050, make: makeRepository },
};

/** The folder of a tree, made first if it is not there. @param {string} folder @param {string} name */
export function provideTree(folder, name) {
  const tree = TREES[name];
  if (tree === undefined) throw new Error(`no tree is called ${name}`);
  const root = join(folder, `${name}-${VERSION}`);
  if (existsSync(root)) return root;
  const unfinished = `${root}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  tree.make(unfinished);
  renameSync(unfinished, root);
  return root;
}

/** @param {string} root @param {readonly { directories: number, files: number }[]} levels */
function makeLevels(root, levels) {
  const [level, ...below] = levels;
  if (level === undefined) return;
  for (let i = 0; i < level.files; i++) makeEmpty(`${root}/file_${i}.txt`);
  for (let i = 0; i < level.directories; i++) {
    mkdirSync(`${root}/dir_${i}`);
    makeLevels(`${root}/dir_${i}`, below);
  }
}

/** @param {string} path */
function makeEmpty(path) {
  closeSync(openSync(path, "w"));
}

/** @param {string} root */
function makeWide(root) {
  for (let i = 0; i < 200_000; i++) makeEmpty(`${root}/file_${i}.txt`);
}

/** @param {string} root */
function makeLists(root) {
  for (const entries of [30, 1000]) {
    const folder = join(root, String(entries));
    mkdirSync(folder);
    for (let i = 0; i < entries; i++) {
      if (i % 10 === 0) mkdirSync(join(folder, `folder_${i}`));
      else writeFileSync(join(folder, `component_${i}.ts`), "x".repeat(i % 97));
    }
  }
}

/** @param {string} root */
function makeTexts(root) {
  const line = "const value = compute(first, second);\n";
  writeFileSync(join(root, "10k.txt"), line.repeat(Math.ceil(10_000 / line.length)));
  writeFileSync(join(root, "1m.txt"), line.repeat(Math.ceil(1_000_000 / line.length)));
}

/** One file in twenty is ignored, no directory: with and without the rules the walk is the same. @param {string} root */
function makeRepository(root) {
  mkdirSync(join(root, ".git", "objects"), { recursive: true });
  mkdirSync(join(root, ".git", "refs"));
  writeFileSync(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(root, ".git", "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
  writeFileSync(
    join(root, ".gitignore"),
    "*.log\n*.tmp\n/dist/\nnode_modules/\n.env\n!keep.log\n/packages/*/out\n*~\n",
  );
  let ignoreFiles = 1;
  for (let a = 0; a < 20; a++) {
    mkdirSync(join(root, `package_${a}`));
    for (let b = 0; b < 25; b++) {
      const folder = join(root, `package_${a}`, `part_${b}`);
      mkdirSync(folder);
      for (let i = 0; i < 38; i++) makeEmpty(`${folder}/module_${i}.ts`);
      makeEmpty(`${folder}/debug.log`);
      makeEmpty(`${folder}/notes.md`);
      if (b % 10 !== 0 || ignoreFiles === 50) continue;
      writeFileSync(join(folder, ".gitignore"), "/generated/\n*.snap\nmodule_99?.ts\n**/cache/*.bin\n!module_1.ts\n");
      ignoreFiles++;
    }
  }
}
