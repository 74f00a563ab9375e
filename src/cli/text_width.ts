// Measures how many terminal cells a text takes, and cuts it to fit. For text without control characters.

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant.
const ASCII = /^[\x00-\x7f]*$/;
const SOFT_HYPHEN = "\u00ad";
/** Turns the character before it into an emoji, which takes two cells. */
const PICTURE = "\ufe0f";

export type Measure = (text: string) => number;

/** The table of wide characters is loaded only if one of the texts needs it. */
export async function loadMeasure(texts: readonly string[]): Promise<Measure> {
  if (texts.every((text) => ASCII.test(text))) return ({ length }) => length;
  const { eastAsianWidth } = await import("get-east-asian-width");
  return (text) => measure(text, eastAsianWidth);
}

// Counts each character, as most terminals do. Terminals that join emoji may use fewer cells, never more.
function measure(text: string, widthOf: (codePoint: number) => number): number {
  // Combined with the character before them, or invisible.
  const noCell = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]/u;
  let cells = 0;
  let last = 0;
  for (const character of text) {
    if (character === PICTURE && last === 1) cells += 1;
    last = noCell.test(character) && character !== SOFT_HYPHEN ? 0 : widthOf(character.codePointAt(0) ?? 0);
    cells += last;
  }
  return cells;
}

const CUT = "…";

/** Keeps both ends with `…` between them, because a file name's end tells its type. */
export function cutMiddle(text: string, room: number, cells: Measure): string {
  if (cells(text) <= room) return text;
  const parts = toParts(text);
  const end = take(parts.toReversed(), Math.floor((room - 1) / 2), cells)
    .reverse()
    .join("");
  return take(parts, room - 1 - cells(end), cells).join("") + CUT + end;
}

export function cutEnd(text: string, room: number, cells: Measure): string {
  if (cells(text) <= room) return text;
  return take(toParts(text), room - 1, cells).join("") + CUT;
}

/** Characters with their combining marks. */
function toParts(text: string): string[] {
  return Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text), ({ segment }) => segment);
}

function take(parts: readonly string[], room: number, cells: Measure): string[] {
  let left = room;
  const end = parts.findIndex((part) => {
    left -= cells(part);
    return left < 0;
  });
  return parts.slice(0, end === -1 ? parts.length : end);
}
