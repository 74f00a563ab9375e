// Small random workspaces with rules of every kind: git's at several levels, .portholeignore, denied names, links, and names that collide in
// order or in letter case. Linux only, because names may be any bytes.
// @ts-check

import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** @typedef {import("./random.mjs").Random} Random */
/** @typedef {import("./hostile_tree.mjs").World} World */

const NAMES = [
  ..."abcxyz",
  "A",
  "B",
  ".hidden",
  ".env",
  ".git",
  ".ssh",
  "node_modules",
  "dist",
  "src",
  "a.ts",
  "b.ts",
  "a.log",
  "key.pem",
  "README.md",
  "a b",
  "é",
  "e\u0301",
  "\u{1f600}",
  "\ufffd",
  "line\nbreak",
  "-1:",
  "[x]",
  "10",
  "9",
];
const RULES = [
  "*.log",
  "dist/",
  "!a.log",
  "/src",
  "**/x/",
  "b.*",
  "x/**/a",
  "[ab]",
  "*",
  "!*/",
  "key.pem",
  "c/",
  ".env",
  "\\!b",
  "y/z",
];
const LINES = [
  "export const a = 1;",
  "",
  "x".repeat(300),
  "needle",
  "\tneedle é\u{1f600} needle",
  "a\r",
  "}",
  "1",
  "import x from 'y';",
];
const MOST_OBJECTS = 60;

/** @param {Random} random @param {string} folder an empty one, with a name of its own @returns {World} */
export function makeRandomWorkspace(random, folder) {
  const root = join(folder, "ws");
  mkdirSync(root);
  mkdirSync(join(folder, "beyond"));
  writeFileSync(join(folder, "beyond/secret.txt"), "SECRET-FROM-OUTSIDE");
  const directories = ["."];
  /** @type {string[]} */
  const paths = [];
  for (let count = random.below(MOST_OBJECTS); count > 0; count--) {
    const above = random.pick(directories);
    const path = join(above, random.pick(NAMES));
    if (paths.includes(path) || directories.includes(path)) continue;
    if (random.happens(0.35)) {
      mkdirSync(join(root, path));
      directories.push(path);
    } else {
      addObject(random, root, path);
      paths.push(path);
    }
  }
  for (const directory of directories) addRules(random, join(root, directory), directory === ".");
  if (random.happens(0.7) && !paths.includes(".git") && !directories.includes(".git"))
    execFileSync("git", ["init", "-q", root]);
  const all = [...directories, ...paths, "missing", "missing/a", ".gitignore", ".portholeignore"];
  return { root, folder: basename(folder), secrets: [], paths: all, directories };
}

/** @param {Random} random @param {string} root @param {string} path */
function addObject(random, root, path) {
  const kind = random.below(100);
  if (kind < 15)
    symlinkSync(
      random.pick(["a", "../a", "src", ".", "..", "/", "../beyond", "../../beyond/secret.txt", "none"]),
      join(root, path),
    );
  else if (kind < 17) execFileSync("mkfifo", [join(root, path)]);
  else if (kind < 20) writeFileSync(join(root, path), Buffer.from([0x61, 0, 0x62, 0xff]));
  else if (kind < 22) writeFileSync(join(root, path), Buffer.from([0xff, 0xfe, 0x61, 0, 0x0a, 0]));
  else writeFileSync(join(root, path), randomText(random));
}

/** @param {Random} random */
function randomText(random) {
  const lines = Array.from({ length: random.pick([0, 1, 3, 30, 400]) }, () => random.pick(LINES));
  return lines.join(random.happens(0.1) ? "\r\n" : "\n") + (random.happens(0.7) ? "\n" : "");
}

/** @param {Random} random @param {string} directory @param {boolean} isRoot */
function addRules(random, directory, isRoot) {
  const write = (/** @type {string} */ name, /** @type {number} */ chance) => {
    if (!random.happens(chance)) return;
    const rules = Array.from({ length: 1 + random.below(4) }, () => random.pick(RULES));
    writeFileSync(join(directory, name), `${rules.join("\n")}\n`);
  };
  write(".gitignore", isRoot ? 0.6 : 0.15);
  if (!isRoot) return;
  write(".portholeignore", 0.4);
  write(".geminiignore", 0.3);
}
