// Patterns one by one, for readers and for places without git: what gitignore(5) says, and where git does something else.
// Leaves completeness to the oracle.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openWorkspace } from "../../src/disk/open.ts";
import { toEnd } from "../../src/disk/steps.ts";
import { compileIgnoreFile } from "../../src/git/ignore_file.ts";
import type { IgnoreWalk } from "../../src/git/ignore_walk.ts";
import { foldAscii } from "../../src/match/gitignore.ts";
import { FileDiscoveryService } from "../../src/view/discovery_service.ts";
import { askGit, makeRepository, makeWorld, noGit } from "../git/git_oracle.ts";
import { isThorough } from "../support/scale.ts";
import { makeTempFolder } from "../support/tree.ts";

/** Which of the paths the rules match; one that ends in a slash is a directory. */
function matching(rules: string, paths: readonly string[]): string[] {
  const set = toEnd(compileIgnoreFile(Buffer.from(rules, "latin1"), false));
  if (set === null) throw new Error("no rules");
  return paths.filter((path) => {
    const names = path.split("/").filter(Boolean);
    let cursor = set.open();
    for (const folder of names.slice(0, -1)) {
      const below = cursor.enter(folder);
      if (below === null) return false;
      cursor = below;
    }
    return cursor.find(names.at(-1) ?? "", path.endsWith("/")) !== -1;
  });
}

const PATHS = ["a", "a/", "b/a", "b/a/", "b/c/a", "a/b", "a/c/b", "ab", "b/ab", "xa", "a.b", "b"];

const CASES: readonly (readonly [rules: string, what: string, matched: readonly string[]])[] = [
  ["a", "a name matches at every level", ["a", "a/", "b/a", "b/a/", "b/c/a"]],
  ["/a", "a slash at the beginning holds it to the folder of the file", ["a", "a/"]],
  ["a/", "a slash at the end matches directories only", ["a/", "b/a/"]],
  ["b/a", "a slash in the middle holds it to the folder of the file", ["b/a", "b/a/"]],
  ["**/a", "two stars and a slash are any folders, or none", ["a", "a/", "b/a", "b/a/", "b/c/a"]],
  ["b/**", "a slash and two stars are everything inside", ["b/a", "b/a/", "b/c/a", "b/ab"]],
  ["a/**/b", "in between they are any folders, or none", ["a/b", "a/c/b"]],
  ["a/**/**/b", "twice in a row they are no more than once", ["a/b", "a/c/b"]],
  ["/a*", "a star crosses no slash", ["a", "a/", "ab", "a.b"]],
  ["/**a", "two stars with no slash behind them are one", ["a", "a/", "xa"]],
  ["/a**/b", "right behind plain text, they are two again", ["a/b", "a/c/b", "ab"]],
  ["?**/b", "but not behind a wildcard", ["a/b"]],
  ["/[a]**/b", "nor behind a set", ["a/b"]],
  ["**\\/a", "before a protected slash, they are not nothing", ["b/a", "b/a/", "b/c/a"]],
  ["?/a", "a question mark is one byte, and no slash", ["b/a", "b/a/"]],
  ["/a[!x]b", "nor does a set of bytes match one", ["a.b"]],
  ["a/b/", "a directory deep down", []],
  ["\\a", "a backslash protects what needs no protection", ["a", "a/", "b/a", "b/a/", "b/c/a"]],
  ["\\*/a", "and what would be a wildcard: no folder is called so here", []],
  ["a\\", "one at the end matches nothing", []],
  ["a//", "nor does a second slash", []],
  ["[a", "nor a set that does not close", []],
  ["[[:none:]]", "nor a class that is none", []],
];

describe("a pattern", () => {
  test.each(CASES)("%j: %s", (rules, _what, matched) => {
    expect(matching(rules, PATHS)).toEqual(matched);
  });

  test("spaces at the end are dropped unless protected, tabs are not", () => {
    const names = ["a", "a ", "a  ", "a\t"];
    const lines = ["a ", "a   ", "a\\ ", "a\\  ", "a\\ \\ ", "a\t", "a\t ", "a \t"];
    expect(lines.map((rules) => matching(rules, [...names, "a \t"]))).toEqual([
      ["a"],
      ["a"],
      ["a "],
      ["a "],
      ["a  "],
      ["a\t"],
      ["a\t"],
      ["a \t"],
    ]);
  });

  test("one carriage return before the end of a line is dropped, and a byte order mark before the first", () => {
    const names = ["a", "b", "a\r", "b\r"];
    expect(
      ["a\r\nb\r\n", "a\r\r\nb", "a\nb\r", "\xef\xbb\xbfa", "b\n\xef\xbb\xbfa"].map((rules) => matching(rules, names)),
    ).toEqual([["a", "b"], ["b", "a\r"], ["a", "b"], ["a"], ["b"]]);
  });

  test("a hash or an exclamation mark at the beginning is meant only behind a backslash", () => {
    expect(matching("#a\n\\#b\n\\!c\n!d", ["#a", "#b", "!c", "d"])).toEqual(["#b", "!c", "d"]);
    expect(matching(" #a\n !b", [" #a", "#a", " !b", "b"])).toEqual([" #a", " !b"]);
  });

  test("lines are counted from 1, and those that say nothing count too", () => {
    const set = toEnd(compileIgnoreFile(Buffer.from("\n# a\n!b\n\n /\r\nc  \n"), false));
    expect([0, 1, 2, 3].map((index) => set?.rule(index))).toEqual([
      { line: 3, text: "!b", isNegated: true },
      { line: 5, text: " /", isNegated: false },
      { line: 6, text: "c", isNegated: false },
      null,
    ]);
  });

  test("matches wherever its parts fall on the words of the automaton", () => {
    for (let length = 1; length <= 100; length++) {
      const x = "x".repeat(length);
      const paths = [`${x}/b`, `${x}/c/b`, `${x}/c/d/b`, `${x}y1z`, `${x}yy2zz`, `${x}3z`, `${x}/y4z`];
      expect(matching(`/${x}/**/b`, paths)).toEqual(paths.slice(0, 3));
      expect(matching(`/${x}*y?z*`, paths)).toEqual(paths.slice(3, 5));
      expect(matching(`/${x}/*/**`, paths)).toEqual(paths.slice(1, 3));
      expect(matching(`c*${x}\n${x}*z`, paths)).toEqual(paths.slice(3, 6));
    }
  });

  test("case is folded for the letters of ASCII alone", () => {
    expect(["AZaz", "\xc0\xdeA", "[@`{", ""].map(foldAscii)).toEqual(["azaz", "\xc0\xdea", "[@`{", ""]);
  });

  test("sets are of bytes: a letter of two bytes is two of them", () => {
    const [e, E] = ["\xc3\xa9", "\xc3\x89"];
    expect(matching(`[${e}]`, [e, E, "\xc3"])).toEqual(["\xc3"]);
    expect(matching("??", [e, "a", "ab"])).toEqual([e, "ab"]);
    expect(matching("[\x80-\xff]*", [e, "\xff", "a"])).toEqual([e, "\xff"]);
  });
});

const CLASSES = [
  "alnum",
  "alpha",
  "blank",
  "cntrl",
  "digit",
  "graph",
  "lower",
  "print",
  "punct",
  "space",
  "upper",
  "xdigit",
];
const RANGES = ["a-f", "A-F", "f-a", "!-~", "\x80-\xff", "X-c", "a-c-f", "[:digit:]-f", "a[:digit:]-f"];
const SETS = [...CLASSES.map((name) => `[:${name}:]`), ...RANGES, "B", "\\B", "]", "^a", "[:", "[:x", "[:]-a"];

/** A short run takes every seventh byte. */
const STEP = isThorough ? 1 : 7;

/** A folder for every set, each with a file for every byte that a name can have. */
function makeFolders(ignoreCase: boolean): { top: string; paths: string[] } {
  const top = makeTempFolder();
  makeRepository(top, ignoreCase ? "[core]\nignorecase = true" : "");
  const paths: string[] = [];
  for (const [index, set] of SETS.entries()) {
    mkdirSync(join(top, `${index}`));
    writeFileSync(join(top, `${index}`, ".gitignore"), `x[${set}]`, "latin1");
    for (let byte = 1; byte < 256; byte += STEP) {
      if (byte === 47) continue;
      const path = `${index}/x${String.fromCharCode(byte)}`;
      writeFileSync(Buffer.from(`${top}/${path}`, "latin1"), "");
      paths.push(path);
    }
  }
  return { top, paths };
}

describe.skipIf(noGit !== null || process.platform !== "linux")("sets", () => {
  const compare = async (ignoreCase: boolean) => {
    const { top, paths } = makeFolders(ignoreCase);
    const world = makeWorld(join(top, ".git"));
    const expected = askGit(world, top, paths).map((answer) => answer !== null);
    using workspace = openWorkspace(top);
    const service = new FileDiscoveryService(top, { environment: world.environment });
    const folders: IgnoreWalk[] = [];
    for (const index of SETS.keys()) folders.push(await service.openWalk(workspace, [`${index}`]));
    const found = paths.map((path) => {
      const [folder = "", name = ""] = path.split("/");
      return folders[Number(folder)]?.isIgnored(name, false);
    });
    const label = (verdicts: readonly unknown[]) => verdicts.map((verdict, index) => [paths[index], verdict]);
    expect(label(found)).toEqual(label(expected));
  };

  test("git agrees on every byte and every class", async () => {
    await compare(false);
  });

  test("git agrees on them where case does not count", async () => {
    await compare(true);
  });
});
