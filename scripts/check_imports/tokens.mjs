// Splits TypeScript into words, strings and punctuation, without comments and the content of regular expressions. It knows just enough
// grammar never to take text for code.
// @ts-check

/** @typedef {{ kind: "word" | "string" | "template" | "mark", text: string, line: number }} Token */
/** @typedef {{ source: string, at: number, line: number, tokens: Token[], braces: string[] }} Cursor */

const BLANK = /\s+|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/y;
const WORD = /[\p{ID_Continue}$#@]+/uy;
const STRING = /"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?/y;
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
const TEMPLATE_PART = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{|$)/y;

// After these a slash cannot divide, so it opens a regular expression.
const BEFORE_REGEX = new Set(
  "return typeof case in of delete void throw new else do instanceof yield await".split(" "),
);

/**
 * @param {string} source
 * @returns {Token[]}
 */
export function tokenize(source) {
  /** @type {Cursor} */
  const cursor = { source, at: 0, line: 1, tokens: [], braces: [] };
  while (cursor.at < source.length) step(cursor);
  return cursor.tokens;
}

/** @param {Cursor} cursor */
function step(cursor) {
  if (take(cursor, BLANK) !== "") return;
  const line = cursor.line;
  const word = take(cursor, WORD);
  if (word !== "") return push(cursor, "word", word, line);
  const string = take(cursor, STRING);
  if (string !== "") return push(cursor, "string", string.replace(/^["']|["']$/g, ""), line);
  if (regexMayStart(cursor) && take(cursor, REGEX) !== "") return push(cursor, "template", "", line);
  mark(cursor);
}

/** @param {Cursor} cursor */
function mark(cursor) {
  const character = cursor.source.charAt(cursor.at);
  cursor.at += 1;
  if (character === "`") return template(cursor);
  if (character === "{") cursor.braces.push("{");
  if (character === "}" && cursor.braces.pop() === "`") return template(cursor);
  push(cursor, "mark", character, cursor.line);
}

/**
 * Stands behind the opening backtick, or behind the brace that closes a substitution.
 * @param {Cursor} cursor
 */
function template(cursor) {
  const isStart = cursor.source.charAt(cursor.at - 1) === "`";
  const line = cursor.line;
  const part = take(cursor, TEMPLATE_PART);
  const isOpen = part.endsWith("${");
  if (isOpen) cursor.braces.push("`");
  if (isStart && !isOpen) push(cursor, "string", part.slice(0, -1), line);
  else push(cursor, "template", "", line);
}

/** @param {Cursor} cursor */
function regexMayStart({ tokens }) {
  const previous = tokens.at(-1);
  if (previous === undefined) return true;
  if (previous.kind === "word") return BEFORE_REGEX.has(previous.text);
  return previous.kind === "mark" && !")]}".includes(previous.text);
}

/**
 * @param {Cursor} cursor
 * @param {RegExp} pattern
 * @returns {string} what the pattern matched here, and "" if nothing
 */
function take(cursor, pattern) {
  pattern.lastIndex = cursor.at;
  const text = pattern.exec(cursor.source)?.[0] ?? "";
  cursor.at += text.length;
  cursor.line += text.split("\n").length - 1;
  return text;
}

/**
 * @param {Cursor} cursor
 * @param {Token["kind"]} kind
 * @param {string} text
 * @param {number} line
 */
function push(cursor, kind, text, line) {
  cursor.tokens.push({ kind, text, line });
}
