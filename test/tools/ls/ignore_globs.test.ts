// The `ignore` globs of the Gemini dialect on names. Leaves to listing.test.ts what is done with a match.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CallClock } from "../../../src/disk/call_clock.ts";
import { compileIgnore, findIgnoreFault } from "../../../src/tools/ls/ignore_globs.ts";
import { HastyClock } from "../../support/hasty_clock.ts";
import { times } from "../../support/scale.ts";

const compile = (patterns: readonly string[]) => compileIgnore(patterns, new CallClock());

describe("an ignore glob", () => {
  test.each([
    ["a", "a", true],
    ["a", "ab", false],
    ["a", "A", false],
    ["*", "anything", true],
    ["*", ".hidden", true],
    ["*.log", "a.log", true],
    ["*.log", ".log", true],
    ["*.log", "alog", false],
    ["*.log", "a.log.1", false],
    ["a*b*c", "abc", true],
    ["a*b*c", "a-b-b-c", true],
    ["a*b*c", "a-c-b", false],
    ["**", "a", true],
    ["a**b", "ab", true],
    ["?", "a", true],
    ["?", "ab", false],
    ["?", "é", true],
    ["?", "😀", true],
    ["a?", "a", false],
    ["?*", "a", true],
    ["*?", "a", true],
    ["[ab]", "a", false],
    ["[ab]", "[ab]", true],
    ["{a,b}", "a", false],
    ["{a,b}", "{a,b}", true],
    ["a.b+c", "a.b+c", true],
    ["a.b", "axb", false],
    ["^a$", "a", false],
    ["^a$", "^a$", true],
    ["(a|b)", "(a|b)", true],
    ["\\*", "*", false],
    ["\\*", "\\anything", true],
    ["!a", "!a", true],
    ["!a", "b", false],
    ["a/", "a", false],
    ["a/b", "b", false],
    ["", "a", false],
    [".", "a", false],
    ["..", "a", false],
    ["a*", "a\nb", true],
    ["a?b", "a\u2028b", true],
  ])("LS-05 %s against %j: %s", async (pattern, name, expected) => {
    expect((await compile([pattern]))(name)).toBe(expected);
  });

  test("LS-05 is one of several, of which any may match", async () => {
    const isIgnored = await compile(["*.log", "", "tmp?", "x"]);
    expect(["a.log", "tmp1", "x", "tmp", "y", "log"].map(isIgnored)).toEqual([true, true, true, false, false, false]);
    expect((await compile([]))("a")).toBe(false);
    expect((await compile(["", ""]))("a")).toBe(false);
  });

  test("LS-05 many are compiled in slices, and each of them counts", async () => {
    const patterns = Array.from({ length: 8000 }, (_, index) => `*${index}?z`);
    expect(findIgnoreFault(patterns)).toBe(null);
    const clock = new HastyClock();
    const isIgnored = await compileIgnore(patterns, clock);
    expect(clock.rests).toBeGreaterThan(10);
    const names = patterns.map((_, index) => `n${index}-z`);
    expect(names.filter((name) => !isIgnored(name))).toEqual([]);
    expect(["n8000-y", "8z", "z"].map(isIgnored)).toEqual([false, false, false]);
  });

  test("LS-05 says the same as a regular expression", async () => {
    const unit = fc.constantFrom("a", "b", "*", "?", ".", "\\", "[", "é", "😀", "\n");
    const toExpression = (pattern: string) =>
      pattern
        .replace(/[.+^${}()|[\]\\]/g, "\\$&")
        .replaceAll("*", ".*")
        .replaceAll("?", ".");
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit, maxLength: 6 }),
        fc.string({ unit, minLength: 1, maxLength: 6 }).filter((name) => name !== "."),
        async (pattern, name) => {
          const expected = new RegExp(`^${toExpression(pattern)}$`, "su").test(name);
          expect((await compile([pattern]))(name)).toBe(expected);
        },
      ),
      { numRuns: times(60, 2000) },
    );
  });

  const fill = (text: string) => text.repeat(Math.floor(4092 / text.length));
  const hostile = [`${fill("*a")}*b`, `${fill("?*")}b`, `*${fill("a")}b*`, `*${fill("?")}b*`, `${fill("a*")}b`];
  test.each(hostile.map((pattern) => [pattern.slice(0, 12), pattern]))("LS-05 ends: %s...", async (_, pattern = "") => {
    expect(findIgnoreFault([pattern])).toBe(null);
    const isIgnored = await compile([pattern]);
    for (let i = 0; i < 100; i++) expect(isIgnored("a".repeat(255))).toBe(false);
  });
});
