import fc from "fast-check";
import { expect, test } from "vitest";
import { JoinedBytes, splitLines } from "../../src/input/lines.ts";
import { times } from "../support/scale.ts";

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function linesOf(text: string | Buffer, size = 65_536, maxBytes = 100): Promise<(string | null)[]> {
  const lines = [];
  for await (const line of splitLines(inPieces(Buffer.from(text), size), maxBytes))
    lines.push(line?.toString() ?? null);
  return lines;
}

test("lines are the same in whatever pieces they arrive", async () => {
  const text = fc.string({ unit: fc.constantFrom("a", "é", "\n", "\r", " ", "\0", "\ufeff", "\u2028"), maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 20 }), async (given, size) => {
      const expected = given
        .replace(/^\ufeff/, "")
        .split("\n")
        .filter((line) => !/^[ \t\r]*$/.test(line));
      expect(await linesOf(given, size)).toEqual(expected);
    }),
    { numRuns: times(200, 2000) },
  );
});

test("a line over the limit is skipped to its end, and the next one is whole", async () => {
  const text = `${"x".repeat(100)}\n${"y".repeat(101)}\nafter\n${"z".repeat(500)}`;
  for (const size of [1, 7, 1000]) expect(await linesOf(text, size)).toEqual(["x".repeat(100), null, "after", null]);
});

test("a million pieces of one byte are kept in one piece of their size, and none of what is over the limit", () => {
  const bytes = new JoinedBytes(1_000_000);
  const piece = Buffer.from("x");
  let kept = true;
  for (let count = 0; count < 1_000_000; count++) kept = bytes.add(piece) && kept;
  const taken = bytes.take();
  expect([kept, taken?.length]).toEqual([true, 1_000_000]);
  expect(taken?.buffer.byteLength).toBeLessThan(2_100_000);
  expect([bytes.add(Buffer.alloc(1_000_001)), bytes.add(piece), bytes.take()]).toEqual([false, false, null]);
  expect([bytes.add(piece), bytes.take()?.toString()]).toEqual([true, "x"]);
});
