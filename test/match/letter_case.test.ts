// Characters that are equal if case is ignored: what is known of ASCII by heart is what the tables say.

import { expect, test } from "vitest";
import { equalChars, foldRanges, foldText } from "../../src/match/letter_case.ts";
import { hasChar } from "../../src/regex/char_sets.ts";

const ASCII_CODES = Array.from({ length: 0x80 }, (_, code) => code);

test("the equals of every ASCII character are those of the tables", () => {
  expect(ASCII_CODES.map(equalChars)).toEqual(ASCII_CODES.map((code) => foldRanges([[code, code]])));
});

test("two characters are equal if their folded texts are", () => {
  const codes = [...ASCII_CODES, 0x130, 0x131, 0x17f, 0x3c2, 0x3c3, 0xe9, 0xc9, 0x1e9e, 0xdf, 0x212a, 0x10400, 0x10428];
  const wrong = codes.flatMap((one) =>
    codes.filter((other) => {
      const areEqual = foldText(String.fromCodePoint(one)) === foldText(String.fromCodePoint(other));
      return hasChar(equalChars(one), other) !== areEqual;
    }),
  );
  expect(wrong).toEqual([]);
});
