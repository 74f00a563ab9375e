// Counting newlines: the same number as a loop over the bytes gives, whatever the bytes, their number and their place in memory.

import fc from "fast-check";
import { expect, test } from "vitest";
import { NEWLINE, passNewlines } from "../../src/tools/newlines.ts";
import { times } from "../support/scale.ts";

function countPlainly(bytes: Uint8Array, from: number, end: number): number {
  return bytes.subarray(from, end).filter((byte) => byte === NEWLINE).length;
}

/** Neighbours of the newline, and bytes that differ from it in the highest bit alone. */
const ODD_BYTES = [NEWLINE, NEWLINE - 1, NEWLINE + 1, NEWLINE | 128, 0, 127, 128, 255];

function makeBytes(length: number, seed: number, choices: readonly number[]): Buffer {
  let state = seed;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return choices[(state >>> 16) % choices.length] ?? 0;
    }),
  );
}

test("newlines are counted in any part of any bytes", () => {
  const part = fc.record({
    length: fc.integer({ min: 0, max: 200_000 }),
    skipped: fc.integer({ min: 0, max: 70 }),
    left: fc.integer({ min: 0, max: 70 }),
    seed: fc.integer(),
  });
  fc.assert(
    fc.property(part, ({ length, skipped, left, seed }) => {
      const bytes = makeBytes(length, seed, ODD_BYTES);
      const [from, end] = [Math.min(skipped, length), Math.max(Math.min(skipped, length), length - left)];
      expect(passNewlines(bytes.subarray(0, end), from, end)).toEqual({
        newlines: countPlainly(bytes, from, end),
        at: end,
      });
    }),
    { numRuns: times(4, 300) },
  );
});

test.each([NEWLINE, 0x78])("newlines are counted in a file that has only the byte %i", (byte) => {
  const bytes = Buffer.alloc(300_001, byte);
  expect(passNewlines(bytes, 0, bytes.length).newlines).toBe(byte === NEWLINE ? 300_001 : 0);
});

test("as many newlines are passed as are wanted, and no byte more", () => {
  const texts = [
    makeBytes(100_000, 7, ODD_BYTES),
    Buffer.alloc(50_000, NEWLINE),
    Buffer.from(`${"x".repeat(37)}\n`.repeat(3000)),
  ];
  for (const bytes of texts) {
    const all = countPlainly(bytes, 0, bytes.length);
    for (const most of [0, 1, 9, 500, 2999, 20_000, all - 1, all, all + 1, Number.POSITIVE_INFINITY]) {
      const { newlines, at } = passNewlines(bytes, 3, bytes.length, most);
      const wanted = Math.min(most, countPlainly(bytes, 3, bytes.length));
      expect(newlines).toBe(wanted);
      expect(countPlainly(bytes, 3, at)).toBe(wanted);
      if (newlines === most && most > 0) expect(bytes[at - 1]).toBe(NEWLINE);
      else expect(at).toBe(most === 0 ? 3 : bytes.length);
    }
  }
});
