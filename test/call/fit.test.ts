// What fits, to the byte: text as it is, cut, or refused, and errors made shorter.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitAnswer, toErrorAnswer, toFound } from "../../src/call/fit.ts";
import { internalFailure } from "../../src/errors/calls.ts";
import { notFound } from "../../src/errors/paths.ts";
import type { ToolError } from "../../src/errors.ts";
import { Found } from "../../src/tools/found.ts";
import { times } from "../support/scale.ts";

const MARKER = "\n\n... [output truncated]";
const TRAITS = { isSideEffecting: false, requiresApproval: false, riskLevel: "low" } as const;

const fitContent = (content: string, maxBytes: number, allowsTruncation: boolean) =>
  fitAnswer(toFound({ traits: { ...TRAITS, allowsTruncation } }, content, { path: "." }), maxBytes).text;
const renderError = (error: ToolError, maxBytes: number) => toErrorAnswer(error, maxBytes).text;

describe("the text of an answer", () => {
  test.each(["x", "é", "€", "😀"])("EX-06 lets %s pass up to its bytes, and not one less", (character) => {
    const content = character.repeat(40);
    const bytes = Buffer.byteLength(content);
    expect(fitContent(content, bytes, false)).toBe(content);
    expect(() => fitContent(content, bytes - 1, false)).toThrow(
      `output budget too small: ${bytes} bytes needed, ${bytes - 1} allowed`,
    );
  });

  test("EX-07 cuts only what may be cut, at a character, with the marker inside the limit", () => {
    const content = "€".repeat(40);
    expect(fitContent(content, 120, true)).toBe(content);
    expect(fitContent(content, 119, true)).toBe("€".repeat(31) + MARKER);
    expect(fitContent(content, MARKER.length, true)).toBe(MARKER);
    expect(fitContent(content, MARKER.length - 1, true)).toBe("€".repeat(7));
  });
});

describe("the text of an error", () => {
  test("EX-06 keeps the whole message where it fits exactly, and shortens it by as little as it must", () => {
    const error = notFound("é".repeat(30));
    const whole = renderError(error, 10_000);
    const bytes = Buffer.byteLength(whole);
    expect(renderError(error, bytes)).toBe(whole);
    const shorter = renderError(error, bytes - 1);
    // The mark has three bytes; what goes for it are three or four, since the last characters have one or two.
    expect([JSON.parse(shorter).error.message.endsWith("…"), bytes - Buffer.byteLength(shorter) <= 2]).toEqual([
      true,
      true,
    ]);
  });

  test("EX-18 the cause of an error is never part of it", () => {
    expect(renderError(internalFailure(undefined, "it failed", new Error("/secret")), 10_000)).not.toContain("secret");
  });
});

describe("an answer", () => {
  const data = { a: 1 };

  test("is the data and its JSON, or a text of the tool's own", () => {
    const answer = (toText?: () => string) =>
      fitAnswer(toFound({ traits: TRAITS, ...(toText ? { toText } : {}) }, data, { path: "." }), 100);
    expect(answer()).toEqual({ data, text: '{"a":1}', format: "json" });
    expect(answer(() => "one")).toEqual({ data, text: "one", format: "text" });
    expect(fitAnswer(toFound({ traits: TRAITS }, "plain", { path: "." }), 100)).toEqual({
      data: "plain",
      text: "plain",
      format: "text",
    });
  });

  test("has the data that its text was made of, also if parts had to go", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(99_999), { maxLength: 60 }), fc.nat(300), (list, maxBytes) => {
        const longest = list.findLastIndex((_, index) => JSON.stringify(list.slice(0, index + 1)).length <= maxBytes);
        const kept = list.slice(0, longest + 1);
        const at = (count: number) => ({ data: list.slice(0, count) });
        const answer = () => fitAnswer(new Found({ count: list.length, least: 0, at }), maxBytes);
        if (maxBytes < 2) expect(answer).toThrow("output budget too small");
        else expect(answer()).toEqual({ data: kept, text: JSON.stringify(kept), format: "json" });
      }),
    );
  });

  test("of an error has the error as data, and as much of its message as fits", () => {
    const { kind, code, message } = notFound("src/a.ts");
    expect(toErrorAnswer(notFound("src/a.ts"), 1000)).toEqual({
      data: { error: { kind, code, message } },
      text: JSON.stringify({ error: { kind, code, message } }),
      format: "json",
    });
    const { data: cut, text } = toErrorAnswer(notFound("x".repeat(900)), 300);
    expect(JSON.parse(text)).toEqual(cut);
    expect(toErrorAnswer(notFound("src/a.ts"), 10)).toMatchObject({ text: "", format: "text" });
  });
});

describe("an answer whose parts end differently", () => {
  test("LK-08 has as many parts as fit, wherever they lie, and fails only if no number of parts fits", () => {
    const lengths = fc.array(fc.tuple(fc.nat(20), fc.nat(60)), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 300 }), fc.nat(60), (parts, maxBytes, lastEnd) => {
        const keep = (count: number) => ({
          parts: parts.slice(0, count).map(([length]) => "p".repeat(length)),
          end: "e".repeat(parts[count - 1]?.[1] ?? 0),
        });
        const whole = { ...keep(parts.length), end: "e".repeat(lastEnd) };
        const size = (output: object) => JSON.stringify(output).length;
        const counts = parts.map((_, index) => index + 1).filter((count) => size(keep(count)) <= maxBytes);
        const most = size(whole) <= maxBytes ? whole : counts.length > 0 ? keep(Math.max(...counts)) : null;
        const found = new Found({
          count: parts.length + 1,
          least: 1,
          at: (count) => ({ data: count > parts.length ? whole : keep(count) }),
          endBytes: (count) => parts[count - 1]?.[1] ?? 0,
        });
        const answer = () => fitAnswer(found, maxBytes).data;
        if (most === null) expect(answer).toThrow("output budget too small");
        else expect(answer()).toEqual(most);
      }),
      { numRuns: times(100, 1000) },
    );
  });

  test("SE-03 is found with few attempts, even if only the first part has a short end", () => {
    let attempts = 0;
    const endOf = (count: number) => (count === 1 ? 5 : 5000);
    const keep = (count: number) => ({
      parts: Array.from({ length: count }, () => "x"),
      end: "e".repeat(endOf(count)),
    });
    const found = new Found({
      count: 20_001,
      least: 1,
      at: (count) => {
        attempts += 1;
        return { data: keep(Math.min(count, 20_000)) };
      },
      endBytes: endOf,
    });
    const { text } = fitAnswer(found, 20_000);
    // Another part would take four bytes.
    expect([text.length > 19_996, text.length <= 20_000, attempts < 60]).toEqual([true, true, true]);
  });
});
