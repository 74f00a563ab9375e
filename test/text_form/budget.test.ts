// Every budget of bytes: text fits, has whole lines, and is the longest start of the answer that fits.

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { fitAnswer } from "../../src/call/fit.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { foundEntries } from "../../src/tools/edit/list_directory/fit.ts";
import { createListFilesTool } from "../../src/tools/edit/list_files/tool.ts";
import { foundWindow } from "../../src/tools/edit/read_file/fit.ts";
import { foundFiles } from "../../src/tools/edit/read_files/fit.ts";
import { createSearchTextTool } from "../../src/tools/edit/search_text/tool.ts";
import { foundTree } from "../../src/tools/edit/tree/fit.ts";
import type { Found } from "../../src/tools/found.ts";
import { anyFile, anyFiles, anyListing, anyTree } from "../support/random_answers.ts";
import { isExhaustive, isThorough, times } from "../support/scale.ts";
import { makeScope } from "../support/scopes.ts";
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
import { openDirectory, withWorkspace } from "../support/workspaces.ts";

/** Every number of bytes, or one in so many. */
const STEP = isExhaustive ? 1 : isThorough ? 5 : 29;
const RUNS = { numRuns: times(2, 25) };
const bytes = (text: string) => Buffer.byteLength(text);

/** The whole answer, and those with its first parts only, longest first. */
function writeAll({ fields: { count, least, at } }: Found<unknown>): { data: unknown; text: string }[] {
  const counts = Array.from({ length: count - least + 1 }, (_, index) => count - index);
  return counts.map(at).map(({ data, text }) => ({ data, text: text?.((name) => name) ?? "" }));
}

/** Tries every budget up to what the whole takes. */
function checkBudgets(found: Found<unknown>, parse: (text: string) => { output: unknown }): void {
  const answers = writeAll(found);
  const sizes = answers.map(({ text }) => bytes(text));
  const seen = new Set<string>();
  for (let maxBytes = 0; maxBytes <= (sizes[0] ?? 0); maxBytes++) {
    const expected = answers[sizes.findIndex((size) => size <= maxBytes)];
    const answer = () => fitAnswer(found, maxBytes, { format: "text" });
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
      fc.property(anyTree, (output) => checkBudgets(foundTree(output, { entryKind: "directory" }), parseTree)),
      RUNS,
    );
  });

  test("is the longest start of a list of entries that fits", () => {
    fc.assert(
      fc.property(anyListing, (output) => checkBudgets(foundEntries(output), parseListDirectory)),
      RUNS,
    );
  });

  test("is as many first lines of a file as fit, and tells the size of a line that never does", () => {
    fc.assert(
      fc.property(anyFile(8), ({ answer, startLine }) => {
        const found = foundWindow({ answer, missingBytes: 0 }, { startLine });
        checkBudgets(found, parseReadFile);
        if (answer.meta.returned_line_count === 0) return;
        const [line = ""] = answer.content.split("\n");
        const told = `line ${startLine} alone has ${bytes(line)} bytes, and lines are not split`;
        expect(() => fitAnswer(found, 10, { format: "text" })).toThrow(told);
      }),
      RUNS,
    );
  });

  test("is as many first lines of several files as fit, small files first", () => {
    fc.assert(
      fc.property(anyFiles, (output) => checkBudgets(foundFiles(output), parseReadFiles)),
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

const [findTool, searchTool] = [createListFilesTool(), createSearchTextTool()];

async function listAnswers({ name, args }: (typeof SEARCHES)[number]): Promise<string[]> {
  return withWorkspace(root, "verify", async (workspace) => {
    using directory = openDirectory(workspace, ".");
    const found: Found<unknown> =
      name === "list_files"
        ? await findTool.run(findTool.parse(args), directory, makeScope("."))
        : await searchTool.run(searchTool.parse(args), directory, makeScope("."));
    return writeAll(found).map(({ text }) => text);
  });
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

test("TX-05 every tool keeps to any number of bytes, errors included [promise budget]", async () => {
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
