// Windows of lines in bytes, one example each. Leaves generated texts to properties.test.ts.

import { describe, expect, test } from "vitest";
import { findWindow } from "./find_window.ts";

const find = (text: string, startLine = 1, maxLines = 200) => findWindow(Buffer.from(text), { startLine, maxLines });
const shown = (...asked: Parameters<typeof find>) => {
  const { content, lines, hasMore, lineCount } = find(...asked);
  return [content, lines, hasMore, lineCount];
};

describe("WindowFinder", () => {
  test("counts a line for each newline and for what follows the last one", () => {
    const counts = ["", "a", "a\n", "a\nb", "\n", "\n\n", "\na", "\r", "a\rb", "a\r\nb\r\n"].map(
      (text) => [text, find(text).lineCount] as const,
    );
    expect(counts).toEqual([
      ["", 0],
      ["a", 1],
      ["a\n", 1],
      ["a\nb", 2],
      ["\n", 1],
      ["\n\n", 2],
      ["\na", 2],
      ["\r", 1],
      ["a\rb", 1],
      ["a\r\nb\r\n", 2],
    ]);
  });

  test("counts an unfinished last line behind many short ones, before the window and after it", () => {
    const text = `${"\n".repeat(20)}x`;
    expect([shown(text, 1, 1), shown(text, 21, 1), shown(text, 99, 1)]).toEqual([
      ["", 1, true, 21],
      ["x", 1, false, 21],
      ["", 0, false, 21],
    ]);
  });

  test("shows the lines of the window and says whether others follow", () => {
    const text = "a\nbb\n\nccc\ndd";
    expect(shown(text)).toEqual([text, 5, false, 5]);
    expect(shown(text, 2, 2)).toEqual(["bb\n", 2, true, 5]);
    expect(shown(text, 4, 2)).toEqual(["ccc\ndd", 2, false, 5]);
    expect(shown(text, 5, 1)).toEqual(["dd", 1, false, 5]);
    expect(shown(text, 6, 1)).toEqual(["", 0, false, 5]);
    expect(shown("", 1, 1)).toEqual(["", 0, false, 0]);
  });

  test("drops the newline at the end, and its CR, if something follows", () => {
    const text = "a\r\n\r\r\n\r\nb\n\n";
    expect([shown(text, 1, 1), shown(text, 2, 1), shown(text, 3, 1), shown(text, 1, 3)]).toEqual([
      ["a", 1, true, 5],
      ["\r", 1, true, 5],
      ["", 1, true, 5],
      ["a\n\r\n", 3, true, 5],
    ]);
  });

  test("goes exactly to the end of the text if nothing follows", () => {
    expect([shown("a\nb\n\n", 2, 2), shown("a\n\n", 2, 1), shown("b\r", 1, 1)]).toEqual([
      ["b\n\n", 2, false, 3],
      ["\n", 1, false, 2],
      ["b\r", 1, false, 1],
    ]);
  });

  test("keeps a byte order mark wherever it stands", () => {
    expect(shown("\uFEFFa\n\uFEFFb")).toEqual(["\uFEFFa\n\uFEFFb", 2, false, 2]);
  });

  test("finds newlines at every distance", () => {
    for (let length = 0; length < 40; length++) {
      const line = "x".repeat(length);
      expect(shown(`${line}\n`.repeat(3), 2, 1)).toEqual([line, 1, true, 3]);
    }
  });
});

describe("a window of more bytes than may be kept", () => {
  const keep = (text: string, keepBytes: number, startLine = 1) => {
    const window = findWindow(Buffer.from(text), { startLine, maxLines: 9, keepBytes });
    return [window.content, window.lines, window.hasMore, window.tooLong];
  };

  test("ends behind the last line that is kept whole", () => {
    expect([keep("ab\ncd\nef\n", 9), keep("ab\ncd\nef\n", 8), keep("ab\ncd\nef", 8)]).toEqual([
      ["ab\ncd\nef\n", 3, false, null],
      ["ab\ncd", 2, true, null],
      ["ab\ncd\nef", 3, false, null],
    ]);
  });

  test("says how long its first line is if that is not kept", () => {
    expect([keep("a\nbcdef\ng\n", 4, 2), keep("a\nbcdef", 4, 2), keep("a\nbcde", 4, 2)]).toEqual([
      ["", 0, true, { bytes: 6, shownBytes: 5 }],
      ["", 0, true, { bytes: 5, shownBytes: 5 }],
      ["bcde", 1, false, null],
    ]);
  });
});
