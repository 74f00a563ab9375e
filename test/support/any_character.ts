// Any character of Unicode, for random texts: the same values as `unit: "binary"` of fast-check. That one first builds a table of all 1.1
// million characters, which takes a second of processor time in each process, and keeps it.

import fc from "fast-check";

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

function toCharacter(index: number): string {
  return String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES);
}

/** For fast-check, which asks this about texts that are often mishandled. It expects an error if the text is not one of these characters. */
function toIndex(text: unknown): number {
  const code = typeof text === "string" ? (text.codePointAt(0) ?? -1) : -1;
  const index = code < FIRST_SURROGATE ? code : code - SURROGATES;
  if (code < 0 || toCharacter(index) !== text) throw new Error("not one character");
  return index;
}

/** The `unit` of a random text. */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10ffff - SURROGATES).map(toCharacter, toIndex);
