// What fits, to the byte: text as it is, cut, or refused, and errors made shorter.

import { describe, expect, test } from "vitest";
import { internalFailure, notFound } from "../../src/errors.ts";
import { fitContent, renderError } from "../../src/executor/budget.ts";

const MARKER = "\n\n... [output truncated]";

describe("fitContent", () => {
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

describe("renderError", () => {
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
