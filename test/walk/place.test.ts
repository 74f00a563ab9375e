// The position of a walk as text, and its length, which is known without writing it.

import fc from "fast-check";
import { expect, test } from "vitest";
import { cursorLength, writeCursor } from "../../src/walk/cursor.ts";
import { placeLength, readPlace, writePlace } from "../../src/walk/place.ts";
import { times } from "../support/scale.ts";

const name = fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom("a", "\u00e9", ".", "-") });
const text = fc
  .tuple(fc.array(name), fc.boolean())
  .map(([names, isBefore]) => names.join("/") + (isBefore ? "/" : ""))
  .filter((path) => readPlace(path) !== null);

test("LK-07 the length of a place and of its cursor is that of what is written", () => {
  fc.assert(
    fc.property(text, fc.constantFrom("", "12.3"), (path, detail) => {
      const place = readPlace(path) ?? { folder: null, last: null };
      expect(writePlace(place)).toBe(path);
      expect(placeLength(place)).toBe(path.length);
      expect(cursorLength({ detail, place })).toBe(writeCursor({ call: "c", detail, place }).length);
    }),
    { numRuns: times(100, 1000) },
  );
});
