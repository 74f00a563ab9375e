// What must hold for every file and window: the oracle decodes the whole file at once and splits it.
// Leaves single examples to tool.test.ts.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_FILE_BYTES } from "../../../../src/tools/edit/read_file/file_guard.ts";
import type { LineSpan } from "../../../../src/tools/edit/read_file/lines.ts";
import type { ReadFileOptions, ReadFileOutput } from "../../../../src/tools/edit/read_file/types.ts";
import { times } from "../../../support/scale.ts";
import { makeTempFolder } from "../../../support/tree.ts";
import { findWindow } from "./find_window.ts";
import { dataOf, openReadFile } from "./open_tool.ts";

const root = makeTempFolder();
const read = openReadFile(root);

async function readBytes(bytes: Uint8Array, options: ReadFileOptions): Promise<ReadFileOutput> {
  writeFileSync(join(root, "f"), bytes);
  return dataOf(await read("f", options));
}

// Characters of every length, whole, cut off, overlong and out of range; newlines more often than the rest, and now and then many of
// them, or a long line.
const pieces = [
  ...["0a", "0a", "0d0a", "0d0a", "0d", "61", "6262", "20".repeat(9)],
  ...["c3a9", "e282ac", "f09f9880", "efbbbf", "efbfbd", "e280a8"],
  ...["ff", "80", "c3", "e282", "f09f98", "c080", "eda080", "f4908080", "e2820a", "f09f0d0a"],
  ...["0a".repeat(700), "0d0a".repeat(300), "61".repeat(1500)],
].map((hex) => Buffer.from(hex, "hex"));
// Without a size, no text would have more than ten of them, whatever the length that is allowed.
const anyPieces = fc.array(fc.constantFrom(...pieces), { maxLength: 60, size: "max" });
const text = anyPieces.map((chosen) => Buffer.concat(chosen));
const span = fc.record({
  startLine: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 3000 })),
  maxLines: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 500 })),
});

/** The whole file, as its windows joined must give it. */
function wholeText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8").replaceAll("\r\n", "\n");
}

function naiveLines(bytes: Uint8Array): string[] {
  const lines = Buffer.from(bytes).toString("utf8").split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function naiveWindow(bytes: Uint8Array, { startLine, maxLines }: LineSpan) {
  const lines = naiveLines(bytes);
  const shown = lines.slice(startLine - 1, startLine - 1 + maxLines);
  const next = startLine + maxLines <= lines.length ? startLine + maxLines : null;
  const isEnded = bytes.at(-1) === 10 && shown.length > 0 && next === null;
  return {
    content: shown.join("\n") + (isEnded ? "\n" : ""),
    truncated: next !== null,
    next_start_line: next,
    counts: [bytes.length, lines.length, shown.length],
  };
}

async function readAll(bytes: Uint8Array, max_lines: number): Promise<ReadFileOutput[]> {
  const windows = [await readBytes(bytes, { max_lines })];
  for (let next = windows[0]?.next_start_line ?? null; next !== null; ) {
    const window = dataOf(await read("f", { start_line: next, max_lines }));
    windows.push(window);
    next = window.next_start_line;
  }
  return windows;
}

describe("any file", () => {
  test("RF-01, RF-02, RF-03, RF-06, RF-08, RF-10, RF-11: any window is that of the text decoded whole", async () => {
    await fc.assert(
      fc.asyncProperty(text, span, async (bytes, { startLine, maxLines }) => {
        const answer = await readBytes(bytes, { start_line: startLine, max_lines: maxLines });
        const { content, truncated, next_start_line, meta } = answer;
        const counts = [meta.byte_length, meta.line_count, meta.returned_line_count];
        expect({ content, truncated, next_start_line, counts }).toEqual(naiveWindow(bytes, { startLine, maxLines }));
      }),
      { numRuns: times(10, 400) },
    );
  });

  test("RF-01, RF-10: in whatever pieces a text comes, its window is that of the text decoded whole", () => {
    const pieceBytes = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2000 }));
    fc.assert(
      fc.property(text, span, pieceBytes, (bytes, wanted, piece) => {
        const { byteLength, lineCount, content, lines, hasMore } = findWindow(bytes, { ...wanted, pieceBytes: piece });
        const { next_start_line: _, ...expected } = naiveWindow(bytes, wanted);
        expect({ content, truncated: hasMore, counts: [byteLength, lineCount, lines] }).toEqual(expected);
      }),
      { numRuns: times(50, 5000) },
    );
  });

  test("what may be kept cuts a window at a line, and nothing else changes", () => {
    fc.assert(
      fc.property(text, span, fc.nat(3000), fc.integer({ min: 1, max: 300 }), (bytes, wanted, keepBytes, piece) => {
        const whole = findWindow(bytes, wanted);
        const cut = findWindow(bytes, { ...wanted, keepBytes, pieceBytes: piece });
        expect([cut.byteLength, cut.lineCount]).toEqual([whole.byteLength, whole.lineCount]);
        if (cut.lines > 0) expect(cut).toEqual(findWindow(bytes, { ...wanted, maxLines: cut.lines }));
        expect(cut.lines < whole.lines || (cut.content === whole.content && cut.tooLong === null)).toBe(true);
        // One more line would be too much.
        const more = findWindow(bytes, { ...wanted, maxLines: cut.lines + 1, keepBytes: keepBytes + 1 });
        expect(cut.lines === whole.lines || more.lines <= cut.lines + 1).toBe(true);
        expect(cut.tooLong !== null).toBe(cut.lines === 0 && whole.lines > 0);
        const shown = JSON.stringify(findWindow(bytes, { ...wanted, maxLines: 1 }).content);
        if (cut.tooLong !== null) expect(cut.tooLong.shownBytes).toBe(Buffer.byteLength(shown) - 2);
      }),
      { numRuns: times(25, 2000) },
    );
  });

  test("RF-06 the windows of a file, joined with newlines, are the file", async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (bytes, few) => {
        // Thousands of lines in windows of a few would be thousands of calls.
        const windows = await readAll(bytes, naiveLines(bytes).length > 100 ? few * 50 : few);
        expect(windows.map(({ content }) => content).join("\n")).toBe(wholeText(bytes));
        const returned = windows.reduce((sum, { meta }) => sum + meta.returned_line_count, 0);
        expect([returned, windows[0]?.meta.line_count]).toEqual([naiveLines(bytes).length, naiveLines(bytes).length]);
      }),
      { numRuns: times(4, 100) },
    );
  });

  test("RF-08 a final newline adds no line to a text that has none", () => {
    fc.assert(
      fc.property(text, (bytes) => {
        fc.pre(bytes.length > 0 && bytes.at(-1) !== 10);
        const count = (more: string) => {
          const longer = Buffer.concat([bytes, Buffer.from(more)]);
          return findWindow(longer, { startLine: 1, maxLines: 1 }).lineCount;
        };
        expect([count("\n"), count("\r\n"), count("\nx")]).toEqual([count(""), count(""), count("") + 1]);
      }),
      { numRuns: times(12, 1000) },
    );
  });
});

describe("a large file", () => {
  test("RF-13 of one line as long as the limit comes back whole", async () => {
    for (const end of ["x", "\n"]) {
      const bytes = Buffer.alloc(MAX_FILE_BYTES, "x").fill(end, MAX_FILE_BYTES - 1);
      const { content, meta, truncated } = await readBytes(bytes, { max_lines: 1 });
      expect([content === bytes.toString(), meta.line_count, truncated]).toEqual([true, 1, false]);
    }
  });

  test("RF-01 keeps characters whole across the edges of 64 KiB", async () => {
    for (const character of ["é", "€", "😀"]) {
      for (let shift = 0; shift < 4; shift++) {
        const line = `${"a".repeat(shift)}${character.repeat(20_000)}`;
        const bytes = Buffer.from(`${line}\n${line}\r\n${line}\n`);
        const { content } = await readBytes(bytes, { start_line: 2, max_lines: 1 });
        expect(content === line).toBe(true);
        expect((await readBytes(bytes, {})).content === `${line}\n${line}\n${line}\n`).toBe(true);
      }
    }
  });

  test("RF-02 of a million empty lines is counted whole and shown in part", async () => {
    const bytes = Buffer.alloc(MAX_FILE_BYTES, "\n");
    const { content, next_start_line, meta } = await readBytes(bytes, { start_line: 1_000_000, max_lines: 3 });
    expect([content, next_start_line, meta.line_count]).toEqual(["\n\n", 1_000_003, MAX_FILE_BYTES]);
  });
});
