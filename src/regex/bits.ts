// Sets of small numbers, as words of 32 bits.

export type Bits = Int32Array;

/** This many words, with these bits set. */
export function toBits(words: number, indexes: Iterable<number>): Bits {
  const bits = new Int32Array(words);
  setBits(bits, indexes);
  return bits;
}

export function setBits(bits: Bits, indexes: Iterable<number>): void {
  for (const index of indexes) bits[index >>> 5] = (bits[index >>> 5] as number) | (1 << (index & 31));
}
