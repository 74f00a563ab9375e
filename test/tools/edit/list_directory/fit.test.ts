// The text of an answer in a given number of bytes: what is left out, what is told about it, and that it is JSON.
// Leaves where the entries come from to the other tests.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitAnswer } from "../../../../src/call/fit.ts";
import { foundEntries } from "../../../../src/tools/edit/list_directory/fit.ts";
import type {
  ListDirectoryEntry,
  ListDirectoryEntryType,
  ListDirectoryErrorCode,
  ListDirectoryOutput,
} from "../../../../src/tools/edit/list_directory/types.ts";
import { anyCharacter } from "../../../support/any_character.ts";
import { times } from "../../../support/scale.ts";
import { makeTree } from "../../../support/tree.ts";
import { errorOf } from "../../../support/workspaces.ts";
import { seeList } from "./calls.ts";

const fitToBudget = (output: ListDirectoryOutput, maxBytes: number) => fitAnswer(foundEntries(output), maxBytes).text;

function fileNamed(name: string): ListDirectoryEntry {
  return {
    name,
    path: name,
    depth: 1,
    type: "file",
    size_bytes: 1,
    modified_epoch_ms: 1_700_000_000_000,
    is_hidden: false,
    error_code: null,
    error: null,
  };
}

function outputOf(names: readonly string[], more: Partial<ListDirectoryOutput> = {}): ListDirectoryOutput {
  const entries = names.map(fileNamed);
  const rest = { returned: entries.length, max_entries: 200, truncated: false, truncated_reason: null };
  return { path: "src", entries, ...rest, ...more };
}

/** What an output is once only its first `kept` entries are left. */
function cutTo(kept: number, output: ListDirectoryOutput): ListDirectoryOutput {
  const entries = output.entries.slice(0, kept);
  return { ...output, entries, returned: kept, truncated: true, truncated_reason: "max_output_bytes" };
}

const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value));

/** Tries one entry less until it fits, writing everything anew each time. */
function fitNaively(output: ListDirectoryOutput, maxBytes: number): string | null {
  for (let kept = output.entries.length; kept >= 0; kept--) {
    const text = JSON.stringify(kept === output.entries.length ? output : cutTo(kept, output));
    if (Buffer.byteLength(text) <= maxBytes) return text;
  }
  return null;
}

describe("the text of an answer", () => {
  const output = outputOf(["a", "b", "c"]);

  test("FR-LD-OUT-08, T-LD-13: is refused if not even no entries fit, with the size that would do", async () => {
    const needed = bytesOf(cutTo(0, output));
    const error = await errorOf(() => fitToBudget(output, needed - 1));
    expect([error.kind, error.code, error.message]).toEqual([
      "ExecutionFailed",
      "OUTPUT_BUDGET_TOO_SMALL",
      `output budget too small: ${needed} bytes needed, ${needed - 1} allowed`,
    ]);
    const empty = outputOf([]);
    const least = bytesOf(empty);
    expect(fitToBudget(empty, least)).toBe(JSON.stringify(empty));
    for (const budget of [least - 1, 0, -1, Number.NaN]) {
      const { message } = await errorOf(() => fitToBudget(empty, budget));
      expect(message).toBe(`output budget too small: ${least} bytes needed, ${budget} allowed`);
    }
  });

  test("writes each entry once where all fit, and few of them again however many have to go", () => {
    let writes = 0;
    const counted = (name: string) => {
      const entry = fileNamed(name);
      const toJSON = () => {
        writes += 1;
        return { ...entry };
      };
      return Object.defineProperty({ ...entry }, "toJSON", { value: toJSON, enumerable: false });
    };
    const many = { ...outputOf([]), entries: Array.from({ length: 500 }, (_, i) => counted(`n${i}`)), returned: 500 };
    fitToBudget(many, 1_000_000);
    expect(writes).toBe(500);
    const text = fitToBudget(many, 1000);
    const { returned } = JSON.parse(text);
    expect([returned > 0, writes - 1000 < 20 * (returned + 1)]).toEqual([true, true]);
  });
});

describe("any answer in any number of bytes", () => {
  const types: ListDirectoryEntryType[] = ["file", "dir", "symlink", "other", "unknown"];
  const codes: (ListDirectoryErrorCode | null)[] = [null, "permission_denied", "read_dir_failed", "unknown"];
  // With halves of pairs and control characters: what JSON escapes has another length than what it stands for.
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: anyCharacter }),
    fc.constantFrom("\ud800", "a\udfff", "\u0001\n"),
  );
  const anyEntry: fc.Arbitrary<ListDirectoryEntry> = fc.record({
    name: text,
    path: text,
    depth: fc.integer({ min: 1, max: 99 }),
    type: fc.constantFrom(...types),
    size_bytes: fc.option(fc.maxSafeNat()),
    modified_epoch_ms: fc.option(fc.maxSafeInteger()),
    is_hidden: fc.boolean(),
    error_code: fc.constantFrom(...codes),
    error: fc.option(text),
  });
  const anyOutput: fc.Arbitrary<ListDirectoryOutput> = fc
    .record({ path: text, entries: fc.array(anyEntry, { maxLength: 120, size: "max" }), isCut: fc.boolean() })
    .map(({ path, entries, isCut }) => ({
      path,
      entries,
      returned: entries.length,
      max_entries: Math.max(1, entries.length),
      truncated: isCut,
      truncated_reason: isCut ? ("max_entries" as const) : null,
    }));

  test("FR-LD-OUT-02a FR-LD-OUT-03 FR-LD-OUT-05 FR-LD-OUT-06 FR-LD-OUT-07 T-LD-06 T-LD-14 NFR-LD-REL-01 is whole where it fits, to the byte, and else what dropping one entry at a time from the end would give", () => {
    fc.assert(
      fc.property(anyOutput, fc.nat(), (output, pick) => {
        const size = bytesOf(cutTo(pick % (output.returned + 1), output));
        for (const maxBytes of [bytesOf(output), size + 1, size, size - 1]) {
          const expected = fitNaively(output, maxBytes);
          const fitted = () => fitToBudget(output, maxBytes);
          if (expected === null) expect(fitted).toThrow("output budget too small");
          else expect(fitted()).toBe(expected);
        }
      }),
      { numRuns: times(5, 150) },
    );
  });

  test("FR-LD-OUT-02b holds at every border, with one, two and three digits of entries", () => {
    const output = outputOf(Array.from({ length: 105 }, (_, i) => `n${i}`));
    for (let kept = 1; kept < output.returned; kept++) {
      const bytes = bytesOf(cutTo(kept, output));
      expect(fitToBudget(output, bytes)).toBe(JSON.stringify(cutTo(kept, output)));
      expect(fitToBudget(output, bytes - 1)).toBe(JSON.stringify(cutTo(kept - 1, output)));
    }
  });
});

test("FR-LD-OUT-03 the tool fits what it found into what it is given", async () => {
  const workspaceRoot = makeTree(Array.from({ length: 30 }, (_, i) => `file f${i + 10} x`));
  const output = await seeList({ workspaceRoot }, ".", { max_entries: 20 });
  expect([output.returned, output.truncated_reason]).toEqual([20, "max_entries"]);
  for (const maxBytes of [256, 1000, 2000]) {
    const text = fitAnswer(foundEntries(output), maxBytes).text;
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
    const kept = JSON.parse(text).entries.length;
    expect(JSON.parse(text)).toEqual(cutTo(kept, output));
    expect(bytesOf(cutTo(kept + 1, output))).toBeGreaterThan(maxBytes);
  }
});
