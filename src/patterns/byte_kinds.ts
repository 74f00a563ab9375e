// Sorts the 256 bytes into kinds: bytes that no pattern tells apart are of one kind, so the automaton needs one column for them.

import { type ByteSet, hasByte } from "./bytes.ts";

export interface ByteKinds {
  /** The kind of each byte. */
  readonly kindOf: Uint8Array;
  /** One byte of each kind. */
  readonly samples: readonly number[];
}

export function sortBytes(labels: readonly (number | ByteSet)[]): ByteKinds {
  const kindOf = new Uint8Array(256);
  let samples = [0];
  for (const label of labels) {
    if (typeof label !== "number" && samples.length < 256) samples = split(kindOf, label);
  }
  for (const label of labels) if (typeof label === "number") setApart(kindOf, samples, label);
  return { kindOf, samples };
}

/** Bytes within the set and bytes outside it are of one kind no longer. */
function split(kindOf: Uint8Array, set: ByteSet): number[] {
  const renamed = new Int16Array(512).fill(-1);
  const samples: number[] = [];
  for (let byte = 0; byte < 256; byte++) {
    const key = (kindOf[byte] ?? 0) * 2 + (hasByte(set, byte) ? 1 : 0);
    if (renamed[key] === -1) renamed[key] = samples.push(byte) - 1;
    kindOf[byte] = renamed[key] ?? 0;
  }
  return samples;
}

/** The byte is the only one of its kind. */
function setApart(kindOf: Uint8Array, samples: number[], byte: number): void {
  const kind = kindOf[byte] ?? 0;
  const other = kindOf.findIndex((one, at) => one === kind && at !== byte);
  if (other === -1) return;
  samples[kind] = other;
  kindOf[byte] = samples.push(byte) - 1;
}
