// What the page says about an entry, without a screen.

import { expect, test } from "vitest";
import { ABOUT, BUILT_IN_NAMES } from "../../src/call/built_in.ts";
import { describeMark, isLineInside } from "../../src/page/assets/words.ts";

const without = (...names: string[]) =>
  BUILT_IN_NAMES.map((name) => ({ name, shows: ABOUT[name].shows, isAllowed: !names.includes(name) }));
const ALL = without();
const FILE = { mark: "visible", kind: "file" } as const;
const FOLDER = { mark: "visible", kind: "directory" } as const;

test("does not say that agents may read what the policy lets no tool read", () => {
  expect(describeMark(FILE, ALL)).toBe("Agents see it in lists and may read it.");
  expect(describeMark(FILE, without("read_file"))).toBe("Agents see it in lists and may read it.");
  expect(describeMark(FILE, without("read_file", "read_files"))).toBe(
    "Agents see it in lists. The policy refuses the tools that read it; search_text can show lines of it.",
  );
  expect(describeMark({ ...FILE, mark: "hidden" }, without("read_file", "read_files", "search_text"))).toBe(
    "Hidden: left out of lists and searches. The policy refuses the tools that read it.",
  );
  expect(describeMark(FOLDER, without("read_file", "read_files"))).toBe("Agents see it in lists and may look inside.");
  expect(describeMark({ ...FOLDER, mark: "denied" }, ALL)).not.toContain("may");
});

test("offers the line of an ignore file only if that lies in the workspace", () => {
  expect(isLineInside("gitignore", "src/.gitignore")).toBe(true);
  expect(isLineInside("info_exclude", ".git/info/exclude")).toBe(true);
  expect(isLineInside("global", "~/.config/git/ignore")).toBe(false);
  expect(isLineInside("gitignore", "../.gitignore")).toBe(false);
});
