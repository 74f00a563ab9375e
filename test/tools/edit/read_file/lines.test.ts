// Where a window ends if only so many bytes may be kept. Leaves all other windows to properties.test.ts.

import { describe, expect, test } from "vitest";
import { findWindow } from "./find_window.ts";

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
