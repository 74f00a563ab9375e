// The memory that searches read files into: shared by calls that follow each other, never by calls that run at the same time.

import { expect, test } from "vitest";
import { FileBuffer } from "../../../../src/tools/edit/search_text/file_buffer.ts";
import { PIECE_SIZES } from "../../../../src/tools/edit/search_text/file_pieces.ts";

const MIB = 1_048_576;
const make = () => new FileBuffer(PIECE_SIZES.maxLineBytes);
// Not compared by the runner, which would show a difference byte by byte.
const isSame = (one: Buffer, other: Buffer) => one.buffer === other.buffer;

test("the next search uses the memory of the last one", () => {
  const first = make();
  const bytes = first.make(PIECE_SIZES.pieceBytes + 1, 0);
  first.close();
  const second = make();
  expect(isSame(second.make(0, 0), bytes)).toBe(true);
  second.close();
});

test("searches that run at the same time have memory of their own", () => {
  const [one, other] = [make(), make()];
  expect(isSame(one.make(1000, 0), other.make(1000, 0))).toBe(false);
  one.close();
  other.close();
});

test("a closed one has no memory, and closing it again changes nothing", () => {
  const first = make();
  const bytes = first.make(MIB, 0);
  expect([first.close(), first.make(0, 0), first.close()].map(({ length }) => length)).toEqual([0, 0, 0]);
  const second = make();
  expect(isSame(second.make(0, 0), bytes)).toBe(true);
  second.close();
});

test("memory for a very long line is not kept, and none is larger than its limit", () => {
  const large = make();
  const bytes = large.make(3 * MIB, 0);
  large.close();
  const next = make();
  expect(isSame(next.make(0, 0), bytes)).toBe(false);
  next.close();
  expect(new FileBuffer(100).make(1000, 0)).toHaveLength(101);
});
