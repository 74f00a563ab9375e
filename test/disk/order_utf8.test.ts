// The order by UTF-8 bytes, against the bytes themselves.

import fc from "fast-check";
import { expect, test } from "vitest";
import { compareUtf8 } from "../../src/disk/names.ts";
import { anyCharacter } from "../support/any_character.ts";
import { times } from "../support/scale.ts";

const anyText = fc.string({ unit: anyCharacter, maxLength: 4 });
const nearText = fc.array(fc.constantFrom("a", "é", "\ud7ff", "\ue000", "\ufffd", "\uffff", "😀", "𝒳", "\u{10ffff}"), {
  maxLength: 4,
});

test("FR-LD-LST-05 names compare as the bytes of their UTF-8 do", () => {
  const text = fc.oneof(
    anyText,
    nearText.map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: times(100, 5000) },
  );
});

test("FR-LD-LST-05 an astral character comes after U+FFFD, where UTF-16 has it before", () => {
  const names = ["😀", "\ufffd", "\ue000", "é", "z", "a", "a\ufffd", "a😀", ""];
  expect(names.sort(compareUtf8)).toEqual(["", "a", "a\ufffd", "a😀", "z", "é", "\ue000", "\ufffd", "😀"]);
  expect("😀" < "\ufffd").toBe(true);
});
