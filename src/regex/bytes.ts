// Sets of bytes, and git's ASCII case folding. Texts are matched as "raw" strings: one character per byte.

export const [NEWLINE, CARRIAGE_RETURN, SLASH] = [10, 13, 47] as const;

/** 256 bits. */
export type ByteSet = Int32Array;

/** First and last bytes, in turn. */
export function toByteSet(...ranges: readonly number[]): ByteSet {
  const set = new Int32Array(8);
  for (let at = 0; at < ranges.length; at += 2) addRange(set, ranges[at] ?? 0, ranges[at + 1] ?? 0);
  return set;
}

export function hasBit(bits: Int32Array, index: number): boolean {
  return (((bits[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1;
}

export function setBit(bits: Int32Array, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31));
}

/** This many words, with these bits set. */
export function toBits(words: number, indexes: Iterable<number>): Int32Array {
  const bits = new Int32Array(words);
  for (const index of indexes) setBit(bits, index);
  return bits;
}

export function addRange(set: ByteSet, first: number, last: number): void {
  for (let byte = first; byte <= last; byte++) setBit(set, byte);
}

/** Adds the other case of each letter. */
export function addBothCases(set: ByteSet): ByteSet {
  for (let upper = 65; upper <= 90; upper++) {
    if (hasBit(set, upper)) setBit(set, upper + 32);
    else if (hasBit(set, upper + 32)) setBit(set, upper);
  }
  return set;
}

const UPPER = /[A-Z]/;
const UPPERS = /[A-Z]+/g;

/** ASCII only, like git. `toLowerCase` alone would also change bytes of other alphabets. */
export function foldAscii(raw: string): string {
  return UPPER.test(raw) ? raw.replace(UPPERS, (letters) => letters.toLowerCase()) : raw;
}
