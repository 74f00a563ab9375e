// Random regular expressions on random lines, compared with a naive matcher, with re2js and with ripgrep: the same lines match, and the
// first match lies at the same place.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { ALPHABET, findNaively, INVALID, type NaiveRegex, naiveRegex, writeRegex } from "../support/naive_regex.ts";
import { isThorough, times } from "../support/scale.ts";
import { scanLines } from "../support/scan_lines.ts";
import { makeTempFolder } from "../support/tree.ts";

const RUNS = times(4, 60);
const ALL = ["^", "$", "\\b", "\\B"] as const;
const INVALID_BYTES = [[0xff], [0xc3], [0x80], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf0, 0x9f, 0x98]];

const linesOf = (alphabet: readonly string[], maxLength: number) =>
  fc.array(fc.array(fc.constantFrom(...alphabet), { maxLength: 8 }), {
    minLength: maxLength / 2,
    maxLength,
    size: "max",
  });

/** A line as bytes, and as what each byte of it belongs to. */
type Unit = readonly [char: string, bytes: readonly number[]];

const validUnit = fc.constantFrom(...ALPHABET).map((char): Unit[] => [[char, [...Buffer.from(char)]]]);
// Behind each stands a letter, so that no two of them make a character.
const invalidUnits = fc
  .constantFrom(...INVALID_BYTES)
  .map((bytes): Unit[] => [...bytes.map((byte): Unit => [INVALID, [byte]]), ["a", [97]]]);
const unitLine = fc
  .array(fc.oneof({ weight: 6, arbitrary: validUnit }, { weight: 1, arbitrary: invalidUnits }), { maxLength: 7 })
  .map((units) => units.flat());

const byteLength = (units: readonly Unit[]) => units.reduce((sum, [, bytes]) => sum + bytes.length, 0);

/** What a scan must find in these lines. */
function expectedLines(regex: NaiveRegex, lines: readonly (readonly Unit[])[], ignoreCase: boolean, ending: string) {
  let start = 0;
  return lines.flatMap((line) => {
    const found = findNaively(
      regex,
      line.map(([char]) => char),
      ignoreCase,
    );
    const [from, end] = [start, start + byteLength(line)];
    start = end + ending.length;
    if (found === null) return [];
    const [matchStart, matchEnd] = found.map((at) => from + byteLength(line.slice(0, at)));
    return [{ start: from, end, matchStart, matchEnd }];
  });
}

describe("random patterns", () => {
  test("SE-02 SE-03 SE-04 agree with a naive matcher, with bytes that are not UTF-8, with pauses anywhere", () => {
    const regex = naiveRegex({ alphabet: ALPHABET, assertions: ALL, perlInClasses: true });
    const lines = fc.array(unitLine, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        regex,
        lines,
        fc.boolean(),
        fc.constantFrom("\n", "\r\n"),
        fc.integer({ min: 1, max: 300 }),
        (given, units, ignoreCase, ending, maxSteps) => {
          const source = writeRegex(given, "ours");
          fc.pre(Buffer.byteLength(source) <= 1000);
          const content = Buffer.concat(
            units.flatMap((line) => [...line.map(([, bytes]) => Buffer.from(bytes)), Buffer.from(ending)]),
          );
          const expected = expectedLines(given, units, ignoreCase, ending);
          expect([source, scanLines(source, content, { ignoreCase })]).toEqual([source, expected]);
          expect(scanLines(source, content, { ignoreCase, maxSteps })).toEqual(expected);
        },
      ),
      { numRuns: RUNS * 8 },
    );
  });

  test("SE-02 agree with it wherever their parts fall on the words of the automaton", () => {
    const regex = naiveRegex({ alphabet: ["a", "b", " "], assertions: ALL, perlInClasses: true });
    const line = fc.array(fc.constantFrom("a", "b", " "), { maxLength: 8 });
    fc.assert(
      fc.property(regex, fc.integer({ min: 1, max: 70 }), line, (given, shift, chars) => {
        const fill = Array.from({ length: shift }, (): NaiveRegex => ({ kind: "char", char: "a" }));
        const whole: NaiveRegex = { kind: "sequence", items: [...fill, given] };
        const source = writeRegex(whole, "ours");
        fc.pre(Buffer.byteLength(source) <= 1000);
        const text = [...fill.map(() => "a"), ...chars];
        const found = findNaively(whole, text, false);
        expect([source, scanLines(source, text.join("")).map((one) => [one.matchStart, one.matchEnd])]).toEqual([
          source,
          found === null ? [] : [found],
        ]);
      }),
      { numRuns: RUNS * 8 },
    );
  });

  // Without the Kelvin sign and the long s: re2js counts them to `\w` when case is ignored.
  test("SE-02 agree with re2js", () => {
    const alphabet = ALPHABET.filter((char) => char !== "\u212a" && char !== "\u017f");
    const regex = naiveRegex({ alphabet, assertions: ALL, perlInClasses: true });
    fc.assert(
      fc.property(regex, linesOf(alphabet, 20), (given, lines) => {
        const source = writeRegex(given, "ours");
        fc.pre(Buffer.byteLength(source) <= 1000);
        const matcher = RE2JS.compile(source);
        const texts = lines.map((chars) => chars.join(""));
        const expected = texts.filter((text) => matcher.matcher(text).find());
        const content = Buffer.from(texts.map((text) => `${text}\n`).join(""));
        const found = scanLines(source, content).map(({ start, end }) => content.toString("utf8", start, end));
        expect([source, found]).toEqual([source, expected]);
      }),
      { numRuns: RUNS * 8 },
    );
  });
});

/** Half of them with `^` before them. */
function anchored(regex: fc.Arbitrary<NaiveRegex>): fc.Arbitrary<NaiveRegex> {
  const start: NaiveRegex = { kind: "assertion", name: "^" };
  return fc.oneof(
    regex,
    regex.map((one): NaiveRegex => ({ kind: "sequence", items: [start, one] })),
  );
}

const noRipgrep = spawnSync("rg", ["--version"]).error === undefined ? false : "rg is not installed";

function askRipgrep(folder: string, source: string, lines: readonly string[], ignoreCase: boolean): string[] | null {
  const file = join(folder, "lines");
  writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
  const options = [
    "--no-config",
    "--no-filename",
    "--no-line-number",
    "--column",
    "--text",
    ...(ignoreCase ? ["-i"] : []),
  ];
  const { status, stdout } = spawnSync("rg", [...options, "-e", source, "--", file], { encoding: "utf8" });
  return status === 2 ? null : stdout.split("\n").slice(0, -1);
}

describe.skipIf(noRipgrep)(`random patterns${noRipgrep ? ` (skipped: ${noRipgrep})` : ""}`, () => {
  // `\b` is written `(?-u:\b)`, because ripgrep's own is of Unicode. `(?-u:\B)` holds between the bytes of one character too, so it is
  // compared on ASCII alone. `^` comes first or not at all: ripgrep 13 never finds `$^` in an empty line (re2js and `rg -P` do), and `\b^`
  // in fewer lines with mmap than without.
  const shapes = [
    { alphabet: ALPHABET, assertions: ["$", "\\b"], perlInClasses: false },
    { alphabet: ALPHABET.filter((char) => char < "\x7f"), assertions: ["$", "\\b", "\\B"], perlInClasses: false },
  ] as const;

  test.each(shapes)("SE-09 find the lines and columns that ripgrep finds ($assertions)", (shape) => {
    const folder = makeTempFolder();
    let pairs = 0;
    fc.assert(
      fc.property(
        anchored(naiveRegex(shape)),
        linesOf(shape.alphabet, 100),
        fc.boolean(),
        (given, lines, ignoreCase) => {
          const texts = lines.map((chars) => chars.join(""));
          const expected = askRipgrep(folder, writeRegex(given, "ripgrep"), texts, ignoreCase);
          fc.pre(expected !== null);
          const content = Buffer.from(texts.map((text) => `${text}\n`).join(""));
          const source = writeRegex(given, "ours");
          const found = scanLines(source, content, { ignoreCase });
          pairs += texts.length;
          expect([
            source,
            found.map(
              ({ start, end, matchStart }) => `${matchStart - start + 1}:${content.toString("utf8", start, end)}`,
            ),
          ]).toEqual([source, expected]);
        },
      ),
      { numRuns: RUNS },
    );
    // Each run has at least 50, on average 75.
    expect(pairs).toBeGreaterThan(RUNS * (isThorough ? 60 : 49));
  });
});
