// Lines on bytes, one example each. Leaves generated texts to properties.test.ts.

import { describe, expect, test } from "vitest";
import { decodeLines, locateLines } from "../../../../src/tools/edit/read_file/lines.ts";

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

describe("locateLines", () => {
  const locate = (text: string, startLine = 1, maxLines = 200) => locateLines(bytesOf(text), { startLine, maxLines });

  test("counts a line for each newline and for what follows the last one", () => {
    const counts = ["", "a", "a\n", "a\nb", "\n", "\n\n", "\na", "\r", "a\rb", "a\r\nb\r\n"].map(
      (text) => [text, locate(text).lineCount] as const,
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

  test("counts an unfinished last line behind many short ones, before the span and after it", () => {
    const text = `${"\n".repeat(20)}x`;
    expect([locate(text, 1, 1).lineCount, locate(text, 21, 1), locate(text, 99, 1).lineCount]).toEqual([
      21,
      { lineCount: 21, offsets: [20, 21] },
      21,
    ]);
  });

  test("tells where the lines of the span begin and where the last one ends", () => {
    const text = "a\nbb\n\nccc\ndd";
    expect(locate(text)).toEqual({ lineCount: 5, offsets: [0, 2, 5, 6, 10, 12] });
    expect(locate(text, 2, 2)).toEqual({ lineCount: 5, offsets: [2, 5, 6] });
    expect(locate(text, 4, 2)).toEqual({ lineCount: 5, offsets: [6, 10, 12] });
    expect(locate(text, 5, 1)).toEqual({ lineCount: 5, offsets: [10, 12] });
    expect(locate(text, 6, 1)).toEqual({ lineCount: 5, offsets: [] });
    expect(locate("", 1, 1)).toEqual({ lineCount: 0, offsets: [] });
  });

  test("finds newlines at every distance", () => {
    for (let length = 0; length < 40; length++) {
      const line = `${"x".repeat(length)}\n`;
      expect(locate(line.repeat(3), 2, 1)).toEqual({ lineCount: 3, offsets: [length + 1, 2 * length + 2] });
    }
  });

  test("keeps only what the span needs of a megabyte of empty lines", () => {
    const size = 1024 * 1024;
    const { lineCount, offsets } = locate("\n".repeat(size), size - 1, 500);
    expect([lineCount, offsets]).toEqual([size, [size - 2, size - 1, size]]);
  });
});

describe("decodeLines", () => {
  const bytes = bytesOf("a\r\n\r\r\n\r\nb\n\n");

  test("drops the newline before the end, and its CR, if something follows", () => {
    expect(decodeLines(bytes, 0, 3)).toBe("a");
    expect(decodeLines(bytes, 3, 6)).toBe("\r");
    expect(decodeLines(bytes, 6, 8)).toBe("");
    expect(decodeLines(bytes, 0, 8)).toBe("a\n\r\n");
  });

  test("goes exactly to the end of the text if nothing follows", () => {
    expect(decodeLines(bytes, 8, 11)).toBe("b\n\n");
    expect(decodeLines(bytes, 10, 11)).toBe("\n");
    expect(decodeLines(bytesOf("b\r"), 0, 2)).toBe("b\r");
  });

  test("is empty where nothing is asked for", () => {
    expect([decodeLines(bytes, 0, 0), decodeLines(bytes, 3, 3), decodeLines(bytes, 11, 11)]).toEqual(["", "", ""]);
  });

  test("keeps a byte order mark wherever it stands", () => {
    expect(decodeLines(bytesOf("\uFEFFa\n\uFEFFb"), 0, 9)).toBe("\uFEFFa\n\uFEFFb");
  });
});
