// git is the oracle for its own configuration syntax: the same keys and values, or no file at all.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toEnd } from "../../src/disk/steps.ts";
import { parseGitConfig } from "../../src/git/config.ts";
import { times } from "../support/scale.ts";
import { makeTempFolder } from "../support/tree.ts";
import { noGit } from "./git_oracle.ts";

const PIECES = [
  ...[
    "[core]",
    "[core]\n",
    "[Core]\n",
    '[a "B c"]\n',
    '[a "x\\"y\\\\z"]\n',
    "[a.b]\n",
    "[a",
    "]",
    '[a ""]',
    "[ core]",
    '[a"b"]',
  ],
  ...[
    "excludesFile",
    "ignoreCase",
    "a-1",
    "1a",
    "path",
    "=",
    " = ",
    "=\t",
    "~/x",
    "a b",
    "true",
    "/a\tb",
    "é",
    "\ufeff",
  ],
  ...[
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    " ",
    "\t",
    '"',
    '"a b "',
    '"#;"',
    "#",
    " # x\n",
    ";",
    "\\n",
    "\\t",
    "\\b",
    "\\\\",
    '\\"',
    "\\x",
    "\\\n",
  ],
];
const lines = ["\n\texcludesFile = ~/a\n", "\nname = x\n", "\nbare\n", "[core]\n", '[include]\npath = "a b"\n'];
const anyConfig = fc
  .tuple(
    fc.constantFrom("", "[core]\n", "\ufeff[core]\n"),
    fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.constantFrom(...lines)), { maxLength: 8 }),
  )
  .map(([start, pieces]) => start + pieces.join(""));

/** Null if git does not take the file. */
function askGit(path: string): (readonly [string, string | null])[] | null {
  const env = { PATH: process.env.PATH ?? "", GIT_CONFIG_NOSYSTEM: "1", HOME: "/nonexistent" };
  const child = spawnSync("git", ["config", "--no-includes", "-z", "-l", "-f", path], { env, encoding: "utf8" });
  if (child.status !== 0) return null;
  const items = child.stdout.split("\0").slice(0, -1);
  return items.map((item) => {
    const cut = item.indexOf("\n");
    return cut === -1 ? [item, null] : [item.slice(0, cut), item.slice(cut + 1)];
  });
}

function parse(text: string): (readonly [string, string | null])[] | null {
  const { entries, isBroken } = toEnd(parseGitConfig(text));
  return isBroken ? null : entries.map(({ key, value }) => [key, value]);
}

test("reads sections, quotes, escapes and comments", () => {
  const value = '"a # b ; c"\\t\\"d\\\n  e   f" "  # g';
  expect(parse(`; a\n[Core]\n  IgnoreCase\n\texcludesFile = ${value}\n[a "B.c"] x=\n`)).toEqual([
    ["core.ignorecase", null],
    ["core.excludesfile", 'a # b ; c\t"d  e   f '],
    ["a.B.c.x", ""],
  ]);
  expect(parse("[core]\na = b ; c # d\ne = f # g ; h\n")).toEqual([
    ["core.a", "b"],
    ["core.e", "f"],
  ]);
  expect(["[core] a # b", "[core", '[core]\na = "b', "[core]\na = \\x", "[core]\n1a = b"].map(parse)).toEqual(
    new Array(5).fill(null),
  );
});

describe.skipIf(noGit !== null)("parseGitConfig", () => {
  test("reads what git reads, and breaks where git does", () => {
    const path = join(makeTempFolder(), "config");
    fc.assert(
      fc.property(anyConfig, (text) => {
        writeFileSync(path, text);
        expect(parse(text)).toEqual(askGit(path));
      }),
      { numRuns: times(10, 150) },
    );
  });
});
