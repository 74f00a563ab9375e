// Every budget of bytes: text fits, has whole lines, and is the longest start of the answer that fits.

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { makeAnswer } from "../../src/call/answer.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { createListDirectoryTool } from "../../src/tools/edit/list_directory/tool.ts";
import { PATHS } from "../../src/tools/edit/list_files/fit.ts";
import { writePaths } from "../../src/tools/edit/list_files/text.ts";
import { readFileTool } from "../../src/tools/edit/read_file/tool.ts";
import { createReadFilesTool } from "../../src/tools/edit/read_files/tool.ts";
import { PARTS } from "../../src/tools/edit/search_text/fit.ts";
import { writeFound } from "../../src/tools/edit/search_text/text.ts";
import { treeTool } from "../../src/tools/edit/tree/tool.ts";
import type { PathRequest, ToolSpec } from "../../src/tools/tool.ts";
import { anyFile, anyFiles, anyListing, anyTree } from "../support/random_answers.ts";
import { isExhaustive, isThorough, times } from "../support/scale.ts";
import {
  parseListDirectory,
  parseListFiles,
  parseReadFile,
  parseReadFiles,
  parseSearchText,
  parseTree,
} from "../support/text_answers.ts";
import { parseError } from "../support/text_words.ts";
import { makeTree } from "../support/tree.ts";
import { withoutTimes } from "../support/without_times.ts";

/** Every number of bytes, or one in so many. */
const STEP = isExhaustive ? 1 : isThorough ? 5 : 29;
const RUNS = { numRuns: times(2, 25) };
const bytes = (text: string) => Buffer.byteLength(text);

/** Tries every budget up to what the whole takes. */
function checkBudgets<Request extends PathRequest, Output>(
  spec: ToolSpec<Request, Output>,
  output: Output,
  request: Request,
  parse: (text: string) => { output: unknown },
): void {
  const { parts, toTextForm } = spec;
  if (parts === undefined || toTextForm === undefined) throw new Error("the tool has no parts or no text form");
  const write = (data: Output) => ({ data, text: toTextForm(data, request, (name) => name) });
  const all = parts.count(output, Number.POSITIVE_INFINITY);
  const counts = Array.from({ length: Math.max(all - parts.least, 0) }, (_, index) => all - 1 - index);
  const whole = write(output);
  const answers = [whole, ...counts.map((count) => write(parts.keep(output, count, request)))];
  const sizes = answers.map(({ text }) => bytes(text));
  const seen = new Set<string>();
  for (let maxBytes = 0; maxBytes <= bytes(whole.text); maxBytes++) {
    const expected = answers[sizes.findIndex((size) => size <= maxBytes)];
    const answer = () => makeAnswer(spec, output, request, maxBytes, { format: "text" });
    if (expected === undefined) {
      expect(answer).toThrow("output budget too small");
      continue;
    }
    const { data, text } = answer();
    expect(text).toBe(expected.text);
    if (seen.has(text)) continue;
    seen.add(text);
    expect(data).toEqual(expected.data);
    expect(parse(text).output).toEqual(withoutTimes(data));
  }
}

describe("TX-05 text within any number of bytes", () => {
  test("is the longest start of a tree that fits", () => {
    fc.assert(
      fc.property(anyTree, (output) => checkBudgets(treeTool, output, treeTool.parse({ path: "." }), parseTree)),
      RUNS,
    );
  });

  test("is the longest start of a list of entries that fits", () => {
    const tool = createListDirectoryTool();
    fc.assert(
      fc.property(anyListing, (output) => checkBudgets(tool, output, tool.parse({ path: "." }), parseListDirectory)),
      RUNS,
    );
  });

  test("is as many first lines of a file as fit, and tells the size of a line that never does", () => {
    fc.assert(
      fc.property(anyFile(8), ({ answer, startLine }) => {
        const request = readFileTool.parse({ path: "f", start_line: startLine });
        checkBudgets(readFileTool, answer, request, parseReadFile);
        if (answer.meta.returned_line_count === 0) return;
        const [line = ""] = answer.content.split("\n");
        const told = `line ${startLine} alone has ${bytes(line)} bytes, and lines are not split`;
        expect(() => makeAnswer(readFileTool, answer, request, 10, { format: "text" })).toThrow(told);
      }),
      RUNS,
    );
  });

  test("is as many first lines of several files as fit, small files first", () => {
    const tool = createReadFilesTool(readFileTool);
    fc.assert(
      fc.property(anyFiles, (output) => checkBudgets(tool, output, tool.parse({ paths: ["x"] }), parseReadFiles)),
      RUNS,
    );
  });
});

const root = makeTree(["dir sub", "file .hidden foo"]);
const NAMES = ["a", "12:5:x", 'q"uote', "line\nbreak", "b c", "\u202egpj", "sub/deep\u2028er", "sub/=== a", "sub/z@"];
for (const [index, name] of NAMES.entries())
  writeFileSync(join(root, name), `foo ${index}\n\n${"x".repeat(index)}foo\r\u0085 foo\u202e\n`);
writeFileSync(join(root, "sub/long"), `${"long ".repeat(60)}foo\n`);
mkdirSync(join(root, "node_modules"));
symlinkSync("a", join(root, "link"));

const toolkit = createAgentToolkit({ workspaceRoot: root, format: "text" });
afterAll(() => toolkit.close());

const answerOf = (name: string, args: object, maxBytes: number) =>
  toolkit.answer(
    { id: "1", name, arguments: { ...args } },
    { max_output_bytes: maxBytes, available_capacity_bytes: maxBytes },
  );

const SEARCHES = [
  { name: "list_files", args: { pattern: "**", entry_kind: "all" } },
  { name: "list_files", args: { pattern: "*", max_results: 3 } },
  { name: "search_text", args: { pattern: "foo|^$" } },
  { name: "search_text", args: { pattern: "foo", context_lines: 1, max_results: 5 } },
  { name: "search_text", args: { pattern: "foo", mode: "files" } },
] as const;

/** The answer, and those with its first parts only, longest first. */
async function listAnswers({ name, args }: (typeof SEARCHES)[number]): Promise<string[]> {
  const outcome = name === "list_files" ? await toolkit.listFiles.invoke(args) : await toolkit.searchText.invoke(args);
  if (outcome.status !== "success") throw outcome.error;
  const { data } = outcome;
  const all = "paths" in data ? PATHS.count(data, Infinity) : PARTS.count(data, Infinity);
  const counts = Array.from({ length: all }, (_, index) => all - index);
  if ("paths" in data) return [data, ...counts.map((count) => PATHS.keep(data, count, {} as never))].map(writePaths);
  return [data, ...counts.map((count) => PARTS.keep(data, count, {} as never))].map(writeFound);
}

const parsers = { list_files: parseListFiles, search_text: parseSearchText };

describe("TX-05 a page in text", () => {
  test.each(SEARCHES)("of $name $args is the longest start that fits any number of bytes", async (call) => {
    const answers = await listAnswers(call);
    const most = bytes(answers[0] ?? "");
    expect(most).toBeGreaterThan(100);
    for (let maxBytes = 0; maxBytes <= most + 1; maxBytes += STEP) {
      const { content, data, is_error } = await answerOf(call.name, call.args, maxBytes);
      expect(bytes(content)).toBeLessThanOrEqual(maxBytes);
      const expected = answers.find((text) => bytes(text) <= maxBytes);
      if (expected === undefined) {
        const error = content === "" ? null : parseError(content).error.code;
        expect([is_error, content === "" || error === "OUTPUT_BUDGET_TOO_SMALL"]).toEqual([true, true]);
        continue;
      }
      expect([maxBytes, content]).toEqual([maxBytes, expected]);
      expect(parsers[call.name](content)).toEqual(data);
    }
  });

  test.each(SEARCHES)(
    "of $name $args goes on where it ended: all pages are one large answer",
    async ({ name, args }) => {
      const shown = async (maxBytes: number) => {
        const lines: string[] = [];
        for (let next: string | null | undefined; next !== null; ) {
          const { content, is_error } = await answerOf(name, { ...args, after: next }, maxBytes);
          expect([maxBytes, is_error]).toEqual([maxBytes, false]);
          const [, ...more] = content.split("\n");
          // A file whose lines go on is named again.
          const isSame = more[0] === lines.findLast((line) => !/^\d/.test(line)) && name === "search_text";
          lines.push(...(isSame && /^\d/.test(more[1] ?? "") ? more.slice(1) : more));
          next = parsers[name](content).next;
        }
        return lines;
      };
      const whole = await shown(100_000);
      for (const maxBytes of [700, 800, 1000]) expect(await shown(maxBytes)).toEqual(whole);
    },
  );
});

test("TX-05 many short lines fill the budget", async () => {
  const workspaceRoot = makeTree([`file many ${"x\n".repeat(500)}`]);
  using short = createAgentToolkit({ workspaceRoot, format: "text" });
  const args = { pattern: "x", max_results: 1000 };
  for (const maxBytes of [300, 1000, 3000]) {
    const limits = { max_output_bytes: maxBytes, available_capacity_bytes: maxBytes };
    const { content } = await short.execute({ id: "1", name: "search_text", arguments: args }, limits);
    // A further line takes eight bytes at most, and the numbers in the head grow by a few.
    expect([maxBytes, maxBytes - bytes(content) < 16]).toEqual([maxBytes, true]);
  }
});

test("TX-05 every tool keeps to any number of bytes, errors included", async () => {
  const calls = [
    { name: "tree", args: { path: ".", entry_kind: "all" }, parse: parseTree },
    { name: "list_directory", args: { path: ".", recursive: true }, parse: parseListDirectory },
    { name: "read_file", args: { path: "a" }, parse: parseReadFile },
    { name: "read_files", args: { paths: ["a", "none", "sub/=== a"] }, parse: parseReadFiles },
  ];
  for (const { name, args, parse } of calls) {
    for (let maxBytes = 0; maxBytes < 900; maxBytes += STEP) {
      const { content, data, is_error } = await answerOf(name, args, maxBytes);
      expect(bytes(content)).toBeLessThanOrEqual(maxBytes);
      if (!is_error) expect(parse(content).output).toEqual(withoutTimes(data));
      else if (content !== "") expect(parseError(content)).toEqual(data);
    }
  }
});
