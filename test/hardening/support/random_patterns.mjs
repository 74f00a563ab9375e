// Globs and regular expressions: those that are known to be dear or wrong, and random ones that a parser has to follow or refuse.
// @ts-check

/** @typedef {import("./random.mjs").Random} Random */

export const GLOBS = [
  "**",
  "names/**",
  "*.txt",
  "**/*.log",
  `${"*a".repeat(80)}*b`,
  `${"**/a/".repeat(300)}b`,
  "{a,b}".repeat(9),
  "[!a-z]*",
  "**/\u202e*",
  "{names,content}/**/*.{js,txt}",
];
export const NO_GLOBS = ["{1..999999}", "[", "a]", "", "\0", "{".repeat(40), "x".repeat(5000), "{a,b}".repeat(14)];

const EXPRESSIONS = [
  ".",
  "secret|SECRET",
  "^$",
  "(?i)[a-z]+",
  "(a+)+b$",
  "a[ab]{900}[^ab]",
  "\\p{Lu}|\\x00",
  "(a){2000}",
  "(",
  "(?=a)",
  "",
  "\n",
  "(?s).*",
  "(?i)ſecret|\u212a",
  "\\bplain\\b",
  "((((a*)*)*)*)*b",
  `${"(".repeat(300)}a${")".repeat(300)}`,
  `${"(".repeat(20_000)}`,
  `${"a?".repeat(200)}${"a".repeat(200)}`,
  "[\\p{L}\\p{N}--a]",
  "x{1000}{1000}",
  "(?P<n>a)\\1",
  "\\xff|\\u{10ffff}",
  "[^\\x00-\\x7f]",
];

const PIECES = [
  "a",
  "=",
  "1",
  ";",
  ".",
  "\\w",
  "\\d",
  "\\S",
  "[a-f]",
  "[^a]",
  "\\p{L}",
  "^",
  "$",
  "\\b",
  "x",
  "é",
  "😀",
];
const REPEATS = ["", "", "", "*", "+", "?", "*?", "{2}", "{1,3}", "{0,50}"];

/** @param {Random} random @returns {string} */
export function randomExpression(random) {
  const kind = random.below(100);
  if (kind < 55) return random.pick(EXPRESSIONS);
  if (kind < 95) return grow(random, 3);
  return random.text(30);
}

/** @param {Random} random @param {number} depth @returns {string} */
function grow(random, depth) {
  const parts = Array.from({ length: 1 + random.below(4) }, () => {
    const part = depth > 0 && random.happens(0.25) ? group(random, depth) : random.pick(PIECES);
    return part + random.pick(REPEATS);
  });
  return parts.join("");
}

/** @param {Random} random @param {number} depth */
function group(random, depth) {
  const branches = Array.from({ length: 1 + random.below(3) }, () => grow(random, depth - 1));
  return `${random.pick(["(", "(?:", "(?i:", "(?s:"])}${branches.join("|")})`;
}
