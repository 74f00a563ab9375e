// The size in "output budget too small" is one that would do: asked again with as many bytes, the call is answered; with one less, it is not.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type AgentToolkit, createAgentToolkit } from "../../../src/toolkit.ts";
import type { AnswerFormat } from "../../../src/tools/found.ts";
import { times } from "../../support/scale.ts";
import { makeTempFolder } from "../../support/tree.ts";

interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

async function answer(toolkit: AgentToolkit, { name, args }: Call, format: AnswerFormat, maxBytes: number) {
  let message = "";
  const { content, is_error } = await toolkit.execute(
    { id: "1", name, arguments: args },
    {
      format,
      max_output_bytes: maxBytes,
      available_capacity_bytes: maxBytes,
      on_event: (event) => {
        if (event.type === "completed") message = event.error?.message ?? "";
      },
    },
  );
  return { content, is_error, message };
}

const SIZES = /^output budget too small: (\d+) bytes needed, (\d+) allowed/;

/** Asks with less and less until it is too little; the number of bytes that is named then. */
async function checkNamed(toolkit: AgentToolkit, call: Call, format: AnswerFormat, maxBytes: number) {
  const first = await answer(toolkit, call, format, maxBytes);
  const [, needed, allowed] = SIZES.exec(first.message) ?? [];
  if (needed === undefined) return null;
  const bytes = Number(needed);
  expect([call, Number(allowed)]).toEqual([call, maxBytes]);
  const second = await answer(toolkit, call, format, bytes);
  expect([call, format, first.message, second]).toEqual([
    call,
    format,
    first.message,
    { content: second.content, is_error: false, message: "" },
  ]);
  expect(Buffer.byteLength(second.content)).toBeLessThanOrEqual(bytes);
  return bytes;
}

const piece = fc.constantFrom(
  "a",
  "é",
  "€",
  "\r\n",
  "\n",
  '"\\',
  "\r",
  "\u0001",
  "===",
  "\u2028",
  "😀",
  "needle",
  "\n=2= x\n",
);
const long = fc
  .tuple(
    fc.constantFrom("x", "é", '"', "\u0001", "\r", "=\u2028==", "😀 ", "\ufeff"),
    fc.integer({ min: 200, max: 9000 }),
  )
  .map(([text, count]) => text.repeat(count));
const invalid = fc.constantFrom("\xff", "\xf0\x9f", "\xed\xa0\x80").map((raw) => Buffer.from(raw, "latin1"));
const text = fc
  .array(fc.oneof({ weight: 4, arbitrary: piece }, long, invalid), { maxLength: 12, size: "max" })
  .map((pieces) => Buffer.concat(pieces.map((part) => (typeof part === "string" ? Buffer.from(part) : part))));
const name = fc.constantFrom("a.ts", "needle é", "b\nc", "=== d", "e".repeat(200));
const folder = fc.record({ files: fc.dictionary(name, text, { minKeys: 1, maxKeys: 5, noNullPrototype: true }) });
const call = fc
  .tuple(
    fc.constantFrom("tree", "list_directory", "list_files", "search_text", "read_file", "read_files"),
    fc.boolean(),
    fc.integer({ min: 1, max: 4 }),
  )
  .map(([tool, more, line]) => ({ tool, more, line }));

function toCall({ tool, more, line }: { tool: string; more: boolean; line: number }, names: readonly string[]): Call {
  const [first = ""] = names;
  const args: Readonly<Record<string, object>> = {
    tree: { path: ".", entry_kind: "all" },
    list_directory: { path: ".", recursive: more },
    list_files: { path: ".", pattern: "**", entry_kind: "all", ...(more ? { max_results: 2 } : {}) },
    search_text: {
      path: ".",
      pattern: "needle|x|é",
      literal: false,
      ...(more ? { mode: "files" } : { context_lines: 1 }),
    },
    read_file: { path: `d/${first}`, start_line: line, ...(more ? { max_lines: 1 } : {}) },
    read_files: { paths: [...names.map((one) => `d/${one}`), "none"], ...(more ? { max_lines: line } : {}) },
  };
  return { name: tool, args: { ...args[tool] } };
}

/** How much more may be named than the least: a whole answer needs no cursor, and does not say how to go on. */
const SPARE_BYTES: Readonly<Record<string, number>> = {
  tree: 16,
  list_files: 400,
  search_text: 400,
  read_file: 40,
  read_files: 240,
};

test("the size in a message that the budget is too small would do, in the format asked", async () => {
  const folders = makeTempFolder();
  const named: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(
      folder,
      fc.array(call, { minLength: 4, maxLength: 8 }),
      fc.constantFrom<AnswerFormat>("json", "text"),
      fc.integer({ min: 1, max: 400 }),
      async ({ files }, calls, format, maxBytes) => {
        const root = mkdtempSync(join(folders, "w"));
        mkdirSync(join(root, "d"));
        for (const [path, bytes] of Object.entries(files)) writeFileSync(join(root, "d", path), bytes);
        using toolkit = createAgentToolkit({ workspaceRoot: root });
        for (const one of calls) {
          const wanted = toCall(one, Object.keys(files));
          const bytes = await checkNamed(toolkit, wanted, format, maxBytes);
          if (bytes === null) continue;
          named[one.tool] = (named[one.tool] ?? 0) + 1;
          const { message } = await answer(
            toolkit,
            wanted,
            format,
            Math.max(0, bytes - 1 - (SPARE_BYTES[one.tool] ?? 0)),
          );
          expect([wanted, format, SIZES.test(message)]).toEqual([wanted, format, true]);
        }
        rmSync(root, { recursive: true });
      },
    ),
    { numRuns: times(40, 3000) },
  );
  expect(Object.keys(named).sort()).toEqual([
    "list_directory",
    "list_files",
    "read_file",
    "read_files",
    "search_text",
    "tree",
  ]);
});
