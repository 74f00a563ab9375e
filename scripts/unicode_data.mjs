// @ts-check
// Writes src/regex/unicode_data.ts: the general categories and the simple case folding of this Node's Unicode version. Run: node
// scripts/unicode_data.mjs. The file is committed, because matching must not depend on the runtime's version of Unicode.

import { writeFileSync } from "node:fs";

const LAST_CHAR = 0x10ffff;
// Cn: all code points without another category.
const UNASSIGNED = "Cn";
const CATEGORIES = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co".split(" ");
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ+-*/";

/** @type {(code: number) => string} */
const toChar = (code) => String.fromCodePoint(code);

function categoryRuns() {
  const tests = CATEGORIES.map((name) => new RegExp(`^\\p{${name}}$`, "u"));
  const names = [...CATEGORIES, UNASSIGNED];
  let [runs, length, last] = ["", 0, 0];
  const write = () => {
    runs += `${length === 1 ? "" : length.toString(36)}${LETTERS[last]}`;
  };
  for (let code = 0; code <= LAST_CHAR; code++) {
    const char = toChar(code);
    // Neighbours often have the same category.
    const found = tests[last]?.test(char) ? last : tests.findIndex((test) => test.test(char));
    const category = found === -1 ? names.length - 1 : found;
    if (category !== last && length > 0) {
      write();
      length = 0;
    }
    last = category;
    length += 1;
  }
  write();
  return runs;
}

/** Each character that equals others if case is ignored, with the lowest of them. */
function foldPairs() {
  const cased = /^[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]$/u;
  const codes = Array.from({ length: LAST_CHAR + 1 }, (_, code) => code).filter((code) => cased.test(toChar(code)));
  const all = codes.map(toChar).join("");
  /** @type {[number, number][]} */
  const pairs = [];
  for (const code of codes) {
    const least = all.match(new RegExp(`\\u{${code.toString(16)}}`, "iu"))?.[0].codePointAt(0) ?? code;
    if (least !== code) pairs.push([code, least]);
  }
  return pairs;
}

/** Runs of pairs at the same distance: the gap after the last one, their number, their step, and the distance. */
function foldRuns() {
  /** @type {{ first: number, count: number, step: number, distance: number }[]} */
  const runs = [];
  for (const [code, least] of foldPairs()) {
    const run = runs.at(-1);
    const gap = run === undefined ? 0 : code - run.first - (run.count - 1) * run.step;
    const fits = run !== undefined && run.distance === code - least && (run.count === 1 ? gap <= 2 : gap === run.step);
    if (fits) {
      run.step = gap;
      run.count += 1;
    } else runs.push({ first: code, count: 1, step: 1, distance: code - least });
  }
  let last = 0;
  return runs
    .map(({ first, count, step, distance }) => {
      const fields = [first - last, count, step, distance];
      last = first;
      return fields.map((field) => field.toString(36)).join(" ");
    })
    .join(",");
}

/** @param {string} name @param {string} text */
function constant(name, text) {
  const lines = text.match(/.{1,130}/g) ?? [];
  return `export const ${name} =\n${lines.map((line) => `  "${line}"`).join(" +\n")};\n`;
}

writeFileSync(
  new URL("../src/regex/unicode_data.ts", import.meta.url),
  `// Written by scripts/unicode_data.mjs from Unicode ${process.versions.unicode}. Read by unicode.ts, which knows the format.
// biome-ignore-all format: one line is one line of data.

/** Runs of code points from 0 on: their number in base 36 unless it is 1, and a letter for their category. */
${constant("CATEGORY_RUNS", categoryRuns())}
/** By letter. */
export const CATEGORY_LETTERS: Readonly<Record<string, string>> = {
${[...CATEGORIES, UNASSIGNED].map((name, at) => `  "${LETTERS[at]}": "${name}",`).join("\n")}
};

/** Characters with the least one that they equal when case is ignored: runs of first (behind the last first), count, step, distance. */
${constant("FOLD_RUNS", foldRuns())}`,
);
