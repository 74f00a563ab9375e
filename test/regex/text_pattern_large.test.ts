// Contents that are searched in more than one piece, and lines that lie across the pieces.

import { expect, test } from "vitest";
import { scanLines } from "../support/scan_lines.ts";

const MIB = 1024 * 1024;
const filler = (bytes: number) => `${"x".repeat(99)}\n`.repeat(Math.ceil(bytes / 100)).slice(0, bytes);
const PLACES = [0, MIB - 3, MIB, 2 * MIB - 2, MIB - 6, MIB - 1, MIB + 1, 3 * MIB];

test.each([
  ["a literal", "needle"],
  ["a required literal", "ne+dle"],
  ["one of two", "needle|noodle"],
])("SE-08 %s is found in a large file where it stands and nowhere else", (_, pattern) => {
  for (const at of PLACES) {
    const content = `${filler(at)}needle${filler(3 * MIB)}`;
    const found = scanLines(pattern, content).map(({ matchStart, matchEnd }) => [matchStart, matchEnd]);
    expect([at, found]).toEqual([at, [[at, at + 6]]]);
  }
  expect(scanLines(pattern, filler(5 * MIB))).toEqual([]);
});
