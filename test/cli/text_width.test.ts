import { describe, expect, test } from "vitest";
import { countCells, cutEnd, cutMiddle } from "../../src/cli/text_width.ts";

describe("the cells of a text", () => {
  test.each([
    ["plain.txt", 9],
    ["日本語", 6],
    ["ｆｕｌｌ", 8],
    ["한국", 4],
    ["é", 1],
    // The same with the accent as a character of its own.
    ["e\u0301", 1],
    ["😀", 2],
    ["❤", 1],
    ["\u200b", 0],
    ["…", 1],
  ])("%j takes %i", (text, width) => {
    expect(countCells(text)).toBe(width);
  });

  test("a picture that is joined of others is never taken for too narrow", () => {
    expect(countCells("👨\u200d👩\u200d👧")).toBeGreaterThanOrEqual(2);
  });
});

describe("a text that is cut", () => {
  test("keeps both ends", () => {
    expect(cutMiddle("a-long-name.test.ts", 19)).toBe("a-long-name.test.ts");
    expect(cutMiddle("a-long-name.test.ts", 12)).toBe("a-long…st.ts");
    expect(cutEnd("denied by a pattern", 8)).toBe("denied …");
  });

  test("is not wider than the room, whatever it consists of, and splits no character", () => {
    const text = "日本e\u0301語😀x👨\u200d👩\u200d👧é中文名.txt";
    for (let room = 1; room < 40; room++) {
      const cut = cutMiddle(text, room);
      expect(countCells(cut)).toBeLessThanOrEqual(room);
      const parts = Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment);
      const kept = Array.from(new Intl.Segmenter("en").segment(cut), ({ segment }) => segment);
      for (const part of kept) expect([...parts, "…"]).toContain(part);
    }
  });
});
