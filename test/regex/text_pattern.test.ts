// The dialect of search patterns, construct by construct, for readers: what matches, what is refused and in which words. Leaves completeness
// to text_pattern_oracle.test.ts.

import { describe, expect, test } from "vitest";
import { PatternFault } from "../../src/regex/regex_text.ts";
import { compileTextPattern, parseTextPattern } from "../../src/regex/text_pattern.ts";
import { scanLines } from "../support/scan_lines.ts";

function matching(
  pattern: string,
  lines: readonly string[],
  options: { literal?: boolean; ignoreCase?: boolean } = {},
): string[] {
  const content = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  return scanLines(pattern, content, options).map(({ start, end }) => content.toString("utf8", start, end));
}

type Case = readonly [pattern: string, what: string, lines: readonly string[], matched: readonly string[]];

const CASES: readonly Case[] = [
  ["", "an empty pattern matches every line", ["", "a"], ["", "a"]],
  ["b", "a match may lie anywhere in the line", ["abc", "b", "ac", ""], ["abc", "b"]],
  ["^a", "a caret is the start of the line", ["ab", "ba"], ["ab"]],
  ["a$", "a dollar is its end", ["ab", "ba"], ["ba"]],
  ["^$", "both together are an empty line", ["", " "], [""]],
  ["a^b|$a", "in the middle they match nothing", ["ab", "a^b", "$a"], []],
  ["a.c", "a dot is any character", ["abc", "aéc", "a😀c", "ac", "abbc"], ["abc", "aéc", "a😀c"]],
  ["cat|dog", "alternation", ["cats", "a dog", "cow"], ["cats", "a dog"]],
  ["x(|a|)y", "alternatives may be empty", ["xy", "xay", "xby"], ["xy", "xay"]],
  ["(a)(?:b)(?P<n>c)(?<m>d)", "groups only group", ["abcd", "abc"], ["abcd"]],
  ["ab*c", "star", ["ac", "abbc", "adc"], ["ac", "abbc"]],
  ["ab+c", "plus", ["ac", "abbc"], ["abbc"]],
  ["ab?c", "question mark", ["ac", "abc", "abbc"], ["ac", "abc"]],
  ["^a{2}$", "an exact count", ["a", "aa", "aaa"], ["aa"]],
  ["^a{2,}$", "at least", ["a", "aa", "aaa"], ["aa", "aaa"]],
  ["^a{1,2}$", "from, to", ["a", "aa", "aaa", ""], ["a", "aa"]],
  ["^ab{0}c$", "no times", ["ac", "abc"], ["ac"]],
  ["^(a*?b+?c??d{1,2}?)$", "laziness changes no line", ["bd", "aabbcdd", "a"], ["bd", "aabbcdd"]],
  ["^a**$", "a quantifier may be repeated again", ["", "aa", "b"], ["", "aa"]],
  [
    "a{,2}|x{|{y|z{1",
    "a brace that begins no count stands for itself",
    ["a{,2}", "x{", "{y", "z{1", "aa"],
    ["a{,2}", "x{", "{y", "z{1"],
  ],
  ["a]|b}", "closing brackets and braces stand for themselves", ["a]", "b}", "ab"], ["a]", "b}"]],
  ["^[a-c_]+$", "a class with a range", ["ab_c", "abd"], ["ab_c"]],
  ["^[^a-c]$", "a negated class", ["a", "d", "é", ""], ["d", "é"]],
  ["^[]a]+$", "a bracket that comes first is a member", ["]a", "[a"], ["]a"]],
  ["^[^]a]$", "in a negated class too", ["]", "a", "b"], ["b"]],
  [
    "^[-a]$|^[b-]$|^[c\\-d]$",
    "a dash at the border or behind a backslash",
    ["-", "a", "b", "c", "d", "e"],
    ["-", "a", "b", "c", "d"],
  ],
  ["^[\\w-.]+$", "a dash behind a class stands for itself", ["a-.b", "a b"], ["a-.b"]],
  ["^[[:alpha:][:digit:]]+$", "named classes", ["aZ9", "a_", "é"], ["aZ9"]],
  ["^[[:^alpha:]]$", "and their negations", ["a", "1", "é"], ["1", "é"]],
  ["^[\\]\\[\\\\^]+$", "escapes in a class", ["[]\\^", "a"], ["[]\\^"]],
  ["^\\d$", "a digit of ASCII", ["1", "٣", "a"], ["1"]],
  ["^\\w$", "a character of a word, of ASCII", ["a", "_", "9", "é", "-"], ["a", "_", "9"]],
  ["^\\s$", "white space of ASCII", [" ", "\t", "\f", "\v", "\u00a0", "a"], [" ", "\t", "\f", "\v"]],
  ["^[\\D\\W]\\S$", "their negations", ["aa", "éb", "1b", "a "], ["aa", "éb"]],
  ["\\bcat\\b", "borders of words", ["a cat.", "cats", "concat", "cat", "écaté"], ["a cat.", "cat", "écaté"]],
  ["\\Bcat|^\\B$", "places that are none", ["concat", "cat", ""], ["concat", ""]],
  ["^\\t\\x41\\x{42}\\u{43}\\u0044\\U00000045$", "characters by their numbers", ["\tABCDE"], ["\tABCDE"]],
  ["^\\a\\f\\v\\r?x$", "control characters", ["\x07\f\vx"], ["\x07\f\vx"]],
  ['^\\.\\*\\/\\#\\ \\"\\-$', "punctuation behind a backslash", ['./# "-', '.*/# "-'], ['.*/# "-']],
  ["^\\p{Lu}\\pL\\p{Nd}\\PL\\p{^L}\\P{^Ll}$", "general categories", ["Éa٣--a", "éa٣--a", "Éa٣-aa"], ["Éa٣--a"]],
  [
    "(?i)straße|K",
    "case can be ignored from within",
    ["STRAßE", "STRAẞE", "k", "\u212a", "STRASSE"],
    ["STRAßE", "STRAẞE", "k", "\u212a"],
  ],
  ["a(?i:b)c", "for a group", ["abc", "aBc", "aBC"], ["abc", "aBc"]],
  ["(?i)a(?-i)b", "and switched off", ["Ab", "AB"], ["Ab"]],
  ["(a(?i)b|c)d", "it holds up to the end of the group", ["aBd", "Cd", "abD"], ["aBd", "Cd"]],
  ["(?sm)a.b|(?U)c*d|(?s-s:e)", "flags that change no line", ["axb", "d", "e", "f"], ["axb", "d", "e"]],
  ["[\\na]b|[^x]$", "a newline in a class is in no line", ["ab", "x", "y"], ["ab", "y"]],
];

describe("SE-02 the dialect", () => {
  test.each(CASES)("SE-02 %j: %s", (pattern, _what, lines, matched) => {
    expect(matching(pattern, lines)).toEqual(matched);
  });

  test("SE-02 literal patterns mean what they say", () => {
    expect(matching("a.b(", ["a.b(", "axb("], { literal: true })).toEqual(["a.b("]);
    expect(matching("É(S", ["é(ſ", "É(s", "ÉS"], { literal: true, ignoreCase: true })).toEqual(["é(ſ", "É(s"]);
    expect(matching("", ["", "a"], { literal: true })).toEqual(["", "a"]);
  });

  test("SE-02 a carriage return before the newline does not belong to the line; any other does", () => {
    const content = Buffer.from("a\r\nb\r\r\n\rc\r\n\r\nd\r");
    const found = (pattern: string) =>
      scanLines(pattern, content).map(({ start, end }) => content.toString("utf8", start, end));
    expect(found("^.$")).toEqual(["a"]);
    expect(found("\\r")).toEqual(["b\r", "\rc", "d\r"]);
    expect(found("\\r$")).toEqual(["b\r", "d\r"]);
    expect(found("^$")).toEqual([""]);
    expect(found("[ad]\\r")).toEqual(["d\r"]);
    expect(found("")).toEqual(["a", "b\r", "\rc", "", "d\r"]);
  });

  test("SE-02 the last line needs no newline, and an empty content has no lines", () => {
    const count = (pattern: string, content: string) => scanLines(pattern, content).length;
    expect(["", "\n", "a", "a\n", "a\n\n", "\na"].map((content) => count("", content))).toEqual([0, 1, 1, 1, 2, 2]);
    expect(["", "\n", "a", "a\n\n"].map((content) => count("^$", content))).toEqual([0, 1, 0, 1]);
  });

  test("SE-06 the match is the leftmost one, and the longest that begins there", () => {
    const content = Buffer.from("x\nabcdef cd\r\n");
    const found = (pattern: string) =>
      scanLines(pattern, content).map((line) => content.toString("utf8", line.matchStart, line.matchEnd));
    expect([found("cd|abcdef"), found("c.*?d"), found("d|cd$"), found("$")]).toEqual([
      ["abcdef"],
      ["cdef cd"],
      ["d"],
      ["", ""],
    ]);
  });

  test("a scan may begin at any line, and two scans of one pattern do not disturb each other", () => {
    const pattern = compileTextPattern("b.?c", { literal: false, ignoreCase: false });
    const content = Buffer.from("bc\nbxc\nbc\n");
    const [first, second] = [pattern.scan(content), pattern.scan(content, 3)];
    const take = (scanner: typeof first) => {
      let line = scanner.next(1);
      while (line === "paused") line = scanner.next(1);
      return line?.start;
    };
    expect([take(first), take(second), take(first), take(second), take(first), take(second)]).toEqual([
      0,
      3,
      3,
      7,
      7,
      undefined,
    ]);
  });
});

const deep = (count: number) => `${"(".repeat(count)}a${")".repeat(count)}`;

const REFUSED: readonly (readonly [pattern: string, column: number, words: string])[] = [
  ["a(?=b)", 2, "lookahead"],
  ["é(?!b)", 2, "lookahead"],
  ["😀(?<=b)", 2, "lookbehind"],
  ["(?<!b)", 1, "lookbehind"],
  ["(a)\\1", 4, "backreferences"],
  ["(?P<n>a)\\k<n>", 9, "backreferences"],
  ["(?P<n>a)(?P=n)", 9, "backreferences"],
  ["(?>a)", 1, "atomic groups"],
  ["ab*+c", 3, "possessive"],
  ["a++", 2, "possessive"],
  ["a?+", 2, "possessive"],
  ["a{2}+", 2, "possessive"],
  ["(?#note)", 1, "comments"],
  ["(?(1)a|b)", 1, "conditions"],
  ["(?R)", 1, "recursion"],
  ["(?x) a", 1, "flag"],
  ["(?-m)a", 1, "flag"],
  ["(?u)a", 1, "flag"],
  ["(?)", 1, "flags are missing"],
  ["(?i-)", 1, "flags are missing"],
  ["(?i", 1, "flag"],
  ["(?P<1>a)", 1, "name"],
  ["(?P<n>a)(?<n>b)", 9, '"n"'],
  ["(a", 1, 'closing ")"'],
  ["a)", 2, 'open for ")"'],
  ["*a", 1, "before the quantifier"],
  ["a|+", 3, "before the quantifier"],
  ["(?i)?", 5, "before the quantifier"],
  ["({2})", 2, "before the quantifier"],
  ["a{2,1}", 2, '"{2,1}" is out of order'],
  ["[z-a]", 2, "out of order"],
  ["[a-\\d]", 2, "one character"],
  ["x[a", 2, 'closing "]"'],
  ["[]", 1, 'closing "]"'],
  ["[a[b]]", 3, '"\\["'],
  ["[a-[b]]", 4, '"\\["'],
  ["[[:none:]]", 2, "unknown class"],
  ["[a&&b]", 3, '"&&"'],
  ["[a--b]", 3, '"--"'],
  ["[a~~b]", 3, '"~~"'],
  ["[\\b]", 2, "assertion"],
  ["\\p{Greek}", 1, "general categories"],
  ["\\p{", 1, "not closed"],
  ["\\pX", 1, "general categories"],
  ["\\x{110000}", 1, "not a Unicode character"],
  ["\\x{d800}", 1, "not a Unicode character"],
  ["\\x4", 1, "digits are missing"],
  ["\\u{}", 1, "digits are missing"],
  ["\\A", 1, '"^"'],
  ["a\\z", 2, '"$"'],
  ["\\<a", 1, '"\\b"'],
  ["\\Qa", 1, "quoted"],
  ["\\y", 1, "unknown escape"],
  ["\\0", 1, "unknown escape"],
  ["a\\", 2, "backslash"],
  ["a\\n", 2, "line by line"],
  ["a\nb", 2, "line by line"],
  ["[\\n]", 1, "line by line"],
  ["\ud800", 1, "surrogate"],
  ["a".repeat(1001), 1, "1001 bytes"],
  ["é".repeat(501), 1, "1002 bytes"],
  ["ab{2001}", 3, "2000 positions"],
  ["((a{1000}){1000}){1000}", 11, "2000 positions"],
  ["a{99999999999999999999}", 2, "2000 positions"],
  [`${"a{50}".repeat(41)}`, 1, "2000 positions"],
];

describe("SE-02 what is refused", () => {
  test.each(REFUSED)("SE-02 %j at column %j: %s", (pattern, column, words) => {
    const compile = () => compileTextPattern(pattern, { literal: false, ignoreCase: false });
    expect(compile).toThrow(PatternFault);
    try {
      compile();
    } catch (error) {
      if (!(error instanceof PatternFault)) throw error;
      expect([error.column, error.message]).toEqual([column, expect.stringContaining(words)]);
      // Where it would be refused too, it is no help.
      const hint = ["a\nb", "\ud800"].includes(pattern) ? "" : "; set literal to search for the text as it is";
      expect(error.message.endsWith(` at column ${column}${hint}`)).toBe(true);
    }
  });

  test("SE-02 up to the limits, patterns are accepted, however deep they are nested", () => {
    expect(matching("a".repeat(1000), ["a".repeat(999), "a".repeat(1000)])).toEqual(["a".repeat(1000)]);
    expect(matching("[ab]{2000}", ["a".repeat(1999), "b".repeat(2000)])).toEqual(["b".repeat(2000)]);
    expect(matching(deep(499), ["b", "a"])).toEqual(["a"]);
    expect(matching(`${"(a".repeat(333)}${")".repeat(333)}`, ["a".repeat(332), "a".repeat(333)])).toEqual([
      "a".repeat(333),
    ]);
    expect(matching(`^${"(b".repeat(240)}a${")*".repeat(240)}$`, ["", "b", "a", `${"b".repeat(240)}a`])).toEqual([
      "",
      "b",
      `${"b".repeat(240)}a`,
    ]);
    expect(matching("(){1000}(|){1000}(\\b){1000}x", ["x", "y"])).toEqual(["x"]);
  });
});

describe("SE-02 classes and categories of many ranges", () => {
  const GROUPS = ["L", "M", "N", "P", "S", "Z", "C"];
  const CATEGORIES = ["Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi"];
  const REST = ["Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn"];
  const all = [...GROUPS, ...CATEGORIES, ...REST];

  test("SE-02 a few dozen different ones are accepted, and the same one as often as it fits", () => {
    const accepted = [
      "\\pL+",
      "[\\p{L}\\p{N}_]{1,50}",
      all.map((name) => `\\p{${name}}?`).join(""),
      `(?i)${all.map((name) => `\\P{${name}}`).join("|")}`,
      `[${all.map((name) => `\\p{${name}}`).join("")}]+`,
      Array.from({ length: 36 }, (_, at) => `[\\p{L}\\p{N}${at}]*`).join(""),
      "\\pC".repeat(333),
      "[^\\pL]".repeat(166),
      `(?i)${"\\pC|".repeat(248)}`,
      "(\\pL|\\pN)".repeat(100),
    ];
    const parse = (source: string) => parseTextPattern(source, { literal: false, ignoreCase: false });
    expect(accepted.map((source) => typeof parse(source).compile)).toEqual(accepted.map(() => "function"));
  });

  test("SE-02 classes with more ranges than a pattern may have are refused [promise pattern-time]", () => {
    // Each has 686 ranges, or 687: the 44th is too much.
    const many = Array.from({ length: 60 }, (_, at) => `[\\pL${at}_]`).join("");
    expect(() => compileTextPattern(many, { literal: false, ignoreCase: false })).toThrow(
      "the classes and categories of the pattern have more than 30000 ranges of characters, at column 335; set literal",
    );
  });

  test("SE-03 they are compiled in many steps, ordinary patterns in one [promise pattern-time]", () => {
    const count = (source: string) =>
      [...parseTextPattern(source, { literal: false, ignoreCase: false }).compile()].length;
    const worst = Array.from({ length: 40 }, (_, at) => `[^\\pL${at}_]`).join("");
    expect([count(worst) > 20, count("^\\s*export .*(foo|bar)\\b")]).toEqual([true, 0]);
  });

  test("SE-02 an ever new class in every alternative matches what each of them matches alone", () => {
    const letters = ["é", "Ω", "ж", "中", "a", "1", " "];
    const classes = letters.map((letter) => `[^\\pN${letter}]`);
    expect(matching(`^(?:${classes.slice(0, 2).join("|")})$`, letters)).toEqual(["é", "Ω", "ж", "中", "a", " "]);
    for (const [at, own] of classes.entries()) {
      const others = letters.filter((letter, index) => index !== at && letter !== "1");
      expect(matching(`^${own}$`, letters)).toEqual(others);
    }
    expect(matching(`^${classes.join("")}$`, ["Ωéaж中  ".slice(0, 7), "éΩж中a1 "])).toEqual(
      ["Ωéaж中  ".slice(0, 7)].filter((text) =>
        Array.from(text).every((char, at) => char !== letters[at] && char !== "1"),
      ),
    );
  });
});

describe("SE-04 bytes", () => {
  const found = (pattern: string, bytes: readonly number[]) => scanLines(pattern, Buffer.from(bytes)).length === 1;
  const EURO = [0xe2, 0x82, 0xac];

  test("SE-04 an invalid byte is one character, for negated classes alone", () => {
    const patterns = ["^.$", "^[^a]$", "^\\W$", "^\\D$", "^\\S$", "^\\P{L}$", "^[[:^alpha:]]$", "^[\\Wa]$"];
    expect(patterns.map((pattern) => found(pattern, [0xff]))).toEqual(patterns.map(() => true));
    const others = ["^[\\x00-\\x{10ffff}]$", "^\\p{C}$", "^\\w$", "^[^\\W]$", "^[\\x{fffd}ÿ]$", "^$"];
    expect(others.map((pattern) => found(pattern, [0xff]))).toEqual(others.map(() => false));
  });

  test("SE-04 each byte of a broken, overlong or surrogate form is one of them", () => {
    const broken = [
      EURO.slice(0, 2),
      [0xc0, 0xaf],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xf0, 0x9f, 0x98],
      [0x80],
      [0xe0, 0x80, 0x80],
    ];
    for (const bytes of broken) {
      expect([bytes, found(`^a.{${bytes.length}}b$`, [97, ...bytes, 98])]).toEqual([bytes, true]);
      expect([bytes, found(`^a.{${bytes.length}}$`, [97, ...bytes])]).toEqual([bytes, true]);
    }
    expect([found("^.$", EURO), found("^€$", EURO), found("^..$", [...EURO, 0xac])]).toEqual([true, true, true]);
  });

  test("SE-04 case folding is simple folding, from a table of our own", () => {
    const same = (pattern: string, text: string) => matching(`^${pattern}$`, [text], { ignoreCase: true }).length === 1;
    const pairs = ["kK", "k\u212a", "S\u017f", "éÉ", "σς", "Σς", "ßẞ", "ΐΐ", "ǅǆ", "𐐀𐐨", "\u{10428}\u{10400}", "ꭰᎠ"];
    expect(pairs.filter((pair) => !same([...pair][0] ?? "", [...pair][1] ?? ""))).toEqual([]);
    expect(["iı", "Iİ", "ßs", "åa"].filter((pair) => same([...pair][0] ?? "", [...pair][1] ?? ""))).toEqual([]);
    expect([same("[a-z]", "\u212a"), same("[^k]", "\u212a"), same("\\p{Lu}", "a"), same("\\P{Lu}", "a")]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([same("\\w", "\u212a"), same("[\\w]", "\u017f"), same("\\W", "\u212a")]).toEqual([false, false, true]);
  });
});

test("SE-02 without looking for where a match lies, the same lines are found with fewer steps", () => {
  const content = Buffer.from("b 12345678\nc\nb 1\n".repeat(50));
  const pattern = compileTextPattern("[a-z] [0-9]+", { literal: false, ignoreCase: false });
  const scan = (locates: boolean) => {
    const scanner = pattern.scan(content, 0, locates);
    const starts: number[] = [];
    let pauses = 0;
    for (let found = scanner.next(4); found !== null; found = scanner.next(4)) {
      if (found === "paused") pauses += 1;
      else starts.push(found.start);
    }
    return { starts, pauses };
  };
  const [located, found] = [scan(true), scan(false)];
  expect(found.starts).toEqual(located.starts);
  expect(found.pauses).toBeLessThan(located.pauses / 2);
});
