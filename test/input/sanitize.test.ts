import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sanitize } from "../../src/input/sanitize.ts";
import { anyCharacter } from "../support/any_character.ts";
import { times } from "../support/scale.ts";

test.each([
  ["a CSI sequence", "\u001b[31mred\u001b[0m", "\\x1b[31mred\\x1b[0m"],
  ["an OSC sequence", "\u001b]0;title\u0007x", "\\x1b]0;title\\x07x"],
  ["an OSC 8 link", "\u001b]8;;http://x\u001b\\y", "\\x1b]8;;http://x\\x1b\\y"],
  ["a DCS sequence", "\u001bP1$r\u001b\\", "\\x1bP1$r\\x1b\\"],
  ["C1 forms of CSI, OSC and DCS", "\u009b2J\u009d0;x\u0090q", "\\x9b2J\\x9d0;x\\x90q"],
  ["bell, backspace, carriage return, NUL, delete", "\u0007\b\r\0\u007f", "\\x07\\x08\\x0d\\x00\\x7f"],
  ["newlines of every kind", "a\nb\u0085c\u2028d\u2029e", "a\\x0ab\\x85c\\u2028d\\u2029e"],
  ["bidirectional overrides, isolates and marks", "\u202ea\u2066b\u200fc\u061c", "\\u202ea\\u2066b\\u200fc\\u061c"],
  ["half of a surrogate pair", "a\ud800b", "a\\ud800b"],
])("EX-21 NFR-LD-SEC-02 neutralises %s [promise terminal]", (_what, text, shown) => {
  expect(sanitize(text)).toBe(shown);
});

test("EX-21 keeps printable text of every script", () => {
  const text = "plain, ümläut, 日本語, עברית, العربية, emoji 👩‍👩‍👧, “quotes”, \\x1b, tabs no";
  expect(sanitize(text)).toBe(text);
});

test("EX-21 leaves nothing that a terminal would act on, whatever comes in [promise terminal]", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200, size: "max" }), (text) => {
      const shown = sanitize(text);
      expect(stripVTControlCharacters(shown)).toBe(shown);
      // Not toSatisfy, which formats each text.
      expect(/[\p{Cc}\u2028-\u202e\u2066-\u2069\u200e\u200f\u061c]/u.test(shown)).toBe(false);
      expect(sanitize(shown)).toBe(shown);
    }),
    { numRuns: times(200, 2000) },
  );
});
