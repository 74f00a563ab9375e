// Sets of characters as sorted ranges of code points that neither overlap nor touch.

/** Inclusive. */
export type Range = readonly [first: number, last: number];

export const [NEWLINE, CARRIAGE_RETURN, SLASH] = [10, 13, 47] as const;
export const LAST_CHAR = 0x10ffff;
/** Represents any byte that is not valid UTF-8, so that negated classes match it and others do not. */
export const INVALID_BYTE = LAST_CHAR + 1;

export type CharSet = readonly Range[];

/** First and last code points, in turn. */
export function toCharSet(...codes: readonly number[]): CharSet {
  const ranges: Range[] = [];
  for (let at = 0; at < codes.length; at += 2) ranges.push([codes[at] ?? 0, codes[at + 1] ?? 0]);
  return joinRanges(ranges);
}

export const DIGIT = toCharSet(48, 57);
export const SPACE = toCharSet(9, 13, 32, 32);
/** As `\w` and `\b` define it. */
export const WORD = toCharSet(48, 57, 65, 90, 95, 95, 97, 122);

/** By the names in `[[:alpha:]]`. */
export const POSIX_CLASSES = new Map<string, CharSet>([
  ["alnum", toCharSet(48, 57, 65, 90, 97, 122)],
  ["alpha", toCharSet(65, 90, 97, 122)],
  ["ascii", toCharSet(0, 127)],
  ["blank", toCharSet(9, 9, 32, 32)],
  ["cntrl", toCharSet(0, 31, 127, 127)],
  ["digit", DIGIT],
  ["graph", toCharSet(33, 126)],
  ["lower", toCharSet(97, 122)],
  ["print", toCharSet(32, 126)],
  ["punct", toCharSet(33, 47, 58, 64, 91, 96, 123, 126)],
  ["space", SPACE],
  ["upper", toCharSet(65, 90)],
  ["word", WORD],
  ["xdigit", toCharSet(48, 57, 65, 70, 97, 102)],
]);

/** Sorted, without overlaps. */
export function joinRanges(ranges: readonly Range[]): CharSet {
  const joined: [number, number][] = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const end = joined.at(-1);
    if (end === undefined || first > end[1] + 1) joined.push([first, last]);
    else end[1] = Math.max(end[1], last);
  }
  return joined;
}

/** All other characters up to `last`. */
export function invertRanges(ranges: readonly Range[], last: number): Range[] {
  const inverted: Range[] = [];
  let next = 0;
  for (const [first, end] of joinRanges(ranges)) {
    if (first > next) inverted.push([next, first - 1]);
    next = end + 1;
  }
  if (next <= last) inverted.push([next, last]);
  return inverted;
}

export function removeChar(set: CharSet, code: number): CharSet {
  if (!hasChar(set, code)) return set;
  return set.flatMap(([first, last]): Range[] => {
    if (code < first || code > last) return [[first, last]];
    const left: Range[] = [
      [first, code - 1],
      [code + 1, last],
    ];
    return left.filter(([from, to]) => from <= to);
  });
}

export function hasChar(set: CharSet, code: number): boolean {
  let [low, high] = [0, set.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((set[middle]?.[1] ?? 0) < code) low = middle + 1;
    else high = middle;
  }
  return low < set.length && (set[low]?.[0] ?? 0) <= code;
}
