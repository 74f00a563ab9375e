// Parses the start of a group: a plain group, flags, a name, or a construct that only other engines support.

import { type CharSet, DIGIT, hasChar, WORD } from "./char_sets.ts";
import type { RegexText } from "./regex_text.ts";

export interface GroupStart {
  /** False for `(?i)`, which is flags only. */
  readonly isOpen: boolean;
  readonly ignoreCase: boolean;
}

const UNKNOWN: readonly (readonly [start: string, what: string])[] = [
  ["(?=", "lookahead is not supported:"],
  ["(?!", "lookahead is not supported:"],
  ["(?<=", "lookbehind is not supported:"],
  ["(?<!", "lookbehind is not supported:"],
  ["(?>", "atomic groups are not supported:"],
  ["(?#", "comments are not supported:"],
  ["(?(", "conditions are not supported:"],
  ["(?|", "branch reset groups are not supported:"],
  ["(?P=", "backreferences are not supported:"],
  ["(?P>", "recursion is not supported:"],
  ["(?&", "recursion is not supported:"],
  ["(?R", "recursion is not supported:"],
  ["(*", "verbs are not supported:"],
];

// These have no effect: a line contains no newline, and laziness does not change which lines match. `-m` would.
const HARMLESS = new Set(["m", "s", "-s", "U", "-U"]);

/** Starts at the parenthesis. `names` are those of the earlier groups; this one's is added. */
export function readGroupStart(text: RegexText, names: Set<string>, ignoreCase: boolean): GroupStart {
  const from = text.at;
  for (const [start, what] of UNKNOWN) {
    if (text.takeIf(start)) throw text.fault(`${what} ${text.quote(from)}`, from);
  }
  text.take();
  if (!text.takeIf("?")) return { isOpen: true, ignoreCase };
  if (text.takeIf("P<") || text.takeIf("<")) {
    readName(text, from, names);
    return { isOpen: true, ignoreCase };
  }
  return readFlags(text, from, ignoreCase);
}

function readName(text: RegexText, from: number, names: Set<string>): void {
  const name = text.takeWhile((char) => isIn(WORD, char));
  if (!text.takeIf(">") || name === "" || isIn(DIGIT, name)) {
    throw text.fault(`a group's name is letters, digits and "_", then ">": ${text.quote(from)}`, from);
  }
  if (names.has(name)) throw text.fault(`two groups have the name "${name}":`, from);
  names.add(name);
}

function readFlags(text: RegexText, from: number, before: boolean): GroupStart {
  let [ignoreCase, sign, count] = [before, "", 0];
  while (text.peek() !== ":" && text.peek() !== ")") {
    const flag = text.take();
    if (flag === "-" && sign === "") sign = "-";
    else if (flag === "i") ignoreCase = sign === "";
    else if (!HARMLESS.has(sign + flag)) {
      throw text.fault(`unknown group or flag ${text.quote(from)}`, from);
    }
    count = flag === "-" ? 0 : count + 1;
  }
  const isOpen = text.take() === ":";
  if (count === 0 && !(isOpen && sign === "")) throw text.fault(`flags are missing in ${text.quote(from)}`, from);
  return { isOpen, ignoreCase };
}

/** Whether the first character is in the set. */
function isIn(set: CharSet, text: string): boolean {
  return hasChar(set, text.codePointAt(0) ?? -1);
}
