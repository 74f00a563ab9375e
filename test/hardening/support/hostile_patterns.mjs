// Regular expressions that fit into the limit of a pattern and are expensive to parse, to compile or to run: known ones, and random ones made of
// the same parts.
// @ts-check

/** @typedef {import("./random.mjs").Random} Random */

const MAX_BYTES = 1000;

/** As often as it fits. @param {string} part @param {string} [before] @param {string} [after] */
function fill(part, before = "", after = "") {
  const room = MAX_BYTES - Buffer.byteLength(before + after);
  return before + part.repeat(Math.floor(room / Buffer.byteLength(part))) + after;
}

/** Opened and closed as often as it fits. @param {string} open @param {string} close @param {string} [inner] */
function nest(open, close, inner = "a") {
  const times = Math.floor((MAX_BYTES - Buffer.byteLength(inner)) / Buffer.byteLength(open + close));
  return open.repeat(times) + inner + close.repeat(times);
}

/** Different letters of two bytes, then of three. @param {number} at */
const letter = (at) => String.fromCodePoint(at < 1500 ? 0xc0 + at : 0x4e00 + at);

/** A different part each time. @param {(at: number) => string} make @param {string} [before] */
function vary(make, before = "") {
  let text = before;
  for (let at = 0; ; at++) {
    const next = text + make(at);
    if (Buffer.byteLength(next) > MAX_BYTES) return text;
    text = next;
  }
}

export const KNOWN_PATTERNS = [
  fill("\\pC"),
  fill("\\pC|", "(?i)"),
  fill("[^\\pL]"),
  fill("[^\\pL]|"),
  fill("\\pL\\pN\\pC\\pM", "[", "]"),
  fill("\\PL\\pN\\PC\\PM", "(?i)[^", "]"),
  vary((at) => `[^\\pL${letter(at)}]`),
  vary((at) => `[\\pC${letter(at)}]`, "(?i)"),
  vary((at) => `[^\\pN${letter(at)}]|`),
  vary((at) => `[^\\p{Lt}${letter(at)}]`),
  vary((at) => `[^${letter(at)}]`),
  vary((at) => `[^${letter(at)}]`, "(?i)"),
  vary((at) => `[${letter(at)}-${letter(1499 - at)}]`),
  vary((at) => `[!-${letter(at)}]`, "(?i)"),
  vary((at) => letter(at), "(?i)"),
  vary((at) => `${letter(at)}|`),
  vary((at) => `${letter(at)}a|`),
  vary((at) => `(${letter(at)}|a`),
  vary((at) => `(\\pC|${letter(at)})?`),
  nest("(?:a|", ")", "b"),
  nest("(\\pC|", ")"),
  nest("(a|", ")?"),
  nest("(a?", "b?)*"),
  nest("((a*)*", ")*"),
  nest("(", ")"),
  nest("(", ")*"),
  nest("(", "){1,1}"),
  nest("(?i)(", ")", "\\pL"),
  fill("\\b\\B^$"),
  fill("(\\b|\\B|^|$)a?", "", "b"),
  fill("(^|$|\\b|a?)*"),
  fill("(^a?|$b?|\\bc?|\\Bd?)*"),
  "(\\b?a\\B?b?\\b?){400}[^ab]",
  "((^|$|\\b|\\B|a|b)?(a|\\b|$)*){140}",
  "([ab]|c*){300}[^a-c]",
  "(((a|bb)|(b|aa))((a|bb)*|(b|aa)*)){150}[^ab]",
  "(?i)([k-s]|é){300}[^k-s]",
  "\\pL{2000}",
  "(\\pL?\\pN?\\b){600}",
  "(a?){900}[^ab]",
  "(.*){50}[^ab]",
  "a[ab]{900}[^ab]",
  fill("[[:^alpha:]]"),
  fill("[[:alpha:][:^digit:]]", "(?i)"),
  fill("x", "\\p{", "}"),
  fill("a{", "", ""),
  fill("(?i:(?-i:", "", ""),
];

const CATEGORIES =
  "L M N P S Z C Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn".split(" ");
const HEAVY = ["L", "C", "Cn", "Lu", "Ll", "Lo", "Mn", "M"];
const POSIX = ["alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space"];
const REPEATS = ["*", "+", "?", "*?", "{2}", "{0,3}", "{1,}", "{7}", "{0,40}", "{2,2}"];
const ASSERTIONS = ["^", "$", "\\b", "\\B"];

/** @param {Random} random */
function char(random) {
  const kind = random.below(6);
  if (kind === 0) return String.fromCodePoint(0x4e00 + random.below(0x1000));
  if (kind === 1) return String.fromCodePoint(0x10400 + random.below(0x100));
  if (kind < 4) return letter(random.below(1500));
  return random.pick([..."abcdefgkKsSxyzAZ0159_ ;=~"]);
}

/** @param {Random} random */
function category(random) {
  const name = random.pick(random.happens(0.6) ? HEAVY : CATEGORIES);
  const letterOf = random.pick(["p", "P"]);
  return name.length === 1 && random.happens(0.7) ? `\\${letterOf}${name}` : `\\${letterOf}{${name}}`;
}

/** @param {Random} random */
function member(random) {
  const kind = random.below(10);
  if (kind < 4) return category(random);
  if (kind < 6) return [char(random), char(random)].sort(compareCodes).join("-");
  if (kind === 6) return `[:${random.pick(["", "^"])}${random.pick(POSIX)}:]`;
  return kind === 7 ? random.pick(["\\w", "\\W", "\\d", "\\D", "\\s", "\\S", "\\x{1F600}"]) : char(random);
}

/** @param {string} one @param {string} other */
const compareCodes = (one, other) => (one.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0);

/** @param {Random} random */
function charClass(random) {
  const members = Array.from({ length: 1 + random.below(random.happens(0.1) ? 60 : 3) }, () => member(random));
  return `[${random.pick(["", "^"])}${members.join("")}]`;
}

/** @param {Random} random */
function atom(random) {
  const kind = random.below(10);
  if (kind < 3) return category(random);
  if (kind < 6) return charClass(random);
  if (kind < 8) return char(random);
  return kind === 8 ? random.pick(ASSERTIONS) : random.pick([".", "\\w", "\\W", "\\D", "\\S"]);
}

/** @param {Random} random @param {number} depth @returns {string} */
function grow(random, depth) {
  const parts = Array.from({ length: 1 + random.below(4) }, () => {
    const part = depth > 0 && random.happens(0.4) ? group(random, depth) : atom(random);
    return part + (random.happens(0.4) ? random.pick(REPEATS) : "");
  });
  return parts.join("");
}

/** @param {Random} random @param {number} depth */
function group(random, depth) {
  const branches = Array.from({ length: 1 + random.below(4) }, () => grow(random, depth - 1));
  return `${random.pick(["(", "(?:", "(?i:", "(?-i:"])}${branches.join("|")})`;
}

/** Fits into the limit of a pattern; some of them are refused. @param {Random} random */
export function hostilePattern(random) {
  const before = random.happens(0.4) ? "(?i)" : "";
  const between = random.pick(["", "", "|", "?", "*", "+", "|a"]);
  const kind = random.below(10);
  if (kind < 3) return vary(() => atom(random) + between, before);
  if (kind < 5) return vary(() => grow(random, 3) + between, before);
  if (kind < 7) return fill(grow(random, 1).slice(0, 200) + between, before);
  if (kind === 7)
    return nest(`(${atom(random)}${between}`, `${random.pick(["", "", atom(random)])})${random.pick(REPEATS)}`);
  if (kind === 8)
    return `${before}(${grow(random, 2).slice(0, 300)}){${random.below(500)}}${grow(random, 1).slice(0, 300)}`;
  return mutate(random, random.pick(KNOWN_PATTERNS));
}

/** @param {Random} random @param {string} pattern */
function mutate(random, pattern) {
  let text = pattern;
  for (let count = 1 + random.below(4); count > 0; count--) {
    const at = random.below(text.length);
    text =
      text.slice(0, at) +
      random.pick([atom(random), random.pick(REPEATS), "(", ")", "|", ""]) +
      text.slice(at + random.below(4));
  }
  while (Buffer.byteLength(text) > MAX_BYTES) text = text.slice(0, -1);
  return text;
}

/** Text in which the pattern's own characters stand, and others. @param {Random} random @param {string} pattern @param {number} chars */
export function hostileText(random, pattern, chars) {
  const own = Array.from(pattern);
  let text = "";
  for (let count = 0; count < chars; count++) {
    const kind = random.below(20);
    if (kind === 0) text += " ";
    else text += kind < 8 ? random.pick(own) : kind < 12 ? String.fromCodePoint(random.below(0xd800)) : char(random);
    if (random.happens(0.002)) text += "\n";
  }
  return text;
}
