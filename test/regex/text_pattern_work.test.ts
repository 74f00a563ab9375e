// What a scan does not do: read on without a pause, run the automaton where a literal is missing, hang. Nothing is measured in time: a
// hang is a time-out, and work is counted in the steps that a scan takes.

import { describe, expect, test } from "vitest";
import { compileTextPattern } from "../../src/regex/text_pattern.ts";
import { isThorough } from "../support/scale.ts";
import { scanLines } from "../support/scan_lines.ts";

const KIB = 1024;
/** How many KiB of noise a scan has to read. */
const NOISE = isThorough ? { hostile: 16, states: 400, pauses: 64 } : { hostile: 3, states: 100, pauses: 8 };

/** Letters of the alphabet, at random. */
function makeNoise(bytes: number, alphabet: string): string {
  let [seed, noise] = [1, ""];
  while (noise.length < bytes) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    noise += alphabet[(seed >>> 16) % alphabet.length];
  }
  return noise;
}

/** How often a scan pauses before it has read everything. */
function countPauses(pattern: string, content: string, maxSteps: number): number {
  const scanner = compileTextPattern(pattern, { literal: false, ignoreCase: false }).scan(Buffer.from(content));
  for (let pauses = 0; ; ) {
    const line = scanner.next(maxSteps);
    if (line === null) return pauses;
    if (line === "paused") pauses += 1;
  }
}

// Each takes a backtracking engine for ever, or a linear one more than its share. What stands behind the noise makes a match.
const HOSTILE: readonly (readonly [pattern: string, alphabet: string, end: string])[] = [
  ["^(a+)+b$", "a", "b"],
  ["^(?:(a+)+b|a+c)$", "a", "c"],
  ["a[ab]{900}[^ab]", "ab", `a${"ab".repeat(450)}c`],
  ["[ab]*a[ab]{1990}[^ab]", "ab", "c"],
  ["^(a?){900}[^a]", "a", "b"],
  ["([ab]|c*){300}[^a-c]", "abc", "d"],
  ["(.*){50}[^ab]", "ab", "c"],
  ["(x*)*[^x]", "x", "y"],
  ["(?i)([k-s]|é){300}[^k-s]", "kKsSpq", "!"],
  ["\\p{L}{200}[^\\p{L}]", "aé", "!"],
  ["a[ab]{30}((aa|bb|ab|ba|a|b)*(ab|b|aba)?){125}[^ab]", "ab", "c"],
  ["a[ab]{40}((((ab)*a|b)*b|a)*(aa|b)?){170}[^ab]", "ab", "c"],
  ["(\\b?a\\B?b?\\b?){500}[^ab ]", "ab ", `${"ab".repeat(500)}c`],
];

describe("SE-03 hostile patterns", () => {
  test.each(HOSTILE)("SE-03 %s ends, on one long line and on many", (pattern, alphabet, end) => {
    const noise = makeNoise(NOISE.hostile * KIB, alphabet);
    // `^(a?){900}` cannot read more.
    const line = pattern.startsWith("^(a?)") ? noise.slice(0, 900) : noise;
    expect(scanLines(pattern, `${noise}\n${line}${end}\n${noise}`).map(({ start }) => start)).toEqual([
      Buffer.byteLength(noise) + 1,
    ]);
    const lines = Array.from({ length: NOISE.hostile }, (_, index) => noise.slice(index * KIB, (index + 1) * KIB));
    expect(scanLines(pattern, `${lines.join("\n")}\n`)).toEqual([]);
  });

  test("SE-03 states that are too many to be remembered give the same answers", () => {
    const noise = makeNoise(NOISE.states * KIB, "ab");
    const lines = Array.from({ length: NOISE.states }, (_, index) => noise.slice(index * KIB, (index + 1) * KIB));
    const content = lines.join("\n");
    const expected = lines.flatMap((line, index) => {
      const end = index * (KIB + 1) + KIB;
      return line.at(-19) === "a" ? [{ start: end - KIB, end, matchStart: end - 19, matchEnd: end }] : [];
    });
    for (const maxSteps of [1e9, 10_007]) expect(scanLines("a[ab]{18}$", content, { maxSteps })).toEqual(expected);
  });

  test("SE-03 a scan pauses within a line, more often where a byte costs more", () => {
    const noise = makeNoise(NOISE.pauses * KIB, "ab");
    expect(countPauses("[^ab]", noise, 1000)).toBeGreaterThanOrEqual(NOISE.pauses);
    expect(countPauses("a[ab]{900}[^ab]", noise, 1000)).toBeGreaterThanOrEqual((NOISE.pauses / 64) * 10_000);
    // Looking for the place of a match in a long line pauses too.
    const [found, without] = [countPauses("a[ab]{900}$", noise, 1000), countPauses("a[ab]{900}[^ab]", noise, 1000)];
    expect(found).toBeGreaterThan(without);
  });
});

describe("SE-08 literals first", () => {
  const content = `${makeNoise(200 * KIB, "abcd \n")}\n`;

  test.each([
    "needle",
    "ne+dle",
    "(needle|noodle)s",
    "x.*needle",
    "\\bneedle\\b",
    "[nN]eedle",
    "(?:needle){2,}",
    "\\d+(?:ab|needle)needle",
  ])("SE-08 %s: without it, no byte is read by the automaton", (pattern) => {
    expect(countPauses(pattern, content, 150 * KIB)).toBe(0);
    expect(countPauses("[^ a-d]", content, 150 * KIB)).toBeGreaterThan(0);
  });

  test("SE-08 a literal that is in nearly every line is not looked for line by line", () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => (index % 1000 === 0 ? "see, me" : "eel x"));
    expect(scanLines("ee.*m", lines.join("\n")).length).toBe(20);
    expect(scanLines("ee", lines.join("\n")).length).toBe(20_000);
  });
});
