// Random regular expressions as trees: written in the syntax of each engine, and matched naively by the definition of each part. Supports
// only the characters of ALPHABET, with its own list of cases.

import fc from "fast-check";

export type NaiveRegex =
  | { readonly kind: "char"; readonly char: string }
  | { readonly kind: "any" }
  | { readonly kind: "class"; readonly negated: boolean; readonly items: readonly ClassItem[] }
  | { readonly kind: "perl"; readonly name: PerlName }
  | { readonly kind: "category"; readonly name: string; readonly negated: boolean }
  | { readonly kind: "assertion"; readonly name: "^" | "$" | "\\b" | "\\B" }
  | { readonly kind: "sequence"; readonly items: readonly NaiveRegex[] }
  | { readonly kind: "choice"; readonly items: readonly NaiveRegex[] }
  | { readonly kind: "repeat"; readonly item: NaiveRegex; readonly quantifier: Quantifier; readonly lazy: boolean }
  | { readonly kind: "group"; readonly start: string; readonly ignoreCase?: boolean; readonly item: NaiveRegex };

type PerlName = "d" | "D" | "w" | "W" | "s" | "S";
type ClassItem = readonly [first: string, last: string] | PerlName | `[:${string}:]`;
type Quantifier = readonly [text: string, min: number, max: number];

/** `re2` is ours too. ripgrep's escapes are Unicode by default, so they are written out as ours. */
export type Dialect = "ours" | "ripgrep";

const CASES = ["aA", "bB", "kK\u212a", "sS\u017f", "zZ", "éÉ", "σΣς"];
export const ALPHABET = [
  "a",
  "A",
  "b",
  "k",
  "K",
  "\u212a",
  "s",
  "\u017f",
  "z",
  "_",
  "1",
  " ",
  "-",
  "\t",
  "é",
  "É",
  "σ",
  "ς",
  "中",
  "😀",
];
const ASCII_WORD = /^\w$/;
const PERL: Record<string, (char: string) => boolean> = {
  d: (char) => /^[0-9]$/.test(char),
  w: (char) => ASCII_WORD.test(char),
  s: (char) => /^[\t\n\v\f\r ]$/.test(char),
};
const POSIX: Record<string, RegExp> = {
  "[:alpha:]": /^[A-Za-z]$/,
  "[:^alpha:]": /^[^A-Za-z]$/u,
  "[:upper:]": /^[A-Z]$/,
  "[:^digit:]": /^[^0-9]$/u,
};

/** A byte that is not UTF-8. */
export const INVALID = "invalid";

function sameCase(char: string): readonly string[] {
  const group = CASES.find((chars) => chars.includes(char));
  return group === undefined ? [char] : [...group];
}

const isPerl = (name: PerlName, char: string) => PERL[name.toLowerCase()]?.(char) !== (name !== name.toLowerCase());

function isInItem(item: ClassItem, char: string, ignoreCase: boolean): boolean {
  if (typeof item === "string" && item.startsWith("[")) {
    const isNegated = item.startsWith("[:^");
    if (char === INVALID) return isNegated;
    const chars = ignoreCase ? sameCase(char) : [char];
    return isNegated ? chars.every((one) => POSIX[item]?.test(one)) : chars.some((one) => POSIX[item]?.test(one));
  }
  if (typeof item === "string") return isPerl(item as PerlName, char);
  if (char === INVALID) return false;
  const isInRange = (one: string) =>
    (one.codePointAt(0) ?? 0) >= (item[0].codePointAt(0) ?? 0) &&
    (one.codePointAt(0) ?? 0) <= (item[1].codePointAt(0) ?? 0);
  return ignoreCase ? sameCase(char).some(isInRange) : isInRange(char);
}

function matchesChar(regex: NaiveRegex, char: string, ignoreCase: boolean): boolean {
  if (regex.kind === "any") return true;
  if (regex.kind === "class") return regex.items.some((item) => isInItem(item, char, ignoreCase)) !== regex.negated;
  if (regex.kind === "perl") return isPerl(regex.name, char);
  if (regex.kind === "char") return ignoreCase ? sameCase(char).includes(regex.char) : char === regex.char;
  if (regex.kind !== "category") throw new Error(`${regex.kind} is not one character`);
  const test = new RegExp(`^\\p{${regex.name}}$`, "u");
  const isIn = char !== INVALID && (ignoreCase ? sameCase(char).some((one) => test.test(one)) : test.test(char));
  return isIn !== regex.negated;
}

function holds(name: string, text: readonly string[], at: number): boolean {
  if (name === "^") return at === 0;
  if (name === "$") return at === text.length;
  const isWord = (index: number) => ASCII_WORD.test(text[index] ?? "");
  return (isWord(at - 1) !== isWord(at)) === (name === "\\b");
}

type Ends = ReadonlySet<number>;

function endsOf(regex: NaiveRegex, text: readonly string[], from: Ends, ignoreCase: boolean): Ends {
  const follow = (one: NaiveRegex, starts: Ends) => endsOf(one, text, starts, ignoreCase);
  switch (regex.kind) {
    case "assertion":
      return new Set([...from].filter((at) => holds(regex.name, text, at)));
    case "sequence":
      return regex.items.reduce((ends, item) => follow(item, ends), from);
    case "choice":
      return new Set(regex.items.flatMap((item) => [...follow(item, from)]));
    case "group":
      return endsOf(regex.item, text, from, regex.ignoreCase ?? ignoreCase);
    case "repeat":
      return repeatEnds(regex.quantifier, from, (starts) => follow(regex.item, starts));
    default:
      return new Set(
        [...from].flatMap((at) => (at < text.length && matchesChar(regex, text[at] ?? "", ignoreCase) ? [at + 1] : [])),
      );
  }
}

function repeatEnds([, min, max]: Quantifier, from: Ends, follow: (starts: Ends) => Ends): Ends {
  let [ends, all] = [from, new Set(min === 0 ? from : [])];
  for (let count = 1; count <= max && ends.size > 0; count++) {
    ends = follow(ends);
    if (count < min) continue;
    const before = all.size;
    all = new Set([...all, ...ends]);
    if (count > min && all.size === before) break;
  }
  return all;
}

/** The leftmost match, and of those that start there the longest. */
export function findNaively(
  regex: NaiveRegex,
  text: readonly string[],
  ignoreCase: boolean,
): readonly [number, number] | null {
  for (let start = 0; start <= text.length; start++) {
    const ends = endsOf(regex, text, new Set([start]), ignoreCase);
    if (ends.size > 0) return [start, Math.max(...ends)];
  }
  return null;
}

const RIPGREP_PERL: Record<PerlName, string> = {
  d: "[0-9]",
  D: "[^0-9]",
  w: "(?-i:[0-9A-Za-z_])",
  W: "(?-i:[^0-9A-Za-z_])",
  s: "[\\t\\n\\v\\f\\r ]",
  S: "[^\\t\\n\\v\\f\\r ]",
};

export function writeRegex(regex: NaiveRegex, dialect: Dialect): string {
  const write = (one: NaiveRegex) => writeRegex(one, dialect);
  const grouped = (one: NaiveRegex, kinds: readonly string[]) =>
    kinds.includes(one.kind) ? `(?:${write(one)})` : write(one);
  if (regex.kind === "char") return escapeChar(regex.char);
  if (regex.kind === "any") return ".";
  if (regex.kind === "class") return `[${regex.negated ? "^" : ""}${regex.items.map(writeItem).join("")}]`;
  if (regex.kind === "perl") return dialect === "ours" ? `\\${regex.name}` : RIPGREP_PERL[regex.name];
  if (regex.kind === "category") return `\\${regex.negated ? "P" : "p"}{${regex.name}}`;
  if (regex.kind === "assertion")
    return dialect === "ours" || regex.name.length === 1 ? regex.name : `(?-u:${regex.name})`;
  if (regex.kind === "sequence") return regex.items.map((item) => grouped(item, ["choice"])).join("");
  if (regex.kind === "choice") return regex.items.map(write).join("|");
  if (regex.kind === "group") return `${regex.start}${write(regex.item)})`;
  const item = grouped(regex.item, ["choice", "sequence", "repeat"]);
  return `${item}${regex.quantifier[0]}${regex.lazy ? "?" : ""}`;
}

function writeItem(item: ClassItem): string {
  if (typeof item === "string") return item.startsWith("[") ? item : `\\${item}`;
  return item[0] === item[1] ? escapeChar(item[0]) : `${escapeChar(item[0])}-${escapeChar(item[1])}`;
}

function escapeChar(char: string): string {
  return char === "-" ? "\\-" : char === "\t" ? "\\t" : char;
}

/** Constructs that engines read differently, and that are left out for some. */
export interface Shape {
  readonly alphabet: readonly string[];
  readonly assertions: readonly ("^" | "$" | "\\b" | "\\B")[];
  /** `\w` and similar escapes in `[...]`. */
  readonly perlInClasses: boolean;
}

const QUANTIFIERS: readonly Quantifier[] = [
  ["*", 0, 1e9],
  ["+", 1, 1e9],
  ["?", 0, 1],
  ["{2}", 2, 2],
  ["{0}", 0, 0],
  ["{1,}", 1, 1e9],
  ["{0,2}", 0, 2],
  ["{2,4}", 2, 4],
];

export function naiveRegex({ alphabet, assertions, perlInClasses }: Shape): fc.Arbitrary<NaiveRegex> {
  const char = fc.constantFrom(...alphabet);
  const perlName = fc.constantFrom<PerlName>("d", "D", "w", "W", "s", "S");
  const range = fc
    .tuple(char, char)
    .map(([a, b]): ClassItem => ((a.codePointAt(0) ?? 0) <= (b.codePointAt(0) ?? 0) ? [a, b] : [b, a]));
  const single = char.map((one): ClassItem => [one, one]);
  const posix = fc.constantFrom<ClassItem>("[:alpha:]", "[:^alpha:]", "[:upper:]", "[:^digit:]");
  const item = fc.oneof(
    { weight: 4, arbitrary: single },
    { weight: 2, arbitrary: range },
    posix,
    ...(perlInClasses ? [perlName] : []),
  );
  const leaf = fc.oneof(
    { weight: 8, arbitrary: char.map((one): NaiveRegex => ({ kind: "char", char: one })) },
    fc.constant<NaiveRegex>({ kind: "any" }),
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("class" as const),
        negated: fc.boolean(),
        items: fc.array(item, { minLength: 1, maxLength: 3 }),
      }),
    },
    fc.record({ kind: fc.constant("perl" as const), name: perlName }),
    fc.record({
      kind: fc.constant("category" as const),
      name: fc.constantFrom("L", "Lu", "Ll", "N", "S", "Lo"),
      negated: fc.boolean(),
    }),
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("assertion" as const), name: fc.constantFrom(...assertions) }),
    },
  );
  const groupStart = fc.constantFrom<readonly [string, boolean?]>(
    ["("],
    ["(?:"],
    ["(?i:", true],
    ["(?-i:", false],
    ["(?s:"],
  );
  const { regex } = fc.letrec<{ regex: NaiveRegex }>((tie) => ({
    regex: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      { weight: 3, arbitrary: leaf },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant("sequence" as const),
          items: fc.array(tie("regex"), { minLength: 1, maxLength: 4 }),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant("choice" as const),
          items: fc.array(tie("regex"), { minLength: 2, maxLength: 3 }),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant("repeat" as const),
          item: tie("regex"),
          quantifier: fc.constantFrom(...QUANTIFIERS),
          lazy: fc.boolean(),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(groupStart, tie("regex")).map(
          ([[start, ignoreCase], one]): NaiveRegex => ({
            kind: "group",
            start,
            item: one,
            ...(ignoreCase === undefined ? {} : { ignoreCase }),
          }),
        ),
      },
    ),
  }));
  return regex;
}
