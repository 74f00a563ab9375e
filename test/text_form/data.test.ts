// The text form of random answers, hostile in every name and content, is read back into the data that it was made of.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toErrorAnswer } from "../../src/call/fit.ts";
import { writeEntries } from "../../src/tools/edit/list_directory/text.ts";
import { writePaths } from "../../src/tools/edit/list_files/text.ts";
import { writeFile } from "../../src/tools/edit/read_file/text.ts";
import { writeFiles } from "../../src/tools/edit/read_files/text.ts";
import { writeFound } from "../../src/tools/edit/search_text/text.ts";
import { writeTree } from "../../src/tools/edit/tree/text.ts";
import { anyError, anyFile, anyFiles, anyFound, anyListing, anyPaths, anyTree } from "../support/random_answers.ts";
import { times } from "../support/scale.ts";
import {
  parseListDirectory,
  parseListFiles,
  parseReadFile,
  parseReadFiles,
  parseSearchText,
  parseTree,
} from "../support/text_answers.ts";
import { parseError } from "../support/text_words.ts";
import { withoutTimes } from "../support/without_times.ts";

const RUNS = { numRuns: times(150, 2000) };
/** Whatever ends a line for some reader. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant.
const ANY_BREAK = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
const countLines = (text: string) => text.split(ANY_BREAK).length;

describe("the text form", () => {
  test("TX-03 TX-04 of tree is its data, a line for each node [promise imitation]", () => {
    fc.assert(
      fc.property(anyTree, fc.constantFrom("directory" as const, "all" as const), (output, entryKind) => {
        const text = writeTree(output, { entryKind });
        expect(parseTree(text)).toEqual({
          output,
          leftOut: { always: [], counts: {} },
          filesShown: entryKind === "all",
        });
        expect(countLines(text)).toBe(output.scanned_entries);
      }),
      RUNS,
    );
  });

  test("TX-03 TX-04 of list_directory is its data, a line for each entry and each directory that has to be named for it [promise imitation]", () => {
    fc.assert(
      fc.property(anyListing, (output) => {
        const text = writeEntries(output);
        expect(parseListDirectory(text)).toEqual({
          output: withoutTimes(output),
          leftOut: { always: [], counts: {} },
        });
        const opened = text.split("\n").filter((line) => line.endsWith("/:")).length;
        expect(countLines(text)).toBe(1 + output.returned + opened);
      }),
      RUNS,
    );
  });

  test("TX-03 TX-04 of read_file is its data, with the content as it is below one line", () => {
    fc.assert(
      fc.property(anyFile(8), ({ answer, startLine }) => {
        const text = writeFile(answer, { startLine });
        expect(parseReadFile(text)).toEqual({ output: withoutTimes(answer), startLine });
        const [head = "", ...rest] = text.split("\n");
        expect(countLines(head)).toBe(1);
        expect(rest.join("\n")).toBe(answer.content);
      }),
      RUNS,
    );
  });

  test("TX-03 TX-04 of read_files is its data, and only its own lines begin with the mark, for every kind of line [promise imitation]", () => {
    fc.assert(
      fc.property(anyFiles, (output) => {
        const text = writeFiles(output);
        const { output: parsed, mark } = parseReadFiles(text);
        expect(parsed).toEqual(withoutTimes(output));
        const begins = text.split(ANY_BREAK).map((line) => line.replace(/^[\s\p{Cc}\p{Cf}\p{Z}\u3164\u2800]+/u, ""));
        expect(begins.filter((line) => line.startsWith(mark)).length).toBe(output.returned);
      }),
      RUNS,
    );
  });

  test("TX-03 TX-04 of list_files is its data, a line for each path [promise imitation]", () => {
    fc.assert(
      fc.property(anyPaths, (output) => {
        const text = writePaths(output);
        expect(parseListFiles(text)).toEqual(output);
        expect(countLines(text)).toBe(1 + output.returned);
      }),
      RUNS,
    );
  });

  test("TX-03 TX-04 of search_text is its data, a line for each file and each line of one", () => {
    fc.assert(
      fc.property(anyFound, (output) => {
        const text = writeFound(output);
        expect(parseSearchText(text)).toEqual(output);
        const shown = output.files.map((file) => 1 + ("lines" in file ? file.lines.length : 0));
        expect(countLines(text)).toBe(shown.reduce((sum, lines) => sum + lines, 1));
      }),
      RUNS,
    );
  });

  test("TX-06 of an error is one line with its code and message, shortened to the budget, and never anything else", () => {
    fc.assert(
      fc.property(anyError, fc.nat(200), (error, maxBytes) => {
        const { data, text, format } = toErrorAnswer(error, maxBytes, { format: "text" });
        expect([Buffer.byteLength(text) <= maxBytes, format]).toEqual([true, "text"]);
        if (text === "") expect(maxBytes).toBeLessThan(Buffer.byteLength(`error ${error.code}: …`));
        else expect([parseError(text), countLines(text)]).toEqual([data, 1]);
      }),
      RUNS,
    );
  });
});
