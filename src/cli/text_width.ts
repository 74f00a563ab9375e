// Measures how many terminal cells a text takes, and cuts it to fit. For text without control characters.

import { eastAsianWidth } from "get-east-asian-width";

/** Combined with the character before them, or invisible. */
const NO_CELL = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]/u;
const CUT = "…";

/** Counts each character, as most terminals do. Terminals that join emoji may use fewer cells. */
export function countCells(text: string): number {
  let cells = 0;
  for (const character of text) if (!NO_CELL.test(character)) cells += eastAsianWidth(character.codePointAt(0) ?? 0);
  return cells;
}

/** Keeps both ends with `…` between them, because a file name's end tells its type. */
export function cutMiddle(text: string, room: number): string {
  if (countCells(text) <= room) return text;
  const parts = toParts(text);
  const end = take(parts.toReversed(), Math.floor((room - 1) / 2))
    .reverse()
    .join("");
  return take(parts, room - 1 - countCells(end)).join("") + CUT + end;
}

export function cutEnd(text: string, room: number): string {
  if (countCells(text) <= room) return text;
  return take(toParts(text), room - 1).join("") + CUT;
}

/** Characters with their combining marks. */
function toParts(text: string): string[] {
  return Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text), ({ segment }) => segment);
}

function take(parts: readonly string[], room: number): string[] {
  let left = room;
  const end = parts.findIndex((part) => {
    left -= countCells(part);
    return left < 0;
  });
  return parts.slice(0, end === -1 ? parts.length : end);
}
