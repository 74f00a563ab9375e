import { expect, test } from "vitest";
import { HeldLine, MAX_HELD_BYTES } from "../../src/mcp/held_line.ts";

test("pieces are held until a line ends, and what follows comes with the next", () => {
  const line = new HeldLine();
  const add = (piece: string) => line.add(Buffer.from(piece))?.toString() ?? null;
  expect(["a", "b", "c\nd", "\n", "e\nf\ng", "h"].map(add)).toEqual([null, null, "abc\nd", "\n", "e\nf\ng", null]);
  expect(line.takeRest().toString()).toBe("h");
  expect(line.takeRest().toString()).toBe("");
});

test("a line without an end is passed on in large pieces, of which nothing is lost", () => {
  const line = new HeldLine();
  const piece = Buffer.alloc(65_536, "x");
  const passed: number[] = [];
  for (let count = 0; count < 40; count++) passed.push(line.add(piece)?.length ?? 0);
  expect(passed.filter((length) => length > 0)).toEqual([MAX_HELD_BYTES, MAX_HELD_BYTES]);
  expect(line.takeRest()).toHaveLength(8 * 65_536);
});

test("very small pieces are not held for long", () => {
  const line = new HeldLine();
  const lengths = Array.from({ length: 600 }, () => line.add(Buffer.from("x"))?.length ?? 0);
  expect(lengths.filter((length) => length > 0)).toEqual([256, 256]);
});
