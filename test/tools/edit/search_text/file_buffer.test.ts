// The memory that a search reads files into.

import { expect, test } from "vitest";
import { FileBuffer } from "../../../../src/tools/edit/search_text/file_buffer.ts";
import { PIECE_SIZES } from "../../../../src/tools/edit/search_text/file_pieces.ts";

const MIB = 1_048_576;
const make = () => new FileBuffer(PIECE_SIZES.maxLineBytes);
// Not compared by the runner, which would show a difference byte by byte.
const isSame = (one: Buffer, other: Buffer) => one.buffer === other.buffer;

test("searches that run at the same time have memory of their own", () => {
  const [one, other] = [make(), make()];
  expect(isSame(one.make(1000, 0), other.make(1000, 0))).toBe(false);
  one.close();
  other.close();
});

test("a closed one has no memory, and closing it again changes nothing", () => {
  const closed = make();
  closed.make(MIB, 0);
  expect([closed.close(), closed.make(0, 0), closed.close()].map(({ length }) => length)).toEqual([0, 0, 0]);
});

test("none is larger than its limit", () => {
  expect(new FileBuffer(100).make(1000, 0)).toHaveLength(101);
});
