import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitAnswer } from "../../../../src/call/fit.ts";
import { foundWindow } from "../../../../src/tools/edit/read_file/fit.ts";
import type { ReadFileOutput } from "../../../../src/tools/edit/read_file/types.ts";
import { times } from "../../../support/scale.ts";

const bytes = (text: string) => Buffer.byteLength(text);
const fitLines = (output: ReadFileOutput, startLine: number, maxBytes: number) =>
  fitAnswer(foundWindow({ answer: output, missingBytes: 0 }, { startLine }), maxBytes).text;

/** A window of `lines` lines that starts at `startLine`; the file ends with it unless `goesOn`. */
function makeOutput(lines: readonly string[], startLine: number, goesOn: boolean): ReadFileOutput {
  return {
    path: "some/file.txt",
    content: lines.join("\n") + (goesOn || lines.length === 0 ? "" : "\n"),
    truncated: goesOn,
    next_start_line: goesOn ? startLine + lines.length : null,
    meta: { byte_length: 12_345, line_count: 999, returned_line_count: lines.length, mtime_ms: 1_700_000_000_000 },
  };
}

describe("read_file under a budget of bytes", () => {
  test("is the whole window where that fits, and else as many of its first lines as do", () => {
    const line = fc.string({
      unit: fc.constantFrom("a", '"', "\\", "é", "😀", "\u0001", "\t"),
      maxLength: 30,
      size: "max",
    });
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 20, size: "max" }),
        fc.integer({ min: 1, max: 9999 }),
        fc.boolean(),
        fc.nat(1500),
        (lines, startLine, goesOn, maxBytes) => {
          const output = makeOutput(lines, startLine, goesOn);
          const shorter = lines.map((_, dropped) =>
            makeOutput(lines.slice(0, lines.length - 1 - dropped), startLine, true),
          );
          const answers = [output, ...shorter.slice(0, -1)].map((answer) => ({
            ...answer,
            meta: { ...answer.meta, line_count: 999 },
          }));
          const expected = answers.map((answer) => JSON.stringify(answer)).find((text) => bytes(text) <= maxBytes);
          if (expected === undefined)
            expect(() => fitLines(output, startLine, maxBytes)).toThrow("output budget too small");
          else expect(fitLines(output, startLine, maxBytes)).toBe(expected);
        },
      ),
      { numRuns: times(40, 1000) },
    );
  });
});
