// Files made to waste time or memory. None of these tests looks at a clock: with a matcher that goes back and tries again, or with a
// parser that searches the same text over and over, they would not end.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toEnd } from "../../src/disk/steps.ts";
import { MAX_LINE_CHARS, parseGitConfig } from "../../src/git/config.ts";
import { compileIgnoreFile, MAX_RULE_BYTES } from "../../src/git/ignore_file.ts";
import { MAX_RULES_BYTES } from "../../src/git/rule_file_reader.ts";
import { makeTree } from "../support/tree.ts";
import { REPOSITORY, serve } from "./services.ts";

const LONGEST_NAME = "a".repeat(255);

/** The line of the rule that matches a name in the folder of the file; 0 for none, null for a file with too many rules. */
function lineFor(rules: string, name: string): number | null {
  const set = toEnd(compileIgnoreFile(Buffer.from(rules, "latin1"), false));
  return set && (set.rule(set.open().find(name, false))?.line ?? 0);
}

const fill = (part: string, end = "", bytes = MAX_RULES_BYTES) =>
  part.repeat(Math.floor((bytes - end.length) / part.length)) + end;

describe("patterns that make others go back and try again", () => {
  const DOTS = "a.".repeat(127);
  const PATTERNS: readonly (readonly [string, string])[] = [
    [`${"*.".repeat(12)}x`, DOTS],
    [`${"*a".repeat(60)}*b`, LONGEST_NAME],
    [`${"?*".repeat(80)}b`, LONGEST_NAME],
    [`${"[ab]*".repeat(40)}c`, LONGEST_NAME],
    [`${"*?".repeat(100)}*[!a]`, LONGEST_NAME],
  ];

  test.each(PATTERNS)("%s", (pattern, name) => {
    expect([lineFor(pattern, name), lineFor(`${pattern}\n*`, name)]).toEqual([0, 2]);
    expect(lineFor(pattern.replace(/(?:x|b|c|\[!a\])$/, ""), name)).toBe(1);
  });

  test("across folders, a thousand of them deep", () => {
    const set = toEnd(compileIgnoreFile(Buffer.from(`${"**/a/".repeat(200)}b\n${"**/a/".repeat(200)}a`), false));
    let cursor = set?.open();
    for (let depth = 0; depth < 1000; depth++) cursor = cursor?.enter("a") ?? undefined;
    expect([cursor?.find("b", false), cursor?.find("a", false), cursor?.find("c", false)]).toEqual([0, 1, -1]);
  });
});

describe("1 MiB", () => {
  const FILES: readonly (readonly [what: string, rules: string, line: number])[] = [
    ["of empty lines", fill("\n", "\n*"), MAX_RULES_BYTES],
    ["of slashes in lines as long as may be", fill(`${"/".repeat(MAX_RULE_BYTES)}\n`, "*"), 16],
    ["of comment", fill("#", "\n*"), 2],
    ["behind a NUL byte", fill("x", "\n*").replace("xx", "*\0"), 2],
  ];

  test.each(FILES)("%s", (_what, rules, line) => {
    expect(rules.length).toBeLessThanOrEqual(MAX_RULES_BYTES);
    expect(lineFor(rules, LONGEST_NAME)).toBe(line);
  });

  const LONG_RULES: readonly (readonly [what: string, rule: (bytes: number) => string, line: number])[] = [
    ["letters", (bytes) => fill("a", "", bytes), 0],
    ["stars", (bytes) => fill("*", "", bytes), 1],
    ["spaces", (bytes) => fill(" ", "", bytes), 0],
    ["protected spaces", (bytes) => fill("\\ ", "", bytes), 0],
    ["backslashes", (bytes) => fill("\\\\", "", bytes), 0],
    ["slashes", (bytes) => fill("/", "", bytes), 0],
    ["a set that does not close", (bytes) => fill("[[:a", "", bytes), 0],
    ["a set with what seem to be classes", (bytes) => `[${fill("[:", "x]]", bytes - 1)}`, 0],
    ["ranges", (bytes) => `[${fill("a-z", "]*..", bytes - 1)}`, 0],
    ["folders, which are one", (bytes) => fill("**/", "a", bytes), 0],
  ];

  test.each(LONG_RULES)(
    "in one rule of %s counts as too many rules; the longest that may be is obeyed",
    (_what, rule, line) => {
      expect(lineFor(rule(MAX_RULES_BYTES), LONGEST_NAME)).toBeNull();
      expect(lineFor(rule(MAX_RULE_BYTES), LONGEST_NAME)).toBe(line);
      expect(lineFor(`!x\n${"a".repeat(MAX_RULE_BYTES + 1)}\n!y`, LONGEST_NAME)).toBeNull();
    },
  );

  const WILD: readonly (readonly [what: string, part: string, end: string, line: number])[] = [
    ["of stars and letters", "*a", "", 0],
    ["of stars and letters in many lines", "*a*b\n", "*a", 10240],
    ["of one pattern in many lines", "a?b*\n", "a*", 10240],
    ["of folders", "**/a", "", 0],
    ["of paths in many lines", "a/*/b\n", "a*/b", 0],
    ["of sets", "[a]", "", 0],
    ["of sets in many lines", "[a-z]*b\n", "[a]*", 6400],
  ];

  test.each(WILD)("%s are too many; a twentieth of it is obeyed", (_what, part, end, line) => {
    expect(lineFor(fill(part, end), LONGEST_NAME)).toBeNull();
    expect(lineFor(fill(part, end, 50 * 1024), LONGEST_NAME)).toBe(line);
  });

  test("of endings are too many; a tenth of it is obeyed [promise pattern-time]", () => {
    const endings = Array.from({ length: 1400 }, (_, length) => `*${"a".repeat(length + 1)}`);
    expect(endings.join("\n").length).toBeLessThanOrEqual(MAX_RULES_BYTES);
    const lines = [1400, 440].map((count) => lineFor(endings.slice(0, count).join("\n"), LONGEST_NAME));
    expect(lines).toEqual([null, 255]);
  });

  test("of names, each of which is found", () => {
    const names = Array.from({ length: 150_000 }, (_, index) => index.toString(36));
    const set = toEnd(compileIgnoreFile(Buffer.from(names.join("\n")), false));
    expect([names[0], names[77_777], names.at(-1), "zzzzz"].map((name) => set?.open().find(name ?? "", false))).toEqual(
      [...[0, 77_777], ...[149_999, -1]],
    );
  });

  test("of a git configuration", () => {
    const read = (text: string) => {
      const { entries, isBroken } = toEnd(parseGitConfig(text));
      return [entries.length, isBroken];
    };
    const whole = ["\n", " ", "#", "a\n", "a = b  #\n"].map((part) => read(fill(part)));
    expect(whole).toEqual([
      ...[0, 0, 0, MAX_RULES_BYTES / 2].map((count) => [count, false]),
      [Math.floor(MAX_RULES_BYTES / 9), false],
    ]);
    const long = ["[a]", '[a "\\a', "a", "a = \\\n", "a = b  #", '"', "\\", `a = "\\n`, "a = b  "].map((part) =>
      read(fill(part)),
    );
    expect(long).toEqual(long.map(() => [0, true]));
  });

  test.each([
    ["a header", (length: number) => `[a "${fill("\\a", "", length - 6)}"]`],
    ["a name", (length: number) => "a".repeat(length)],
    ["a value", (length: number) => `a = ${fill(" ", "c", length - 4)}`],
    ["a quoted value", (length: number) => `a = "${fill(" ", '"', length - 5)}`],
    ["a value over many lines", (length: number) => `a = ${fill("\\\n", "c", length - 4)}`],
  ])("a git configuration with %s that is too long is broken there", (_what, make) => {
    const read = (length: number) => toEnd(parseGitConfig(`[x]\nb\n${make(length)}\nb\n`));
    expect(read(MAX_LINE_CHARS - 1)).toMatchObject({ isBroken: false });
    expect(read(MAX_LINE_CHARS + 10)).toEqual({ entries: [{ key: "x.b", value: null }], isBroken: true });
  });
});

describe("in a workspace", () => {
  test.each([
    ["too_large", "*.log\n".repeat(1_000_000)],
    ["too_many_rules", "*a?\n".repeat(200_000)],
    ["too_many_rules", "a".repeat(65_537)],
  ])(
    "an ignore file that is %s is reported, and everything in its folder and below counts as ignored [promise too-many-rules]",
    (problem, rules) => {
      const root = makeTree([
        ...REPOSITORY,
        "file .gitignore !c",
        `file d/.gitignore !e\n${rules}`,
        "file d/f/.gitignore !*",
      ]);
      const service = serve(root);
      const file = "d/.gitignore";
      expect([service.filterFiles(["a", "d", "d/e", "d/f", "d/f/g"]), service.problems()]).toEqual([
        ["a", "d"],
        [{ source: "gitignore", file, reason: problem }],
      ]);
      for (const path of ["d/e", "d/f/g"]) {
        const from = { source: "gitignore", file, line: null, pattern: null, problem };
        expect(service.verdict(path)).toEqual({ ignored: true, from });
      }
    },
  );

  test("where info/exclude has too many rules, only what a .gitignore brings back is shown: git asks that one first [promise too-many-rules]", () => {
    const root = makeTree([...REPOSITORY, `file .git/info/exclude ${"*a?\n".repeat(200_000)}`, "file .gitignore !b"]);
    expect(serve(root).filterFiles(["a", "b", "d/b"])).toEqual(["b"]);
  });

  test("a path of a million names, or one that no disk can have, is not ignored", () => {
    const service = serve(makeTree([...REPOSITORY, "file .gitignore *"]));
    const paths = ["a/".repeat(1_000_000), "a".repeat(5000), "a\0b", "\ud800"];
    expect(service.filterFiles(paths)).toEqual(paths);
    expect(service.shouldIgnoreFile("a/".repeat(2000))).toBe(true);
  });

  test("a .git that points at itself, at a loop or at a folder of newlines is survived", () => {
    for (const content of [
      "gitdir: .git",
      "gitdir: loop",
      `gitdir: ${"\n\r".repeat(100_000)}x`,
      `gitdir: ${"a/".repeat(100_000)}`,
    ]) {
      const root = makeTree([`file .git ${content}`, "symlink loop loop", "file .gitignore *.log"]);
      expect(serve(root).filterFiles(["a.log", "b"])).toEqual(["b"]);
    }
    const root = makeTree(["symlink .git .git", "file .gitignore *.log"]);
    expect(serve(root).filterFiles(["a.log", "b", ".git"])).toEqual(["a.log", "b"]);
  });

  test("a commondir that names itself, or nothing, is survived", () => {
    for (const content of [".", "..", "", "\n", "commondir", "/nonexistent"]) {
      const root = makeTree([...REPOSITORY, "file .gitignore *.log"]);
      writeFileSync(join(root, ".git", "commondir"), content);
      expect(serve(root).filterFiles(["a.log", "b"])).toEqual(["b"]);
    }
  });
});
