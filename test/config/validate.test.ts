// What a configuration may say: every key against its row, and what does not belong.
// Leaves files and lines to load.test.ts, and values made to deceive to validate_hostile.test.ts.

import { describe, expect, test } from "vitest";
import { expectationOf, validateConfig } from "../../src/config/validate.ts";
import type { Row } from "../../src/registory/config_keys.ts";
import { refusalOf } from "./files.ts";
import { nest, ROWS, TABLES } from "./rows.ts";

/** What is allowed at both ends of the range. */
function goodValues(row: Row): unknown[] {
  switch (row.type) {
    case "boolean":
      return [true, false];
    case "integer":
      return [row.min, row.max ?? Number.MAX_SAFE_INTEGER];
    case "seconds":
      return [0.001, 2.5, row.max];
    case "file":
      return ["/var/log/calls.jsonl", `/${"x".repeat(4095)}`];
    case "choice":
      return [...row.choices];
    case "list":
      // Names of tools too.
      return [["tree", "read_file"], Array(row.minItems).fill("tree"), Array(row.maxItems).fill("tree")];
  }
}

const NEVER: [unknown, string][] = [
  [null, "null"],
  ["yes", '"yes"'],
  [{}, "a table"],
  [new Date(0), "a date"],
  [10n ** 20n, "an integer beyond 2^53"],
  [() => 1, "a value of type function"],
  [Symbol("s"), "a value of type symbol"],
];

const shown = (...values: readonly (number | boolean)[]) =>
  values.map((value): [unknown, string] => [value, String(value)]);
const NO_NUMBERS = shown(Number.NaN, Number.POSITIVE_INFINITY, true);

function badValues(row: Row): [unknown, string][] {
  switch (row.type) {
    case "boolean":
      return [...NEVER, [1, "1"], [["x"], "an array"]];
    case "integer": {
      const beyond = row.max === undefined ? [] : [row.max + 1];
      return [...NEVER, ...shown(row.min - 1, ...beyond, row.min + 0.5, 2 ** 53), ...NO_NUMBERS];
    }
    case "seconds":
      return [...NEVER, ...shown(0, -1, row.max + 0.5), ...NO_NUMBERS];
    case "file":
      return [...NEVER, ["", '""'], ["calls", '"calls"'], ["./calls", '"./calls"'], ["/a\0b", '"/a\\u0000b"']];
    case "choice":
      return [...NEVER, ["AUTO", '"AUTO"'], ["constructor", '"constructor"'], [1, "1"]];
    case "list":
      return [...NEVER, [1, "1"], [{ length: 1, 0: "a" }, "a table"]];
  }
}

const messageOf = (config: unknown) => refusalOf(() => validateConfig(config)).message;

describe("every key", () => {
  test.each(ROWS)("EX-23 %s takes what its row allows", (key, row) => {
    for (const value of goodValues(row)) expect(validateConfig(nest(key, value))).toEqual(nest(key, value));
  });

  test.each(ROWS)("EX-23 %s refuses everything else, and says what it takes", (key, row) => {
    for (const [value, shown] of badValues(row)) {
      const message = `config: ${key}: expected ${expectationOf(row)}, not ${shown}`;
      expect(refusalOf(() => validateConfig(nest(key, value)))).toEqual({ message, key });
    }
  });

  test("EX-08, EX-13, EX-14, EX-16, EX-19: the tables and keys are these", () => {
    const keys: Record<string, string[]> = {
      approval: ["enabled", "mode", "allowlist", "denylist", "own_tools", "prompt_side_effects", "timeout_seconds"],
      sandbox: [
        ...["allowed_roots", "denied_patterns", "allow_absolute", "include_default_denies"],
        ...["deny_secrets", "allowed_patterns", "obey_portholeignore"],
      ],
      timeouts: ["default_seconds", "file_operations_seconds"],
      output: ["max_bytes"],
      limits: ["max_calls_per_batch", "max_argument_bytes"],
      list_directory: [
        ...["max_entries", "max_depth", "include_hidden_default", "include_symlinks_default"],
        ...["include_files_default", "include_dirs_default", "include_other_default", "respect_gitignore"],
      ],
      tree: ["max_depth", "max_entries", "respect_gitignore"],
      read_file: ["max_lines", "max_file_bytes"],
      read_files: ["max_paths", "max_lines"],
      list_files: ["max_results", "max_entries_scanned", "respect_gitignore"],
      search_text: ["max_results", "max_entries_scanned", "max_bytes_scanned", "max_file_bytes", "respect_gitignore"],
    };
    const expected = Object.entries(keys).flatMap(([table, names]) => names.map((name) => `tools.${table}.${name}`));
    expect(ROWS.map(([key]) => key)).toEqual(["tools.format", ...expected, "audit.file"]);
  });

  test("CFG-LD-01 list_directory has a table of its own, all of which may be left out", () => {
    const kinds = ["hidden", "symlinks", "files", "dirs", "other"].map((kind) => [`include_${kind}_default`, true]);
    const whole = { max_entries: 5000, max_depth: 1, ...Object.fromEntries(kinds) };
    for (const list_directory of [whole, {}])
      expect(validateConfig({ tools: { list_directory } })).toEqual({ tools: { list_directory } });
  });
});

describe("what does not belong", () => {
  test("EX-23 an unknown key is refused with those that exist", () => {
    expect(refusalOf(() => validateConfig({ tools: { tree: { max_dept: 3 } } }))).toEqual({
      message: "config: tools.tree.max_dept: unknown key, expected max_depth or max_entries or respect_gitignore",
      key: "tools.tree.max_dept",
    });
    expect(messageOf({ tool: {} })).toBe("config: tool: unknown key, expected tools or audit");
  });

  test("EX-23 an unknown table is refused with those that exist", () => {
    const names =
      "format or approval or sandbox or timeouts or output or limits or list_directory or tree or read_file or read_files or list_files or search_text";
    expect(names).toBe(TABLES);
    expect(messageOf({ tools: { ls: { max_depth: 3 } } })).toBe(`config: tools.ls: unknown key, expected ${names}`);
  });

  test.each([
    [undefined, "undefined"],
    [null, "null"],
    [5, "5"],
    ["tools", '"tools"'],
    [[], "an array"],
    [new Map(), "an object that is not plain"],
    [Object.create({ tools: {} }), "an object that is not plain"],
  ])("%o is no configuration", (value, shown) => {
    expect(refusalOf(() => validateConfig(value))).toEqual({ message: `config: expected a table, not ${shown}` });
  });

  test.each([
    [{ tools: null }, "tools", "null"],
    [{ tools: [] }, "tools", "an array"],
    [{ tools: { tree: 3 } }, "tools.tree", "3"],
    [{ tools: { tree: new Date(0) } }, "tools.tree", "a date"],
  ])("%o has a value where a table belongs", (value, key, shown) => {
    const message = `config: ${key}: expected a table, not ${shown}`;
    expect(refusalOf(() => validateConfig(value))).toEqual({ message, key });
  });

  test("all faults are named, in the order in which they stand, with the place they stand in", () => {
    const value = { other: 1, tools: { tree: { max_depth: -1 }, read_file: { max_lines: "all" }, "a b": 1 } };
    expect(refusalOf(() => validateConfig(value, "options"))).toEqual({
      message: [
        "options: other: unknown key, expected tools or audit",
        "options: tools.tree.max_depth: expected an integer from 0 to 12, not -1",
        'options: tools.read_file.max_lines: expected an integer from 1 to 500, not "all"',
        `options: tools."a b": unknown key, expected ${TABLES}`,
      ].join("\n"),
      key: "other",
    });
  });

  test("ten faults are shown, and the others counted", () => {
    const names = Array.from({ length: 13 }, (_, index) => `k${index}`);
    const lines = names.slice(0, 10).map((name) => `config: ${name}: unknown key, expected tools or audit`);
    const toConfig = (count: number) => Object.fromEntries(names.slice(0, count).map((name) => [name, 1]));
    expect(messageOf(toConfig(13))).toBe([...lines, "config: and 3 more"].join("\n"));
    expect(messageOf(toConfig(10))).toBe(lines.join("\n"));
  });

  test("long and strange names and values are shown short, on one line", () => {
    const message = messageOf({ ["x".repeat(9999)]: 1, "a\nb": 1 });
    expect(message.split("\n").map((line) => line.length < 200)).toEqual([true, true]);
    expect(message).toContain('config: "a\\nb": unknown key');
    expect(messageOf(nest("tools.approval.mode", "x".repeat(9999))).length).toBeLessThan(250);
  });
});

describe("the items of an array", () => {
  const LONG = "a".repeat(4097);

  test.each([
    [[1], "[0]: expected a tool name, not 1"],
    [["tree", ""], '[1]: expected a tool name, not ""'],
    [["tree", ["x"]], "[1]: expected a tool name, not an array"],
    [Array(2), "[0]: expected a tool name, not undefined"],
    [
      [LONG.slice(1), LONG],
      `[1]: expected a tool name, not "${LONG.slice(0, 119)}…: it is longer than 4096 characters`,
    ],
    [["a\0"], '[0]: expected a tool name, not "a\\u0000": it contains a NUL character'],
  ])("are refused with the place of the first bad one (%#)", (value, text) => {
    const [first] = messageOf(nest("tools.approval.denylist", value)).split("\n");
    expect(first).toBe(`config: tools.approval.denylist${text}`);
  });

  test.each(["allowlist", "denylist"])("tools on the %s exist, or are declared", (list) => {
    const approval = { [list]: ["tree", "reed_file", "write_note"] };
    const known = "the tools are list_directory, list_files, read_file, read_files, search_text, tree";
    const toConfig = (more: object) => ({ tools: { approval: { ...approval, ...more } } });
    expect(messageOf(toConfig({})).split("\n")).toEqual([
      `config: tools.approval.${list}[1]: "reed_file" is not a tool; ${known}; did you mean "read_file"?`,
      `config: tools.approval.${list}[2]: "write_note" is not a tool; ${known}; a tool of your own must be in own_tools`,
    ]);
    expect(
      messageOf(toConfig({ own_tools: ["write_notes"] }))
        .split("\n")
        .at(-1),
    ).toBe(
      `config: tools.approval.${list}[2]: "write_note" is not a tool; ${known}, write_notes; did you mean "write_notes"?`,
    );
    expect(() => validateConfig(toConfig({ own_tools: ["write_note", "reed_file"] }))).not.toThrow();
  });

  test("EX-13 denied patterns are globs that can match something", () => {
    const patterns = ["**/*.pem", "a[b", "../x", "{..,a}/b", "~/x", "x".repeat(5000), "\ufb2c".repeat(2000), ""];
    const long = (text: string) => `"${text.repeat(119)}…`;
    expect(messageOf(nest("tools.sandbox.denied_patterns", patterns)).split("\n")).toEqual(
      [
        '[1]: expected a glob, not "a[b": unbalanced "[": it is never closed',
        '[2]: expected a glob, not "../x": it can never match; write it without ".."',
        '[3]: expected a glob, not "{..,a}/b": it can never match; write it without ".."',
        '[4]: expected a glob, not "~/x": it can never match; patterns are relative to the workspace, so write it without "~/"',
        `[5]: expected a glob, not ${long("x")}: it is longer than 4096 characters`,
        `[6]: expected a glob, not ${long("\ufb2c")}: it is longer than 4096 characters`,
        '[7]: expected a glob, not ""',
      ].map((text) => `config: tools.sandbox.denied_patterns${text}`),
    );
  });

  test("an empty list of allowed roots is refused: it could mean everything or nothing", () => {
    expect(messageOf(nest("tools.sandbox.allowed_roots", []))).toBe(
      "config: tools.sandbox.allowed_roots: expected an array of 1 to 100 folders, not 0",
    );
  });

  test.each([1001, 2 ** 32 - 1])("%d of them are too many, and are not read", (length) => {
    expect(refusalOf(() => validateConfig(nest("tools.approval.allowlist", Array(length))))).toEqual({
      message: `config: tools.approval.allowlist: expected an array of 0 to 1000 tool names, not ${length}`,
      key: "tools.approval.allowlist",
    });
  });
});
