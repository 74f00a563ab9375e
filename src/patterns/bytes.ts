// Sets of bytes. Texts are matched as "raw" strings: one character per byte.

export const SLASH = 47;

/** 256 bits. */
export type ByteSet = Int32Array;

/** First and last bytes, in turn. */
export function toByteSet(...ranges: readonly number[]): ByteSet {
  const set = new Int32Array(8);
  for (let at = 0; at < ranges.length; at += 2) addRange(set, ranges[at] ?? 0, ranges[at + 1] ?? 0);
  return set;
}

export function hasByte(set: ByteSet, byte: number): boolean {
  return (((set[byte >>> 5] ?? 0) >>> (byte & 31)) & 1) === 1;
}

function addRange(set: ByteSet, first: number, last: number): void {
  for (let byte = first; byte <= last; byte++) set[byte >>> 5] = (set[byte >>> 5] ?? 0) | (1 << (byte & 31));
}
