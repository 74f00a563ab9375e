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
  const whole = JSON.stringify(output);

  test("FR-LD-OUT-02a is the JSON of the output where that fits, to the byte", () => {
    expect(fitToBudget(output, whole.length)).toBe(whole);
    expect(fitToBudget(output, Number.POSITIVE_INFINITY)).toBe(whole);
    const escaped = outputOf(['quo"te', "back\\slash", "new\nline", "\u0000\u001f\u007f", "\u2028", "é😀", "\ud800"]);
    expect(fitToBudget(escaped, 65_536)).toBe(JSON.stringify(escaped));
  });

  test("FR-LD-OUT-03, FR-LD-OUT-05, T-LD-06: has fewer entries where it does not fit, and says so", () => {
    expect(fitToBudget(output, whole.length - 1)).toBe(JSON.stringify(cutTo(2, output)));
    const two = bytesOf(cutTo(2, output));
    expect(fitToBudget(output, two)).toBe(JSON.stringify(cutTo(2, output)));
    expect(fitToBudget(output, two - 1)).toBe(JSON.stringify(cutTo(1, output)));
    const none = bytesOf(cutTo(0, output));
    expect(fitToBudget(output, none)).toBe(
      '{"path":"src","entries":[],"returned":0,"max_entries":200,' +
        '"truncated":true,"truncated_reason":"max_output_bytes"}',
    );
  });

  test("FR-LD-OUT-06 is measured in bytes of UTF-8", () => {
    const foreign = outputOf(["日本語", "😀", "é"]);
    const text = JSON.stringify(foreign);
    const bytes = Buffer.byteLength(text);
    expect(bytes).toBeGreaterThan(text.length);
    expect(fitToBudget(foreign, bytes)).toBe(text);
    expect(fitToBudget(foreign, bytes - 1)).toBe(JSON.stringify(cutTo(2, foreign)));
    expect(fitToBudget(foreign, text.length)).not.toBe(text);
  });

  test("FR-LD-OUT-07 loses entries from the end of the sorted list, whatever their sizes", () => {
    const uneven = outputOf(["a", "b".repeat(200), "c"]);
    expect(fitToBudget(uneven, bytesOf(uneven) - 1)).toBe(JSON.stringify(cutTo(2, uneven)));
    // Without the long one the last would fit, and it is left out all the same.
    expect(fitToBudget(uneven, bytesOf(cutTo(2, uneven)) - 1)).toBe(JSON.stringify(cutTo(1, uneven)));
  });

  test("FR-LD-OUT-07, T-LD-14: gives its own reason in place of max_entries, and only if it had to cut", () => {
    const full = outputOf(["a", "b"], { max_entries: 2, truncated: true, truncated_reason: "max_entries" });
    expect(fitToBudget(full, bytesOf(full))).toBe(JSON.stringify(full));
    const cut = { ...cutTo(1, full), max_entries: 2 };
    expect(fitToBudget(full, bytesOf(full) - 1)).toBe(JSON.stringify(cut));
  });

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

  test("FR-LD-OUT-03, NFR-LD-REL-01: fits, parses, and is what dropping one entry at a time would give", () => {
    fc.assert(
      fc.property(anyOutput, fc.double({ min: 0, max: 1.1, noNaN: true }), (output, share) => {
        const maxBytes = Math.floor(bytesOf(output) * share);
        const expected = fitNaively(output, maxBytes);
        if (expected === null) {
          expect(() => fitToBudget(output, maxBytes)).toThrow("output budget too small");
          return;
        }
        const fitted = fitToBudget(output, maxBytes);
        expect(fitted).toBe(expected);
        expect(Buffer.byteLength(fitted)).toBeLessThanOrEqual(maxBytes);
        expect(JSON.parse(fitted).returned).toBe(JSON.parse(fitted).entries.length);
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
