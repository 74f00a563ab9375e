import { describe, expect, test } from "vitest";
import { porthole } from "../support/cli.ts";
import { makeTree } from "../support/tree.ts";

describe("--color", () => {
  const root = makeTree(["file d/a.txt word", "file b.txt word"]);
  const isColoured = (words: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    porthole(root, words, { env }).stdout.includes("\u001b[");

  test.each([["tree"], ["ls"], ["find", "*", "--type", "all"], ["search", "word"], ["read", "b.txt"]])(
    "says for %s whether there is colour, whatever the environment says",
    (...words) => {
      expect(isColoured(words)).toBe(false);
      expect(isColoured([...words, "--color", "auto"])).toBe(false);
      expect(isColoured([...words, "--color=always"], { NO_COLOR: "1" })).toBe(true);
      expect(isColoured([...words, "--color", "never"], { FORCE_COLOR: "1" })).toBe(false);
    },
  );

  test("of the answer for a model has none in any case", () => {
    expect(isColoured(["tree", "--json", "--color", "always"])).toBe(false);
  });
});
