// Random ignore files, made of everything that gitignore(5) knows and of what it does not. One character per byte.
// Leaves to the tests what they are compared with.

import fc from "fast-check";

const toRaw = (text: string) => Buffer.from(text).toString("latin1");

// Short and much alike, so that patterns meet them.
export const NAMES: readonly string[] = [
  ...["a", "b", "ab", "ba", "abc", "aab", "a.b", "foo", "Foo", "foo.o", "foo.log", "b.log", "B", ".a", ".log", "x1"],
  ...["a b", " a", "a ", "a  ", "!a", "#a", "a#", "[a]", "a]", "[", "a-b", "-", "^", "*", "**", "a*", "?", "a?b"],
  ...["\\", "a\\", "\\a", "a\\b", "a\nb", "\n", "a\r", "\r", "a\tb", "..a", "...", "~", "{a,b}", "a$", "(a)", ":a"],
  ...[toRaw("é"), toRaw("É"), toRaw("日本"), toRaw("😀"), "\xff", "a\xff", "\x80b", "\x01", "\x7f", "\xef\xbb\xbfa"],
];

export const FOLDER_NAMES: readonly string[] = [
  "a",
  "b",
  "ab",
  "foo",
  "Foo",
  "a b",
  "[a]",
  "x.d",
  ".a",
  "\xff",
  "a\\b",
];

const protect = (name: string) => name.replace(/[\\*?[\]!# ]/g, (char) => `\\${char}`);
const literal = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 3, arbitrary: fc.constantFrom(...FOLDER_NAMES) },
  { weight: 2, arbitrary: fc.constantFrom(...NAMES).map(protect) },
);

const CLASSES = ["alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper"];
const posixClass = fc.constantFrom(...CLASSES, "xdigit", "foo", "", "ALPHA").map((name) => `[:${name}:]`);
const member = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom("a", "b", "A", "B", "f", "o", ".", "-", "!", "^", " ", "\\]", "\\a", "\\\\"),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom("a-b", "a-z", "A-Z", "b-a", "a-\\z", "\\a-z", "!-/", "\x80-\xff", "A-z", " --"),
  },
  { weight: 2, arbitrary: posixClass },
  { weight: 1, arbitrary: fc.constantFrom("]", "[", "[:", "[:alpha", "/", "\xff", "\xc3", "a-", "-a") },
);
const bracket = fc
  .tuple(
    fc.constantFrom("", "", "!", "^"),
    fc.array(member, { minLength: 1, maxLength: 3 }),
    fc.constantFrom("]", "]", "]", "]", ""),
  )
  .map(([negation, members, close]) => `[${negation}${members.join("")}${close}`);

const atom = fc.oneof(
  { weight: 5, arbitrary: literal },
  { weight: 5, arbitrary: fc.constantFrom("a", "b", "f", "o", ".", "log", "A") },
  { weight: 4, arbitrary: fc.constant("*") },
  { weight: 2, arbitrary: fc.constant("?") },
  { weight: 1, arbitrary: fc.constantFrom("**", "***") },
  { weight: 2, arbitrary: bracket },
  { weight: 1, arbitrary: fc.constantFrom("\\", "\\a", "\\*", "\\?", "\\[", "\\ ", "\\/", "\\A", "\\\\") },
);

// A name with some of its bytes made wild, so that it meets the name it came from, and others.
const blurred = (names: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...names), fc.infiniteStream(fc.nat({ max: 23 })), fc.infiniteStream(bracket))
    .map(([name, dice, brackets]) => {
      const next = <T>(stream: Iterator<T>): T => stream.next().value as T;
      return Array.from(name, (char) => blur(char, next(dice), () => next(brackets))).join("");
    });

function blur(char: string, die: number, anyBracket: () => string): string {
  switch (die) {
    case 0:
      return "?";
    case 1:
      return "*";
    case 2:
      return "";
    case 3:
      return `\\${char}`;
    case 4:
      return `[${char}]`;
    case 5:
      return `[b${char}-${char}z]`;
    case 6:
      return `[!${String.fromCharCode(char.charCodeAt(0) ^ 2)}]`;
    case 7:
      return anyBracket();
    case 8:
      return `${char}*`;
    case 9:
      return `[^[:cntrl:]a${char.toUpperCase()}]`;
    case 10:
      return char.toUpperCase();
    default:
      return char;
  }
}

/** What patterns are made from: the names that exist, and those of folders. */
export interface Vocabulary {
  readonly names: readonly string[];
  readonly folders: readonly string[];
}

const segment = (names: readonly string[]) =>
  fc.oneof(
    { weight: 12, arbitrary: blurred(names) },
    { weight: 1, arbitrary: literal },
    { weight: 1, arbitrary: fc.array(atom, { minLength: 1, maxLength: 3 }).map((atoms) => atoms.join("")) },
    { weight: 2, arbitrary: fc.constantFrom("**", "*", "***", "") },
  );

const path = ({ names, folders }: Vocabulary) => {
  const [name, folder] = [segment(names), segment(folders)];
  return fc.oneof(
    { weight: 5, arbitrary: name },
    { weight: 3, arbitrary: fc.tuple(folder, name).map((segments) => segments.join("/")) },
    { weight: 2, arbitrary: fc.tuple(folder, folder, name).map((segments) => segments.join("/")) },
  );
};

function rarely(usual: string, others: readonly string[], weight: number): fc.Arbitrary<string> {
  return fc.oneof(
    { weight, arbitrary: fc.constant(usual) },
    { weight: others.length, arbitrary: fc.constantFrom(...others) },
  );
}

const pattern = (vocabulary: Vocabulary) =>
  fc
    .tuple(
      rarely("", ["!", "!", "!", "!", "\\!", "!!"], 12),
      rarely("", ["/", "/", "/", "//"], 12),
      path(vocabulary),
      rarely("", ["/", "/", "/", "//", "\\/"], 15),
      rarely("", [" ", "  ", "\\ ", "\\  ", "\t", "\r", " \r", "\r "], 60),
    )
    .map((parts) => parts.join(""));

// One that hides or brings back much, so that the others matter: in a folder that is ignored nothing else does.
const SWEEPING = ["*", "!*", "/*", "!/*", "!*/", "*/", "**", "!**", "/**", "!/**/", "a/**", "!a/**/b", "*.*"];
const ODD_LINES = ["", " ", "   ", "#", "# a", "\\#a", "!", "/", "//", "!/", "\\", "!\\", "\t", "\r", "\\ ", "!#a"];
// Stars beside protected slashes and protected letters beside brackets come about too rarely by chance.
const ODD_PATTERNS = [
  ...["**\\/a", "a/**\\/b", "/**\\/**/a", "\\/**", "a**\\/b", "a\\/b", "a/**/**/b", "/a[!x]b"],
  ...["[[:upper:]]", "[A-Z]oo", "\\A*", "[F]oo", "?**/b", "[a]**/a", "*a**/b", "[[:]", " #a", "a\t ", "a \t"],
];

// git needs time that doubles with each star of a pattern that does not match.
const line = (vocabulary: Vocabulary) =>
  fc
    .oneof(
      { weight: 40, arbitrary: pattern(vocabulary) },
      { weight: 1, arbitrary: fc.constantFrom(...SWEEPING) },
      { weight: 1, arbitrary: fc.constantFrom(...ODD_LINES) },
      { weight: 2, arbitrary: fc.constantFrom(...ODD_PATTERNS) },
    )
    .filter((text) => text.split("*").length < 10 && !text.includes("\n"));

/** A file of few lines, so that most of them have a say. */
export const shortRuleFile = (vocabulary: Vocabulary): fc.Arbitrary<string> =>
  fc.array(line(vocabulary), { minLength: 1, maxLength: 2 }).map((lines) => lines.join("\n"));

/** The content of an ignore file. */
/** Now and then a NUL byte somewhere in it, where git takes the line to end. */
function withNul(lines: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const cut = fc.tuple(lines, fc.nat({ max: 8 })).map(([line, at]) => `${line.slice(0, at)}\0${line.slice(at)}`);
  return fc.oneof({ weight: 12, arbitrary: lines }, { weight: 1, arbitrary: cut });
}

export const ruleFile: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("", "", "", "", "\xef\xbb\xbf"),
    fc.array(withNul(line({ names: NAMES, folders: FOLDER_NAMES })), { minLength: 1, maxLength: 8 }),
    fc.constantFrom("\n", "\n", "\r\n"),
    fc.constantFrom("", "\n", "\n\n"),
  )
  .map(([mark, lines, newline, end]) => mark + lines.join(newline) + end);
