// One file becomes lines: contexts, columns, windows, line ends, and going on from any place. The reference splits the text and marks lines.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileTextPattern, type LineFinder } from "../../../../src/regex/text_pattern.ts";
import type { Piece } from "../../../../src/tools/edit/search_text/file_pieces.ts";
import { FILE_START, type FilePlace, FileSearch } from "../../../../src/tools/edit/search_text/file_search.ts";
import type { SearchLine } from "../../../../src/tools/edit/search_text/types.ts";
import { times } from "../../../support/scale.ts";
import { literalLines } from "./literal_lines.ts";

const STEPS = 1000;

interface Run {
  readonly pattern: LineFinder;
  readonly contextLines: number;
  readonly place?: FilePlace;
  /** Ends behind so many lines. */
  readonly most?: number;
  /** Ends after so many pauses; also between two pieces, if it has come further by then. */
  readonly mostPauses?: number;
  /** So many lines make a piece, in turn. By default all of them. */
  readonly pieceLines?: readonly number[];
  /** Whether the file is given from its start, as if it had changed; otherwise from the offset of the place. */
  readonly isWhole?: boolean;
}

function search(content: Buffer, run: Run) {
  const { pattern, contextLines, place = FILE_START, most = 1e9, mostPauses = 1e9, pieceLines, isWhole } = run;
  const file = new FileSearch(pattern, contextLines, place);
  const pieces = split(content, isWhole ? 0 : place.offset, pieceLines ?? [1e9]);
  const lines: SearchLine[] = [];
  let pauses = 0;
  while (lines.length < most) {
    const line = file.next(STEPS);
    if (line === null) {
      const piece = pieces.shift();
      if (piece === undefined) return { lines, place: null };
      file.leave();
      if (file.place.line > place.line && ++pauses > mostPauses) break;
      file.enter(piece);
    } else if (line !== "paused") lines.push(line);
    else if (++pauses > mostPauses) break;
  }
  return { lines, place: file.place };
}

function split(content: Buffer, from: number, pieceLines: readonly number[]): Piece[] {
  const pieces: Piece[] = [];
  for (let at = from; at < content.length; ) {
    let end = at;
    for (let left = pieceLines[pieces.length % pieceLines.length] ?? 1; left > 0 && end < content.length; left--)
      end = content.indexOf("\n", end) + 1 || content.length;
    pieces.push({ bytes: content.subarray(at, end), isCut: false, offset: at });
    at = end;
  }
  return pieces;
}

const find = (text: string | Buffer, pattern: string, contextLines = 0) =>
  search(Buffer.from(text), { pattern: literalLines(pattern), contextLines }).lines;

describe("FileSearch", () => {
  test("SE-06 shows matching lines with their numbers and columns", () => {
    expect(find("one\ntwo x\n\nx x three", "x")).toEqual([
      { line: 2, text: "two x", column: 5 },
      { line: 4, text: "x x three", column: 1 },
    ]);
  });

  test("SE-06 counts columns in code points, and a byte that is not UTF-8 as one", () => {
    const odd = Buffer.concat([Buffer.from("é😀"), Buffer.from([0xff, 0xe2, 0x82]), Buffer.from("x")]);
    expect(find(odd, "x")).toEqual([{ line: 1, text: "é😀\ufffd\ufffd\ufffdx", column: 6 }]);
  });

  test("SE-06 merges contexts that overlap", () => {
    const text = ["a", "x1", "b", "c", "x2", "d", "e", "f", "g", "x3"].join("\n");
    const shown = find(text, "x", 1).map(({ line, match }) => `${line}${match === false ? "-" : ""}`);
    expect(shown).toEqual(["1-", "2", "3-", "4-", "5", "6-", "9-", "10"]);
    expect(find(text, "x", 2).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test("SE-02 neither a line end nor a byte order mark belongs to a line", () => {
    expect(find("\ufeffx\r\n\r\nb\rx\r\nlast x\r", "x", 1)).toEqual([
      { line: 1, text: "x", column: 1 },
      { line: 2, text: "", match: false },
      { line: 3, text: "b\rx", column: 3 },
      { line: 4, text: "last x\r", column: 6 },
    ]);
  });

  test("an empty file has no lines", () => {
    expect([find("", ""), find("\ufeff", "")]).toEqual([[], []]);
    expect(find("\n", "")).toEqual([{ line: 1, text: "", column: 1 }]);
  });
});

describe("SE-07 a long line", () => {
  const only = (text: string, contextLines = 0) => find(text, "x", contextLines)[0];

  test("of 240 characters is whole, whatever they are", () => {
    expect(only(`${"😀".repeat(239)}x`)).toEqual({ line: 1, text: `${"😀".repeat(239)}x`, column: 240 });
  });

  test("is a window around its match", () => {
    const shown = only(`${"a".repeat(1000)}x${"b".repeat(1000)}`);
    expect(shown).toEqual({ line: 1, text: `${"a".repeat(119)}x${"b".repeat(120)}`, column: 1001, cut: true });
  });

  test("is a window at its start or end if the match lies there", () => {
    expect(only(`axb${"c".repeat(300)}`)).toEqual({ line: 1, text: `axb${"c".repeat(237)}`, column: 2, cut: true });
    expect(only(`${"é".repeat(300)}xb`)).toEqual({ line: 1, text: `${"é".repeat(238)}xb`, column: 301, cut: true });
  });

  test("with a match longer than the window shows the start of the match", () => {
    const match = "m".repeat(500);
    expect(find(`aa${match}`, match)).toEqual([{ line: 1, text: "m".repeat(240), column: 3, cut: true }]);
  });

  test("LK-09 SE-03 pauses while its characters are counted, and shows the same", () => {
    const before = Buffer.concat([Buffer.from("é€😀a".repeat(2500)), Buffer.from([0xff, 0x80, 0xe2, 0x82])]);
    const content = Buffer.concat([before, Buffer.from("x\nx\n")]);
    const file = new FileSearch(literalLines("x"), 0, FILE_START);
    file.enter({ bytes: content, isCut: false, offset: 0 });
    const seen = Array.from({ length: 13 }, () => file.next(1000));
    expect(seen.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "paused"));
    const text = `${"é€😀a".repeat(60)}\ufffd\ufffd\ufffd\ufffdx`;
    expect(seen.slice(10)).toEqual([
      { line: 1, text: Array.from(text).slice(-240).join(""), column: 10_005, cut: true },
      { line: 2, text: "x", column: 1 },
      null,
    ]);
  });

  test("of context is its start", () => {
    expect(find(`x\n${"ü".repeat(241)}`, "x", 1)[1]).toEqual({
      line: 2,
      text: "ü".repeat(240),
      match: false,
      cut: true,
    });
  });
});

/** The byte where a line begins, counted from 1. */
function lineStart(text: string, line: number): number {
  const lines = text.split(/(?<=\n)/);
  return Buffer.byteLength(lines.slice(0, line - 1).join(""));
}

// The reference: whole lines, no windows.
function reference(text: string, pattern: string, contextLines: number): SearchLine[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  else lines.push(`${lines.pop() ?? ""}\0`);
  const shown = lines.map((line) => (line.endsWith("\0") ? line.slice(0, -1) : line.replace(/\r$/, "")));
  const isMatch = shown.map((line) => line.includes(pattern));
  return shown.flatMap((line, index): SearchLine[] => {
    if (isMatch[index]) return [{ line: index + 1, text: line, column: line.indexOf(pattern) + 1 }];
    const near = isMatch.slice(Math.max(0, index - contextLines), index + contextLines + 1).includes(true);
    return near ? [{ line: index + 1, text: line, match: false }] : [];
  });
}

const texts = fc
  .array(fc.constantFrom("x", "a x", "a", "b", "", "c", "d", "e", "f", "g", "é", "a\rb"), { maxLength: 40 })
  .chain((lines) =>
    fc.array(fc.constantFrom("\n", "\r\n"), { minLength: 1, maxLength: 7 }).chain((ends) =>
      fc.boolean().map((hasLast) => {
        const text = lines.map((line, index) => line + ends[index % ends.length]).join("");
        return hasLast ? `${text}tail x` : text;
      }),
    ),
  );
const coins = fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }).map((flips) => {
  let at = 0;
  // Heads at last, or nothing would ever go on.
  return () => flips[at++ % (flips.length + 1)] ?? false;
});

const pieceSizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 });

describe("property tests", () => {
  test("LK-09 LK-10 whatever it pauses at, and in whatever pieces a file comes, it shows what the reference shows", () => {
    fc.assert(
      fc.property(texts, fc.nat(10), coins, pieceSizes, (text, contextLines, pauses, pieceLines) => {
        const { lines } = search(Buffer.from(text), { pattern: literalLines("x", pauses), contextLines, pieceLines });
        expect(lines).toEqual(reference(text, "x", contextLines));
      }),
      { numRuns: times(25, 2000) },
    );
  });

  test("LK-07 pieces that end anywhere, also at a pause, are the whole when joined", () => {
    const pieces = fc.array(
      fc.record({ most: fc.integer({ min: 1, max: 5 }), mostPauses: fc.nat(9), isWhole: fc.boolean() }),
      {
        minLength: 1,
        maxLength: 5,
      },
    );
    fc.assert(
      fc.property(texts, fc.nat(10), coins, pieces, pieceSizes, (text, contextLines, pauses, cuts, pieceLines) => {
        const joined: SearchLine[] = [];
        let place: FilePlace | null = FILE_START;
        for (let piece = 0; place !== null; piece++) {
          const cut = cuts[piece % cuts.length];
          const pattern = literalLines("x", pauses);
          const part = search(Buffer.from(text), { pattern, contextLines, place, pieceLines, ...cut });
          joined.push(...part.lines);
          place = part.place;
          if (place !== null) expect(place.offset).toBe(lineStart(text, place.line - place.unshown));
        }
        expect(joined).toEqual(reference(text, "x", contextLines));
      }),
      { numRuns: times(25, 2000) },
    );
  });

  test("SE-07 a window has 240 characters of its line and its match in it", () => {
    const chars = fc
      .array(fc.constantFrom("a", "é", "€", "😀"), { maxLength: 600, size: "max" })
      .map((all) => all.join(""));
    fc.assert(
      fc.property(chars, chars, (before, after) => {
        const [whole, lead] = [Array.from(`${before}x${after}`), Array.from(before).length];
        const [line] = find(`${before}x${after}`, "x");
        const shown = Array.from(line?.text ?? "");
        expect(line?.column).toBe(lead + 1);
        expect(shown.length).toBe(Math.min(whole.length, 240));
        expect(line?.cut === true).toBe(whole.length > 240);
        expect(whole.join("")).toContain(shown.join(""));
        expect(shown).toContain("x");
      }),
    );
  });
});

test.each(["x\nn\nx\nx\n", "x\nn\nx\nx", "x\r\nn\r\nx\r\nx"])(
  "SE-06 LK-07 a count that stops behind any match goes on behind it: %j",
  (text) => {
    const content = Buffer.from(text);
    const count = (place: FilePlace, most: number) => {
      const file = new FileSearch(compileTextPattern("^x$", { literal: false, ignoreCase: false }), 0, place, true);
      file.enter({ bytes: content.subarray(place.offset), isCut: false, offset: place.offset });
      while (file.place.found < most && file.count(STEPS) === "found");
      return file.place;
    };
    expect([1, 2, 3].map((most) => count(count(FILE_START, most), 9).found)).toEqual([3, 3, 3]);
  },
);
