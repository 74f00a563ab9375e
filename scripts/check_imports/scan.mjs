// Finds the imports of a TypeScript source, in every form: static, re-exported, type only, dynamic, required.
// @ts-check

import { tokenize } from "./tokens.mjs";

/** @typedef {import("./tokens.mjs").Token} Token */
/** @typedef {{ specifier: string | null, line: number }} Import `null`: computed, so nobody can tell */

// Functions that load a module by its name just as import() does.
const LOADERS = new Set(["import", "require", "getBuiltinModule"]);

/**
 * @param {string} source
 * @returns {Import[]}
 */
export function scanImports(source) {
  const tokens = tokenize(source);
  return tokens.flatMap((token, index) => {
    const found = token.kind === "word" ? findSpecifier(tokens, index) : undefined;
    if (found === undefined) return [];
    return [{ specifier: literal(found), line: token.line }];
  });
}

/**
 * @param {Token} token
 * @returns {string | null}
 */
function literal(token) {
  return token.kind === "string" && !token.text.includes("\\") ? token.text : null;
}

/**
 * @param {Token[]} tokens
 * @param {number} index
 * @returns {Token | undefined} the token where the specifier stands, if an import begins at `index`
 */
function findSpecifier(tokens, index) {
  const word = tokens[index]?.text ?? "";
  const next = tokens[index + 1];
  if (word === "import" && isMark(tokens[index - 1], ".")) return undefined;
  if (LOADERS.has(word) && isMark(next, "(")) return onlyArgument(tokens, index + 2);
  if (word === "import") return next?.kind === "string" ? next : afterFrom(tokens, index + 1);
  return word === "export" ? ofReexport(tokens, index + 1) : undefined;
}

/**
 * @param {Token[]} tokens
 * @param {number} index
 * @returns {Token | undefined} a literal that stands alone, otherwise a mark: the argument is computed
 */
function onlyArgument(tokens, index) {
  const isAlone = isMark(tokens[index + 1], "),");
  return isAlone ? tokens[index] : tokens[index - 1];
}

/**
 * @param {Token[]} tokens
 * @param {number} start
 * @returns {Token | undefined}
 */
function ofReexport(tokens, start) {
  const first = tokens[start]?.text === "type" ? start + 1 : start;
  if (isMark(tokens[first], "*")) return afterFrom(tokens, first);
  if (!isMark(tokens[first], "{")) return undefined;
  const end = tokens.findIndex((token, index) => index > first && isMark(token, "}"));
  return tokens[end + 1]?.text === "from" ? afterFrom(tokens, end + 1) : undefined;
}

/**
 * @param {Token[]} tokens
 * @param {number} start
 * @returns {Token | undefined} the first string that follows the word `from`, within the statement
 */
function afterFrom(tokens, start) {
  for (let index = start; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token?.kind === "string" && tokens[index - 1]?.text === "from") return token;
    if (isMark(token, ";=(.")) return undefined;
  }
  return undefined;
}

/**
 * @param {Token | undefined} token
 * @param {string} marks
 */
function isMark(token, marks) {
  return token?.kind === "mark" && marks.includes(token.text);
}
