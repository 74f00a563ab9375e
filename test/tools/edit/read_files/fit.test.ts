// How one budget is shared by the files of an answer. The oracle pours line by line: it knows nothing of how the tool searches.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitAnswer } from "../../../../src/call/fit.ts";
import { createAgentToolkit } from "../../../../src/toolkit.ts";
import { foundFiles } from "../../../../src/tools/edit/read_files/fit.ts";
import type { ReadFilesOutput } from "../../../../src/tools/edit/read_files/types.ts";
import { Found } from "../../../../src/tools/found.ts";
import { times } from "../../../support/scale.ts";
import { makeTree } from "../../../support/tree.ts";

type File = ReadFilesOutput["files"][number];

const bytes = (text: string) => Buffer.byteLength(text);
const fitFiles = (output: ReadFilesOutput, maxBytes: number) => fitAnswer(foundFiles(output), maxBytes).text;

/** The first `shown` lines of a file, as read_file answers them. `goesOn`: the file has more lines than were asked for. */
function makeFile(path: string, lines: readonly string[], goesOn: boolean, shown = lines.length): File {
  const isCut = goesOn || shown < lines.length;
  return {
    path,
    content: lines.slice(0, shown).join("\n") + (isCut || lines.length === 0 ? "" : "\n"),
    truncated: isCut,
    next_start_line: isCut ? shown + 1 : null,
    meta: { byte_length: 4321, line_count: 999, returned_line_count: shown, mtime_ms: 1_700_000_000_000 },
  };
}

interface Source {
  readonly path: string;
  readonly lines: readonly string[] | null;
  readonly goesOn: boolean;
}

const line = fc.string({ unit: fc.constantFrom("a", "b", '"', "é", "😀", "\u0001"), maxLength: 25, size: "max" });
const source: fc.Arbitrary<Source> = fc.record({
  path: fc.constantFrom("a.ts", "src/b.ts", "é.md"),
  lines: fc.option(fc.oneof(fc.array(line, { maxLength: 3 }), fc.array(line, { maxLength: 25, size: "max" })), {
    nil: null,
    freq: 6,
  }),
  goesOn: fc.boolean(),
});
const sources = fc.array(source, { minLength: 1, maxLength: 6, size: "max" });

function toOutput(files: readonly Source[], shown: readonly number[] = []): ReadFilesOutput {
  const error = { kind: "ExecutionFailed", code: "NOT_FOUND", message: "gone" } as const;
  const answers = files.map(({ path, lines, goesOn }, i) =>
    lines === null ? { path, error } : makeFile(path, lines, goesOn, shown[i] ?? lines.length),
  );
  return { files: answers, returned: answers.length };
}

/** How many bytes of its file the first `count` lines take, as they are shown. */
const measure = (lines: readonly string[], count: number) =>
  lines.slice(0, count).reduce((sum, text) => sum + bytes(text) + 1, 0);

/** Pours one line after the other, always where the level would rise least, until the next does not fit. */
function pour(files: readonly Source[], maxBytes: number): string | null {
  const shown = files.map(({ lines }) => Math.min(1, lines?.length ?? 0));
  let text = JSON.stringify(toOutput(files, shown));
  if (bytes(text) > maxBytes) return null;
  for (;;) {
    const open = files.flatMap(({ lines }, i) => {
      const next = (shown[i] ?? 0) + 1;
      return lines === null || next > lines.length ? [] : [{ i, level: toLevel(files[i], next) }];
    });
    const lowest = open.sort((a, b) => a.level - b.level || a.i - b.i)[0];
    if (lowest === undefined) return text;
    shown[lowest.i] = (shown[lowest.i] ?? 0) + 1;
    const next = JSON.stringify(toOutput(files, shown));
    if (bytes(next) > maxBytes) return text;
    text = next;
  }
}

/** The last line of an answer has its newline only if the file ends there. */
function toLevel(file: Source | undefined, count: number): number {
  const { lines, goesOn } = file ?? { lines: null, goesOn: false };
  return measure(lines ?? [], count) - (goesOn && count === lines?.length ? 1 : 0);
}

describe("RM-02 one budget for all files", () => {
  test("is spent like water that rises in all files, to the last line that fits", () => {
    fc.assert(
      fc.property(sources, fc.integer({ min: 0, max: 4000 }), (files, maxBytes) => {
        const expected = pour(files, maxBytes);
        if (expected === null) expect(() => fitFiles(toOutput(files), maxBytes)).toThrow("output budget too small");
        else expect(fitFiles(toOutput(files), maxBytes)).toBe(expected);
      }),
      { numRuns: times(20, 1500) },
    );
  });

  test("goes by bytes, and of lines that end at the same one takes that of the file that is named first", () => {
    const shownOf = (files: readonly (readonly string[])[], maxBytes: number) => {
      const output = toOutput(files.map((lines, at) => ({ path: `${at}`, lines, goesOn: true })));
      const answer = JSON.parse(fitFiles(output, maxBytes)) as ReadFilesOutput;
      return answer.files.map((file) => ("error" in file ? 0 : file.meta.returned_line_count));
    };
    const whole = (files: readonly (readonly string[])[]) =>
      bytes(JSON.stringify(toOutput(files.map((lines, at) => ({ path: `${at}`, lines, goesOn: true })))));
    const wide = [
      ["x", "\u00e9\u00e9"],
      ["x", "yyy"],
    ];
    const equal = [
      ["x", "y"],
      ["x", "y"],
    ];
    expect([shownOf(wide, whole(wide) - 1), shownOf(equal, whole(equal) - 1)]).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  test("that is too small for a line of each file is refused, with the size that would do and what is long", () => {
    const files = [
      { path: "a.ts", lines: ["short"], goesOn: false },
      { path: "bundle.js", lines: ["x".repeat(5000), "y"], goesOn: false },
    ];
    const hint = 'ask for fewer files; the first line of "bundle.js" has 5001 bytes and is not split';
    expect(() => fitFiles(toOutput(files), 1000)).toThrow(hint);
    expect(() => fitFiles(toOutput(files.slice(1)), 1000)).toThrow(
      /allowed; the first line of "bundle.js" has 5001 bytes/,
    );
    expect(() => fitFiles(toOutput([{ path: "x", lines: null, goesOn: false }]), 50)).toThrow(/, 50 allowed$/);
    let needed = 0;
    try {
      fitFiles(toOutput(files), 10);
    } catch (error) {
      needed = Number(/: (\d+) bytes needed/.exec(String(error))?.[1]);
    }
    expect(bytes(fitFiles(toOutput(files), needed))).toBe(needed);
    expect(() => fitFiles(toOutput(files), needed - 1)).toThrow(`${needed} bytes needed`);
  });
});

test("RM-02 an answer far over its budget is never written out whole", () => {
  const lines = Array.from({ length: 500 }, () => "x".repeat(2000));
  const output = toOutput(Array.from({ length: 20 }, (_, i) => ({ path: `f${i}`, lines, goesOn: false })));
  const written: number[] = [];
  const { fields } = foundFiles(output);
  const at = (count: number) => {
    const { data } = fields.at(count);
    const text = JSON.stringify(data);
    written.push(text.length);
    return { data, text: () => text };
  };
  const { text } = fitAnswer(new Found({ ...fields, at, isAlwaysText: true }), 65_536);
  expect(text.length).toBeLessThanOrEqual(65_536);
  expect(Math.max(...written)).toBeLessThan(4 * 65_536);
});

describe("RM-02 on a disk", () => {
  const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join("");
  const root = makeTree([
    "file small a\nb\n",
    `file large ${numbered(400)}`,
    `file other ${numbered(300)}`,
    "file empty",
  ]);

  test("a small file is whole, two large ones are cut at the same height, and what follows can be read on", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    const args = { paths: ["large", "small", "other", "none", "empty"], max_lines: 500 };
    const call = { id: "1", name: "read_files", arguments: args };
    const { content, is_error } = await toolkit.execute(call, { max_output_bytes: 3000 });
    expect([is_error, bytes(content) <= 3000]).toEqual([false, true]);
    const [large, small, other, none, empty] = (JSON.parse(content) as { files: File[] }).files;
    expect(small).toEqual(Object(await toolkit.readFile("small")).data);
    expect(empty).toEqual(Object(await toolkit.readFile("empty")).data);
    expect(none).toMatchObject({ path: "none", error: { code: "NOT_FOUND" } });
    if (large === undefined || other === undefined || "error" in large || "error" in other) throw new Error("not read");
    const shown = [large, other].map(({ meta }) => meta.returned_line_count);
    expect(Math.abs((shown[0] ?? 0) - (shown[1] ?? 0))).toBeLessThanOrEqual(1);
    expect([large.truncated, large.next_start_line]).toEqual([true, (shown[0] ?? 0) + 1]);
    const rest = await toolkit.readFile("large", { start_line: large.next_start_line ?? 0, max_lines: 500 });
    expect(`${large.content}\n${Object(rest).data.content}`).toBe(numbered(400));
  });

  test("too little for one line of each is OUTPUT_BUDGET_TOO_SMALL", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    const call = { id: "1", name: "read_files", arguments: { paths: ["large", "small", "other"] } };
    const { content, is_error } = await toolkit.execute(call, { max_output_bytes: 300 });
    expect([is_error, JSON.parse(content).error.code]).toEqual([true, "OUTPUT_BUDGET_TOO_SMALL"]);
  });
});
