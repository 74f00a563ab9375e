// Sets of bytes, and the only case folding that git knows. Texts are matched as "raw" strings: one character per byte.

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

export function addRange(set: ByteSet, first: number, last: number): void {
  for (let byte = first; byte <= last; byte++) set[byte >>> 5] = (set[byte >>> 5] ?? 0) | (1 << (byte & 31));
}

export function removeByte(set: ByteSet, byte: number): void {
  set[byte >>> 5] = (set[byte >>> 5] ?? 0) & ~(1 << (byte & 31));
}

const UPPER = /[A-Z]/;
const UPPERS = /[A-Z]+/g;

/** ASCII only, as git folds. `toLowerCase` alone would also change bytes of other alphabets. */
export function foldAscii(raw: string): string {
  return UPPER.test(raw) ? raw.replace(UPPERS, (letters) => letters.toLowerCase()) : raw;
}
