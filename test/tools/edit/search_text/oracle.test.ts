// search_text against ripgrep, on random trees and random patterns: the same files are searched, and the same lines match. Pages of a
// random size, joined.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAgentToolkit } from "../../../../src/toolkit.ts";
import { ALPHABET, type NaiveRegex, naiveRegex, writeRegex } from "../../../support/naive_regex.ts";
import { askRipgrep, noRipgrep } from "../../../support/ripgrep.ts";
import { isThorough, times } from "../../../support/scale.ts";
import { makeTree } from "../../../support/tree.ts";
import { searchPages, toLines } from "./calls.ts";

const RUNS = times(2, 104);
const PATTERNS_PER_TREE = isThorough ? 20 : 6;

// No name that trees always leave out, which ripgrep does not know of; no byte that is not UTF-8, which `.` does not match in ripgrep;
// no `\r\n`: with --crlf, `$` takes the `\r` into the match, so that `$\b` is never found there.
const FOLDERS = ["", "src/", "src/deep/", "lib/", "lib/a.d/", ".hidden/", "skipped/", "src/skipped/", "z/y/x/w/"];
const ENDINGS = ["ts", "js", "md", "log", "d.ts"];

const line = fc.array(fc.constantFrom(...ALPHABET.filter((char) => char !== "\n")), { maxLength: 6 });
const content = fc
  .tuple(fc.array(line, { maxLength: 6 }), fc.boolean())
  .map(([lines, hasLast]) => lines.map((chars) => `${chars.join("")}\n`).join("") + (hasLast ? "tail" : ""));
const files = fc.uniqueArray(fc.tuple(fc.constantFrom(...FOLDERS), fc.nat(9), fc.constantFrom(...ENDINGS), content), {
  selector: ([folder, index, ending]) => `${folder}${index}.${ending}`,
  minLength: 80,
  maxLength: 120,
  size: "max",
});
const trees = files.map((all) => [
  "dir .git",
  "file .gitignore skipped\n*.log\n!src/**/*.log\n",
  ...all.map(([folder, index, ending, text]) => `file ${folder}${index}.${ending} ${text}`),
]);

// `\b` is written `(?-u:\b)` for ripgrep, whose own is of Unicode; `\B` is compared in test/regex. `^` comes first or not at all: ripgrep 13
// never finds `$^` in an empty line.
const plain = naiveRegex({ alphabet: ALPHABET, assertions: ["$", "\\b"], perlInClasses: false });
const start: NaiveRegex = { kind: "assertion", name: "^" };
const regex = fc.oneof(
  plain,
  plain.map((one): NaiveRegex => ({ kind: "sequence", items: [start, one] })),
);

/** Ours, and the same for ripgrep. A glob there overrides what is hidden and ignored, so the two are never combined. */
const SELECTIONS = [
  [{}, []],
  [{ include_hidden: true }, ["--hidden", "--glob", "!.git"]],
  [{ include_hidden: true, include_ignored: true }, ["--hidden", "--no-ignore", "--glob", "!.git"]],
  [{ include_hidden: true, include_ignored: true, include: ["*.ts"] }, ["--hidden", "--no-ignore", "--glob", "*.ts"]],
  [
    { include_hidden: true, include_ignored: true, include: ["src/**/*.{js,md}"], exclude: ["deep"] },
    ["--hidden", "--no-ignore", "--glob", "src/**/*.{js,md}", "--glob", "!deep"],
  ],
] as const;

const calls = fc.record({
  regex,
  ignoreCase: fc.boolean(),
  selection: fc.constantFrom(...SELECTIONS),
  max_results: fc.constantFrom(7, 100, 1000),
});

describe.skipIf(noRipgrep !== null)("search_text beside ripgrep", () => {
  test("SE-09 finds the same lines in the same files", async () => {
    let cases = 0;
    const batches = fc.tuple(trees, fc.array(calls, { minLength: PATTERNS_PER_TREE, maxLength: PATTERNS_PER_TREE }));
    await fc.assert(
      fc.asyncProperty(batches, async ([lines, asked]) => {
        const root = makeTree(lines);
        using toolkit = createAgentToolkit({ workspaceRoot: root });
        for (const { regex, ignoreCase, selection, max_results } of asked) {
          const [ours, theirs] = selection;
          const pattern = writeRegex(regex, "ours");
          if (Buffer.byteLength(pattern) > 1000) continue;
          const flags = [...theirs, ...(ignoreCase ? ["--ignore-case"] : [])];
          const expected = askRipgrep(root, writeRegex(regex, "ripgrep"), flags);
          if (expected === null) continue;
          const { include = [], exclude = [], ...hidden } = { include: [], exclude: [], ...ours };
          const args = { pattern, ignore_case: ignoreCase, max_results, ...hidden };
          const pages = await searchPages(toolkit, { ...args, include: [...include], exclude: [...exclude] });
          expect([pattern, selection, pages.flatMap(toLines)]).toEqual([pattern, selection, expected]);
          cases += pages.reduce((sum, { searched_files }) => sum + searched_files, 0);
        }
      }),
      { numRuns: Math.ceil(RUNS / PATTERNS_PER_TREE), endOnFailure: true },
    );
    // With the 18,000 of test/regex, where lines are compared one by one, more than 30,000.
    expect(cases).toBeGreaterThan(RUNS * 50);
  });
});
