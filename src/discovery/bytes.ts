// Bytes as the rules see them: a string with one character per byte. Sets of bytes, and the one case folding that git knows.
// Leaves to others what is matched.

export const SLASH = 47;

/** 256 bits. */
export type ByteSet = Int32Array;

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
