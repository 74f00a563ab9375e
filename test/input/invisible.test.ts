import { expect, test } from "vitest";
import { showInvisible, splitInvisible } from "../../src/input/sanitize.ts";

test.each([
  ["zero width", "a\u200bb", "a\\u200bb"],
  ["tag characters", "a\u{e0041}\u{e007f}", "a\\u{e0041}\\u{e007f}"],
  ["fillers", "\u3164\u115f\u2800", "\\u3164\\u115f\\u2800"],
  ["variation selectors", "a\ufe0f\u{e0100}", "a\\ufe0f\\u{e0100}"],
  ["controls and line breaks", "\u001b[0m\n\t", "\\x1b[0m\\x0a\\x09"],
  ["reading direction", "\u202etxt", "\\u202etxt"],
  ["spaces that are no plain ones", "a\u00a0b\u3000c d", "a\\xa0b\\u3000c d"],
  ["private use and halves of pairs", "\ue000\ud800", "\\ue000\\ud800"],
  ["a joiner outside of an emoji", "a\u200db\u200d", "a\\u200db\\u200d"],
])("shows %s", (_, text, shown) => {
  expect(showInvisible(text)).toBe(shown);
});

test.each(["plain", "grüße 名前 שלום", "👩‍💻", "❤️", "👩🏽‍🚀", "🏳️‍🌈"])("leaves %s as it is", (text) => {
  expect(showInvisible(text)).toBe(text);
});

test("tells what was escaped from the same characters typed, and keeps tabs and line breaks of a text", () => {
  expect([...splitInvisible("\\x1b\u001b\u200b!\n\tend", "lines")]).toEqual([
    { text: "\\x1b", isEscape: false },
    { text: "\\x1b\\u200b", isEscape: true },
    { text: "!\n\tend", isEscape: false },
  ]);
});
