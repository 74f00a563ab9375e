// Draws names and answers. Invisible characters are escaped, in an element that distinguishes them from the same characters typed.

import { splitInvisible } from "../../input/sanitize.ts";
import { el } from "./dom.ts";
import { toNumber } from "./words.ts";

/** Browsers are slow with more; the whole answer can be copied. */
const MAX_SHOWN_CHARS = 1_000_000;
/** After this many, escapes are no longer highlighted. */
const MAX_PARTS = 20_000;

/** On one line. */
export function drawName(name: string): (Node | string)[] {
  return draw(name, "nothing");
}

/** Line by line. */
export function drawText(text: string): (Node | string)[] {
  const cut = text.slice(0, MAX_SHOWN_CHARS);
  const rest = text.length - cut.length;
  return [...draw(cut, "lines"), ...(rest > 0 ? [`\n… ${toNumber(rest)} characters more`] : [])];
}

function draw(text: string, keeps: "nothing" | "lines"): (Node | string)[] {
  const drawn: (Node | string)[] = [];
  let rest = "";
  for (const { text: part, isEscape } of splitInvisible(text, keeps)) {
    if (drawn.length >= MAX_PARTS) rest += part;
    else drawn.push(isEscape ? el("span", { class: "escape", title: "cannot be seen" }, part) : part);
  }
  return rest === "" ? drawn : [...drawn, rest];
}
