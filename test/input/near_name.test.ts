// Which names are near to another. A naive reference counts the edits.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findNearest, nearnessOf } from "../../src/input/near_name.ts";
import { times } from "../support/scale.ts";

/** The whole table of edits between all beginnings of the two: insert, delete, replace, swap of neighbours. */
function countEdits(a: readonly string[], b: readonly string[]): number {
  const table = new Map<string, number>();
  const at = (i: number, j: number) => table.get(`${i} ${j}`) ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      const least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped);
      table.set(`${i} ${j}`, i === 0 && j === 0 ? 0 : least);
    }
  }
  return at(a.length, b.length);
}

function expectNearness(asked: string, name: string): 0 | 1 | 2 | null {
  if (asked === name) return null;
  if (asked.toLowerCase() === name.toLowerCase()) return 0;
  const [a, b] = [Array.from(asked), Array.from(name)];
  const shorter = Math.min(a.length, b.length);
  const edits = countEdits(a, b);
  if (edits === 1 && shorter >= 2) return 1;
  return edits === 2 && shorter >= 4 ? 2 : null;
}

// Few letters, so that names often are near; one of them takes two code units.
const letter = fc.constantFrom("a", "b", "A", "é", "😀");
const name = fc.array(letter, { maxLength: 9 }).map((letters) => letters.join(""));

/** A name, and one made of it by a few edits anywhere. */
const neighbours = fc
  .tuple(
    fc.array(letter, { maxLength: 12 }),
    fc.array(fc.tuple(fc.nat(12), fc.constantFrom("add", "drop", "put", "swap"), letter), { maxLength: 3 }),
  )
  .map(([letters, edits]) => {
    const edited = [...letters];
    for (const [place, how, added] of edits) {
      const at = Math.min(place, edited.length);
      if (how === "add") edited.splice(at, 0, added);
      else if (how === "drop") edited.splice(at, 1);
      else if (how === "put") edited.splice(at, 1, added);
      else edited.splice(at, 2, ...edited.slice(at, at + 2).reverse());
    }
    return [letters.join(""), edited.join("")] as const;
  });

describe("nearnessOf", () => {
  test("is what a naive table of all edits says", () => {
    fc.assert(
      fc.property(fc.oneof(fc.tuple(name, name), neighbours), ([asked, other]) => {
        expect(nearnessOf(asked, other)).toBe(expectNearness(asked, other));
      }),
      { numRuns: times(100, 3000) },
    );
  });

  test.each([
    ["toolkt.ts", "toolkit.ts", 1],
    ["tookilt.ts", "toolkit.ts", 2],
    ["README.MD", "readme.md", 0],
    ["ÄRGER", "ärger", 0],
    ["\u{10400}b", "\u{10428}b", 0],
    ["strasse", "straße", 2],
    ["a", "A", 0],
    ["a", "b", null],
    ["a", "ab", null],
    ["ab", "ba", 1],
    ["src", "scr", 1],
    ["src", "crs", null],
    ["srcs", "rcs", 1],
    ["ca", "abc", null],
    ["same", "same", null],
    ["", "a", null],
  ])("of %j and %j is %j", (asked, other, nearness) => {
    expect([nearnessOf(asked, other), nearnessOf(other, asked)]).toEqual([nearness, nearness]);
  });
});

describe("findNearest", () => {
  test.each([
    ["letter case before one edit", "readme", ["readmes", "README"], "README"],
    ["one edit before two", "toolkit", ["tolkits", "tolkit"], "tolkit"],
    ["none of two that differ in case", "readme", ["README", "Readme", "readmes"], null],
    ["none of two with one edit", "main.ts", ["min.ts", "main.tsx", "mains.tx"], null],
    ["none that is far", "main.ts", ["toolkit.ts"], null],
    ["none of none", "main.ts", [], null],
  ])("finds %s", (_what, asked, names, found) => {
    expect([findNearest(asked, names), findNearest(asked, names.toReversed())]).toEqual([found, found]);
  });
});
