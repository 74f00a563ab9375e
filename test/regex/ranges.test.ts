// Sets of characters: equality, by which equal classes of a pattern share one set.

import fc from "fast-check";
import { expect, test } from "vitest";
import { hashOf, isEqual, toCharSet } from "../../src/regex/ranges.ts";
import { RegexCells } from "../../src/regex/regex_cells.ts";
import { RegexSet } from "../../src/regex/regex_sets.ts";
import { toChars, toSequence } from "../../src/regex/regex_tree.ts";
import { times } from "../support/scale.ts";

const set = fc.array(fc.nat(5), { maxLength: 3 }).map((codes) => toCharSet(...codes.flatMap((code) => [code, code])));

test("sets are equal if their ranges are, and then have the same hash", () => {
  fc.assert(
    fc.property(set, set, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(isEqual(one, other)).toBe(isSame);
      if (isSame) expect(hashOf(one)).toBe(hashOf(other));
    }),
    { numRuns: times(300, 3000) },
  );
});

test("equal classes of a pattern share one set, others do not, even with the same hash", () => {
  const [a, again, b] = [toCharSet(0, 31), toCharSet(0, 31), toCharSet(1, 0)];
  const items = [a, again, toCharSet(65, 65)].map((set) => toChars(RegexSet.of(set)));
  const { leaving } = new RegexCells(toSequence(items));
  expect([...leaving.values()]).toEqual([[0, 1], [2]]);
  expect([hashOf(a) === hashOf(b), isEqual(a, b)]).toEqual([true, false]);
});
