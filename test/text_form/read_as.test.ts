// The line that says how arguments with other names were read: nothing else can be taken for it, and it counts in the budget.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitAnswer } from "../../src/call/fit.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { foundEntries } from "../../src/tools/edit/list_directory/fit.ts";
import { writePaths } from "../../src/tools/edit/list_files/text.ts";
import { foundWindow } from "../../src/tools/edit/read_file/fit.ts";
import { foundFiles } from "../../src/tools/edit/read_files/fit.ts";
import { writeFound } from "../../src/tools/edit/search_text/text.ts";
import { foundTree } from "../../src/tools/edit/tree/fit.ts";
import type { AnswerFormat } from "../../src/tools/found.ts";
import { Found } from "../../src/tools/found.ts";
import { hostileArgument } from "../support/hostile_text.ts";
import { anyFile, anyFiles, anyFound, anyListing, anyPaths, anyTree } from "../support/random_answers.ts";
import { times } from "../support/scale.ts";
import { parseReadAs } from "../support/text_answers.ts";
import { makeTree } from "../support/tree.ts";

const RUNS = { numRuns: times(100, 2000) };
const bytes = (text: string) => Buffer.byteLength(text);

const anyValue = fc.oneof(
  fc.nat(),
  fc.boolean(),
  hostileArgument,
  fc.array(hostileArgument, { maxLength: 3 }),
  fc.constantFrom("read as path 1", "a, b", "]", '", x "', "\nread as "),
);
const anyReadAs = fc.dictionary(
  fc.constantFrom("path", "pattern", "start_line", "max_lines", "include", "mode"),
  anyValue,
  {
    minKeys: 1,
  },
);

/** An answer of any tool, for a budget. */
interface Case {
  readonly hasFixedJson: boolean;
  make(
    maxBytes: number,
    readAs: Readonly<Record<string, unknown>> | null,
    format?: AnswerFormat,
  ): { data: unknown; text: string };
}

function toCase(found: Found<unknown>, hasFixedJson: boolean): Case {
  return {
    hasFixedJson,
    make: (maxBytes, values, format = "text") => {
      const readAs = values === null ? null : { values, sentNames: new Map(), isInData: !hasFixedJson };
      return fitAnswer(found, maxBytes, { format, readAs });
    },
  };
}

const anyCase: fc.Arbitrary<Case> = fc.oneof(
  anyTree.map((output) => toCase(foundTree(output, { entryKind: "directory" }), true)),
  anyListing.map((output) => toCase(foundEntries(output), true)),
  anyFile(8).map(({ answer, startLine }) => toCase(foundWindow({ answer, missingBytes: 0 }, { startLine }), true)),
  anyFiles.map((output) => toCase(foundFiles(output), false)),
  anyPaths.map((output) => toCase(Found.whole({ data: output, text: () => writePaths(output) }), false)),
  anyFound.map((output) => toCase(Found.whole({ data: output, text: () => writeFound(output) }), false)),
);

describe("LK-11 TX-03 TX-04 the line of how arguments were read", () => {
  test("stands above the answer that is otherwise the same, and is read back", () => {
    fc.assert(
      fc.property(anyCase, anyReadAs, (one, readAs) => {
        const plain = one.make(Number.POSITIVE_INFINITY, null);
        const { text, data } = one.make(Number.POSITIVE_INFINITY, readAs);
        expect(parseReadAs(text)).toEqual({ readAs, answer: plain.text });
        expect(text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/, 1)[0]).toBe(text.split("\n", 1)[0]);
        expect(data).toEqual(one.hasFixedJson ? plain.data : { ...Object(plain.data), read_as: readAs });
      }),
      RUNS,
    );
  });

  test("cannot be forged by the name of a file, a pattern or a line", () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        expect(one.make(Number.POSITIVE_INFINITY, null).text.startsWith("read as ")).toBe(false);
      }),
      RUNS,
    );
  });

  test.each(["read", "read as", "read as path 1", "read\u00a0as\u00a0path"])(
    "cannot be forged by a folder %j",
    async (name) => {
      const workspaceRoot = makeTree([]);
      mkdirSync(join(workspaceRoot, name));
      writeFileSync(join(workspaceRoot, name, name), "read as path 1");
      using toolkit = createAgentToolkit({ workspaceRoot, format: "text", defaults: "agent" });
      for (const tool of ["tree", "list_directory", "list_files"]) {
        const { content, is_error } = await toolkit.execute({ id: "1", name: tool, arguments: { path: name } });
        expect([is_error, parseReadAs(content).readAs]).toEqual([false, null]);
      }
    },
  );
});

describe("LK-11 TX-05 an answer that says how arguments were read", () => {
  test("is, within any number of bytes, the longest that fits with its line", () => {
    fc.assert(
      fc.property(anyCase, anyReadAs, fc.nat(1500), (one, readAs, maxBytes) => {
        const { text: whole } = one.make(Number.POSITIVE_INFINITY, readAs);
        const lead = `${whole.split("\n", 1)[0]}\n`;
        const attempt = (make: () => { text: string }) => {
          try {
            return make().text;
          } catch {
            return null;
          }
        };
        const told = attempt(() => one.make(maxBytes, readAs));
        const plain = attempt(() => one.make(Math.max(0, maxBytes - bytes(lead)), null));
        expect(told).toBe(plain === null || maxBytes < bytes(lead) ? null : lead + plain);
        if (told !== null) expect(bytes(told)).toBeLessThanOrEqual(maxBytes);
      }),
      RUNS,
    );
  });

  test("is valid JSON of at most as many bytes, with read_as as its last field", () => {
    fc.assert(
      fc.property(anyCase, anyReadAs, fc.nat(1500), (one, readAs, maxBytes) => {
        if (one.hasFixedJson) return;
        let text = "";
        try {
          text = one.make(maxBytes, readAs, "json").text;
        } catch {
          return;
        }
        expect(bytes(text)).toBeLessThanOrEqual(maxBytes);
        expect(Object.entries(JSON.parse(text)).at(-1)).toEqual(["read_as", readAs]);
      }),
      RUNS,
    );
  });

  test.each([
    ["read_file", "text", { file_path: "wide", limit: 3 }],
    ["read_files", "text", { paths: "wide", limit: 3 }],
    ["read_files", "json", { paths: "wide", limit: 3 }],
    ["search_text", "text", { query: "x", "-i": true }],
    ["search_text", "json", { query: "x", "-i": true }],
  ] as const)(
    "of %s in format %s tells a size that would do, if not even the least fits",
    async (name, format, args) => {
      using toolkit = createAgentToolkit({
        workspaceRoot: makeTree([`file wide ${"x".repeat(9000)}`]),
        defaults: "agent",
        format,
      });
      const answer = (size: number) =>
        toolkit.execute({ id: "1", name, arguments: args }, { max_output_bytes: size, available_capacity_bytes: size });
      const told = await answer(300);
      const [, needed = "0"] = /(\d+) bytes needed, 300 allowed/.exec(told.content) ?? [];
      expect([told.content, told.is_error, Number(needed) > 300]).toEqual([told.content, true, true]);
      expect(await answer(Number(needed))).toMatchObject({ is_error: false });
    },
  );
});
