// What globs match and which are refused: the tables of docs/globs.md, two oracles, and patterns made to be slow.
// Leaves denied patterns to denied.test.ts.

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { minimatch } from "minimatch";
import { describe, expect, test } from "vitest";
import { compileGlob, findGlobFault } from "../support/globs.ts";
import { times } from "../support/scale.ts";

const page = readFileSync(new URL("../../docs/globs.md", import.meta.url), "utf8");

/** The rows below a table's header, cells in code type without their quotes. */
function readTable(header: string): string[][] {
  const lines = page.split("\n");
  const rows = lines.slice(lines.indexOf(header) + 2);
  const end = rows.findIndex((line) => !line.startsWith("|"));
  return rows.slice(0, end).map((line) =>
    line
      .slice(2, -2)
      .split(" | ")
      .map((cell) => cell.replace(/^`(.*)`$/, "$1")),
  );
}

const examples = readTable("| pattern | path | matches |");
const faults = readTable("| pattern | fault |");

describe("the table of matches", () => {
  test("is read whole", () => {
    expect(examples.filter((row) => row.length !== 3 || !/^(yes|no)$/.test(row[2] ?? ""))).toEqual([]);
    expect(examples.length).toBeGreaterThan(80);
  });

  test.each(examples)("%s and %s: %s", (pattern = "", path = "", matches = "") => {
    expect(findGlobFault(pattern)).toBe(null);
    expect(compileGlob(pattern)(path)).toBe(matches === "yes");
  });
});

describe("the table of faults", () => {
  const spelledOut = new Map<string, unknown>([
    ["(not a string)", 5],
    ["(empty)", ""],
    ["(4097 characters)", "a".repeat(4097)],
    ["(a NUL character)", "a\0b"],
    ["(33 braces inside each other)", `${"{".repeat(33)}a${"}".repeat(33)}`],
    ["(257 characters in classes)", `[${"a".repeat(200)}]/[${"b".repeat(57)}]`],
  ]);

  test("is read whole", () => {
    expect(faults.filter((row) => row.length !== 2)).toEqual([]);
    expect(faults.length).toBe(22);
  });

  test.each(faults)("%s: %s", (pattern = "", fault = "") => {
    expect(findGlobFault(spelledOut.has(pattern) ? spelledOut.get(pattern) : pattern)).toBe(fault);
  });

  test("whatever is not a string is one of them", () => {
    expect([undefined, null, 0, true, {}, ["a"]].map(findGlobFault)).toEqual(new Array(6).fill("it is not a string"));
  });
});

describe("the limits", () => {
  test("the longest patterns are still globs", () => {
    for (const pattern of ["a".repeat(4096), "*".repeat(4096), "?".repeat(4096), `${"*a".repeat(2047)}*b`]) {
      expect(findGlobFault(pattern)).toBe(null);
    }
    expect(compileGlob("a".repeat(4096))("a".repeat(4096))).toBe(true);
    expect(compileGlob("?".repeat(4096))("a".repeat(4095))).toBe(false);
  });

  test("classes and braces are globs up to their limits [promise pattern-time]", () => {
    expect(findGlobFault(`[${"a".repeat(256)}]`)).toBe(null);
    expect(findGlobFault(`${"{".repeat(32)}a${"}".repeat(32)}`)).toBe(null);
    // 2 ** 9 alternatives of 15 characters and an end are 8192.
    const braces = "{a,b}".repeat(9);
    const tooLarge = "its braces expand to more than 8192 characters in all";
    expect([`${braces}123456`, `123456${braces}`].map(findGlobFault)).toEqual([null, null]);
    expect([`${braces}1234567`, `1234567${braces}`].map(findGlobFault)).toEqual([tooLarge, tooLarge]);
  });

  test("what a class costs is counted after the braces are written out", () => {
    expect(findGlobFault("{1..64}[a-df-h0-9_]")).toBe(null);
    expect(findGlobFault("{1..65}[a-df-h0-9_]")).toBe("its [...] hold more than 256 characters and ranges in total");
  });

  test("a range too large to count with is too large", () => {
    for (const range of ["{1..99999999999999999999}", "{-9007199254740992..0}", `{${"0".repeat(2000)}1..9}`]) {
      expect(findGlobFault(range)).toBe("its braces expand to more than 8192 characters in all");
    }
  });
});

describe("a glob", () => {
  test("gives the same answer each time it is asked", () => {
    const matches = compileGlob("**/[a-c]*é{x,y}");
    const paths = ["aéx", "d/béy", "dé", "é", "aéx", "c/aéz", "d/béy"];
    expect(paths.map(matches)).toEqual([true, true, false, false, true, false, true]);
  });

  test("matches any character, met before or not", () => {
    // More different ones than are remembered.
    const paths = Array.from({ length: 600 }, (_, index) => `x${String.fromCodePoint(0x4e00 + index)}`);
    expect(paths.filter(compileGlob("x[一-乿]")).length).toBe(128);
    expect(paths.filter(compileGlob("x[!一-乿]")).length).toBe(472);
    expect(paths.filter(compileGlob("x?"))).toEqual(paths);
  });

  test("ignores case when told to, in text and in classes", () => {
    const cases: [pattern: string, path: string][] = [
      ["SRC/*.Ts", "src/A.tS"],
      ["[a-c]x", "BX"],
      ["[A-C]x", "bx"],
      ["ÉTÉ", "été"],
      ["ΣΑΣ", "σας"],
      ["*.key", "a.KEY"],
      ["*.key", "a.\u212Aey"],
      [".ssh", ".\u017Fsh"],
      ["straße", "STRAßE"],
      ["𐐀", "𐐨"],
    ];
    for (const [pattern, path] of cases) {
      expect([pattern, compileGlob(pattern, { ignoreCase: true })(path)]).toEqual([pattern, true]);
      expect([pattern, compileGlob(pattern)(path)]).toEqual([pattern, false]);
    }
    expect(compileGlob("[!A]", { ignoreCase: true })("a")).toBe(false);
    expect(compileGlob("[!A]", { ignoreCase: true })("b")).toBe(true);
    expect(["è", "é", "ê"].map(compileGlob("[É]", { ignoreCase: true }))).toEqual([false, true, false]);
  });

  test("tells characters beyond ASCII apart in classes, half pairs too", () => {
    // The edges of lengths, of alphabets, and the halves of pairs.
    const edges = [
      0x2e, 0x30, 0x7f, 0x80, 0xe9, 0x7ff, 0x800, 0xfff, 0x1000, 0xd7ff, 0xd800, 0xdfff, 0xe000, 0xffff, 0x10000,
    ];
    const code = fc.constantFrom(...edges, 0x3ffff, 0x40000, 0xfffff, 0x100000, 0x10ffff);
    const range = fc.tuple(code, code).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    const show = (one: number) => `\\${String.fromCodePoint(one)}`;
    fc.assert(
      fc.property(
        fc.array(range, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        code,
        code,
        (ranges, negated, a, b) => {
          // Two halves side by side would be one character.
          fc.pre(![a, b].every((one) => one >= 0xd800 && one <= 0xdfff));
          const inside = (one: number) => ranges.some(([first, last]) => first <= one && one <= last) !== negated;
          const set = `[${negated ? "!" : ""}${ranges.map(([first, last]) => `${show(first)}-${show(last)}`).join("")}]`;
          const path = `x${String.fromCodePoint(a)}y${String.fromCodePoint(b)}`;
          expect(compileGlob(`x${set}y${set}`)(path)).toBe(inside(a) && inside(b));
          expect(compileGlob(`*${set}*${show(b)}`)(path)).toBe([0x78, a, 0x79].some(inside));
        },
      ),
      { numRuns: times(40, 5000) },
    );
  });

  test("ignores case in classes of any alphabet, as in text", () => {
    const letter = fc.constantFrom(..."aAzZ@[`{éÉσςΣµμ\u017fs\u212akKıiİIßẞ𐐀𐐨ǅǆǄаА");
    const only = (text: string, otherwise: string) => ([...text].length === 1 ? text : otherwise);
    const upper = (char: string) => only(char.toUpperCase(), char);
    const fold = (char: string) => only(upper(char).toLowerCase(), upper(char));
    fc.assert(
      fc.property(fc.array(letter, { minLength: 1, maxLength: 3 }), fc.boolean(), letter, (members, negated, char) => {
        const folded = fold(char);
        const isMember = members.some((member) => fold(member) === folded);
        const set = `[${negated ? "!" : ""}${members.map((member) => `\\${member}`).join("")}]`;
        expect(compileGlob(set, { ignoreCase: true })(char)).toBe(isMember !== negated);
        expect(compileGlob(`\\${members[0]}`, { ignoreCase: true })(char)).toBe(fold(members[0] ?? "") === folded);
      }),
      { numRuns: times(25, 3000) },
    );
  });

  test("finds every alternative of a wide pattern", () => {
    const matches = compileGlob("x/{0..799}/*b");
    const hits = Array.from({ length: 802 }, (_, index) => `x/${index}/zb`).filter(matches);
    expect(hits).toEqual(Array.from({ length: 800 }, (_, index) => `x/${index}/zb`));
  });
});

/** Straight from the definition of each wildcard; exponential, so only for small patterns. */
function matchesNaively(pattern: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return path.length === 0;
  if (first !== "**") {
    const [name, ...below] = path;
    return name !== undefined && nameMatchesNaively(first, name) && matchesNaively(rest, below);
  }
  const least = rest.length === 0 ? 1 : 0;
  return path.some((_, index) => index >= least && matchesNaively(rest, path.slice(index))) || isAllOf(rest, path);
}

function isAllOf(rest: readonly string[], path: readonly string[]): boolean {
  return path.length > 0 && matchesNaively(rest, []);
}

function nameMatchesNaively(pattern: string, name: string): boolean {
  if (pattern === "") return name === "";
  const rest = pattern.slice(1);
  if (pattern.startsWith("*")) {
    return nameMatchesNaively(rest, name) || (name !== "" && nameMatchesNaively(pattern, name.slice(1)));
  }
  return name !== "" && (pattern[0] === "?" || pattern[0] === name[0]) && nameMatchesNaively(rest, name.slice(1));
}

function joined(names: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> {
  return fc
    .array(names, { minLength: 1, maxLength })
    .map((parts) => parts.join("/"))
    .filter((path) => path !== ".");
}

// A name of dots alone is no name, and a pattern of one is dropped.
const nameOf = (unit: fc.Arbitrary<string>, maxLength: number) =>
  fc.string({ unit, minLength: 1, maxLength }).filter((name) => !/^\.+$/.test(name));
const paths = joined(nameOf(fc.constantFrom("a", "b", "."), 4), 5);

describe("random patterns", () => {
  test("agree with a naive matcher", () => {
    const names = nameOf(fc.constantFrom("a", "b", ".", "*", "?"), 5);
    const patterns = joined(fc.oneof(names, fc.constant("**")), 5);
    fc.assert(
      fc.property(patterns, paths, (pattern, path) => {
        expect(compileGlob(pattern)(path)).toBe(matchesNaively(pattern.split("/"), path.split("/")));
      }),
      { numRuns: times(30, 10_000) },
    );
  });

  test("agree with minimatch, braces, classes and escapes included", () => {
    const piece = fc.constantFrom("a", "b", ".", "*", "?", "[ab]", "[!a]", "[.-b]", "[]a]", "\\*", "\\a");
    const name = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""));
    const part = fc.oneof(name, fc.constant("**"), fc.constantFrom("{a,*b}", "{a/b,.*/?}", "{b,{a,**}}", "{a..b}*"));
    // Five would go over the limit for classes once the braces are written out.
    const patterns = joined(part, 4).filter((pattern) => !/(^|\/)\.+($|\/)/.test(pattern));
    const options = { dot: true, noext: true, nonegate: true, nocomment: true, platform: "linux" } as const;
    fc.assert(
      fc.property(patterns, paths, (pattern, path) => {
        expect(compileGlob(pattern)(path)).toBe(minimatch(path, pattern, options));
      }),
      { numRuns: times(30, 10_000) },
    );
  });

  test("of any text are either refused or matched, never more than that", () => {
    const text = fc.string({ unit: fc.constantFrom(..."ab*?[]{}!^-,.\\/1é😀"), maxLength: 30, size: "max" });
    fc.assert(
      fc.property(text, text, (pattern, path) => {
        if (findGlobFault(pattern) === null) expect(typeof compileGlob(pattern)(path)).toBe("boolean");
      }),
      { numRuns: times(30, 10_000) },
    );
  });
});

// Each of them takes some matcher more than a second. Nothing is measured: a hang is a time-out.
describe("patterns made to be slow", () => {
  const fill = (unit: string, length: number) => unit.repeat(Math.floor(length / unit.length));
  const hostile = [
    `${fill("*a", 4094)}*b`,
    `${fill("**/a/", 4090)}b`,
    `${fill("**/*/", 4090)}b`,
    `${fill("**/*a*/", 4088)}b/**`,
    `${fill("?*", 4094)}b`,
    `${fill("[ab]*", 640)}c`,
    `**/${fill("*a/", 4000)}b/**`,
    `**/${fill("a/", 4000)}b/**`,
    `*${fill("a", 4090)}b*`,
    `*${fill("?", 2000)}b*`,
    `*${fill("[!b]", 512)}b*`,
    `+(*a|*b)${fill("*a", 4000)}c`,
    `{${fill("*ab,", 4000)}*b}`,
    `*{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}*b`,
    `**/{${fill("**/a*/,", 2000)}b}/*/c`,
  ];
  const long = [
    fill("a", 4096),
    `${fill("a/", 4094)}a`,
    `${fill(`${"a".repeat(255)}/`, 4090)}a`,
    String.fromCodePoint(...Array.from({ length: 4096 }, (_, index) => 0x4e00 + index)),
  ];

  test.each(hostile.map((pattern) => [pattern.slice(0, 30), pattern]))(
    "%s... ends [promise pattern-time]",
    (_, pattern = "") => {
      expect(findGlobFault(pattern)).toBe(null);
      const matchers = [compileGlob(pattern), compileGlob(pattern, { ignoreCase: true })];
      expect(matchers.map((matches) => long.map(matches))).toEqual([
        [false, false, false, false],
        [false, false, false, false],
      ]);
    },
  );

  const explosive = [
    fill("{a,b}", 4096),
    fill("{,}", 4096),
    `${"{a,".repeat(32)}b${"}".repeat(32)}`.repeat(20),
    fill("{1..9}", 4096),
    `{${"0".repeat(1000)}1..${"9".repeat(1000)}}`,
    `{1..9999999}{1..9999999}`,
    `{${"0".repeat(4000)}1..8191}`,
    `${"{".repeat(2048)}${"}".repeat(2048)}`,
    fill("{a,b", 4096),
  ];

  test.each(explosive.map((pattern) => [pattern.slice(0, 30), pattern]))("%s... is refused", (_, pattern = "") => {
    expect(findGlobFault(pattern)).toMatch(/^its braces are|^its braces expand/);
  });
});
