// The line of a key: for each way to write one, and for a fault behind what could be taken for it. In doubt there is none.
// Leaves what is said about the key to load.test.ts.

import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { locateKey } from "../../src/config/locate.ts";
import { ConfigFile, makeFolder } from "./files.ts";

describe("the line of a key", () => {
  test.each<[string, string, string[], number | undefined]>([
    ["alone", "x = 1", ["x"], 1],
    ["after blank lines and comments", "\n\n# x = 1\n  \n x = 1", ["x"], 5],
    ["after a comment with brackets and quotes", '# [ { " \' """\nx = 1', ["x"], 2],
    ["below a header", "[a]\ny = 1\n[a.b]\nx = 1", ["a", "b", "x"], 4],
    ["below the right one of two headers", "[a]\nx = 1\n[b]\nx = 1", ["b", "x"], 4],
    ["in a header", "y = 1\n[a.b.x]\nz = 1", ["a", "b", "x"], 2],
    ["in a header, as a part of it", "y = 1\n[a.b.x]\nz = 1", ["a", "b"], 2],
    ["in a header of an array", "[[a.b]]\nx = 1\n[[a.b]]\nx = 2", ["a", "b"], 1],
    ["in a header with spaces and quotes", "y = 1\n [ a . 'b' . \"x\" ] # z", ["a", "b", "x"], 2],
    ["dotted", "a.y = 1\na.b.x = 1", ["a", "b", "x"], 2],
    ["dotted, below a header", "[a]\ny = 1\nb . x = 1", ["a", "b", "x"], 3],
    ["quoted", 'a.\'x y\' = 1\n"a"."x" = 1', ["a", "x"], 2],
    ["quoted, with escapes", 'a.\'x y\' = 1\n"a"."\\u0078" = 1', ["a", "x"], undefined],
    ["with a hash, a bracket or an equals sign in it", "'#' = 1\n\"[\" = 1\n'=' = 1", ["="], 3],
    ["in an inline table", "y = 1\na = { z = 2, b = { x = 1 } }", ["a", "b", "x"], 2],
    ["in an inline table of several lines", "a = {\n  z = 2, # }\n  b.x = 1,\n}\ny = 1", ["a", "b", "x"], undefined],
    ["in an inline table that ends on its line", "a = {\n  b.x = 1 }", ["a", "b", "x"], undefined],
    ["quoted, with escapes, and mentioned later", '"\\u0078" = 1\ny = "x"', ["x"], undefined],
    ["whose array has several lines", "y = 1\nx = [\n  1, # ]\n  '[',\n]\nz = 1", ["x"], 2],
    ["after an array of several lines", "y = [\n  'x = 1',\n  [\n  ],\n]\nx = 1", ["x"], 6],
    ["whose string has several lines", 'y = 1\nx = """\nx = 2\n"""', ["x"], 2],
    ["after a basic string of several lines", 'y = """\nx = 2\\"""\n[a]\n"""\nx = 1', ["x"], 5],
    ["after a literal string of several lines", "y = '''\nx = 2\\\n\"\"\"\n'''\nx = 1", ["x"], 5],
    ["after a string that ends in five quotes", 'y = """a"""""\nx = 1', ["x"], 2],
    ["after a string that is one quote", "y = '''''''\nx = 1", ["x"], 2],
    ["after empty strings", 'y = ""\nz = \'\'\nx = """"""', ["x"], 3],
    ["after escaped quotes and backslashes", 'y = "\\"\\\\"\nz = "\\\\"\nx = 1', ["x"], 3],
    ["after an apostrophe in a string and a quote in a literal", "y = \"it's\"\nz = '\"'\nx = 1", ["x"], 3],
    ["after lines of Windows", 'y = """\r\n"""\r\n\r\nx = 1\r\n', ["x"], 4],
    ["named like the prototype", "a = 1\n__proto__.x = 1", ["__proto__", "x"], 2],
    ["that only a string or comment has", "y = 'x = 1' # x = 1", ["x"], undefined],
    ["that the prototype has", "y = 1", ["toString"], undefined],
    ["that a date has", "y = 2000-01-01", ["y", "getTime"], undefined],
  ])("%s", (_, text, path, line) => {
    expect(locateKey(text, path)).toBe(line);
    expect(parse(text)).toBeDefined();
  });

  test("is left out after twenty lines that only mention it", () => {
    const mention = 'y = """\nx = 2\n"""\n';
    const mentions = (count: number) => mention.repeat(count).replaceAll("y", () => `y${made++}`);
    let made = 0;
    expect(locateKey(`${mentions(19)}x = 1`, ["x"])).toBe(58);
    expect(locateKey(`${mentions(20)}x = 1`, ["x"])).toBeUndefined();
  });
});

/** What may stand before a fault: each could be taken for its key, a header or the end of a statement. */
const BEFORE = [
  ...["", "# max_dept = 1\n", "  # [tools.tree]\n\n", "[audit]\nfile = '/x # y'\n"],
  "[tools.sandbox]\nallowed_roots = [\n  'a', # ]\n  '''\n[tools.tree]\nmax_dept = 1''',\n]\n",
  '[tools.sandbox]\nallowed_roots = ["x#", "\\"", "max_dept = 1"]\n',
  '[tools.approval]\nmode = """\\\n  prompt"""\nallowlist = ["""tree"""]\n',
];
/** Above, on and after the line of the fault, and its key. */
const FAULTS: readonly (readonly [before: string, fault: string, key: string])[] = [
  ["[tools.tree]\n", "max_dept = 1", "max_dept"],
  ["[tools.tree]\nmax_depth = 0x1\n", "  'max_dept'\t= [\n  1, # ]\n  'max_depth = [',\n]", "max_dept"],
  ["[tools.tree]\n", 'max_depth = """\nmax_dept = 1\n[tools.tree]\n"""', "max_depth"],
  ["[tools.tree]\n", "max_entries = 2000-01-01 07:32:00 # max_entries", "max_entries"],
  ["[tools]\n", "tree.max_dept = 1", "max_dept"],
  ["[tools]\n", 'tree = { max_depth = 1, "max_dept" = { c = 1 } }', "max_dept"],
  ["[tools.tree]\n", "__proto__ = 1", "__proto__"],
];

describe("EX-23 a fault is told with its key and the line on which it was put", () => {
  const file = new ConfigFile(makeFolder());
  const rows = BEFORE.flatMap((start) => FAULTS.map(([before, fault, key]) => ({ above: start + before, fault, key })));

  test.each(rows)("$fault after $above", ({ above, fault, key }) => {
    const line = above.split("\n").length;
    for (const newline of ["\n", "\r\n"]) {
      const refusal = file.refusal(`${above}${fault}\n`.replaceAll("\n", newline));
      expect([refusal.line, refusal.key]).toEqual([line, `tools.tree.${key}`]);
      const [told, ...more] = refusal.message.split("\n");
      expect([told?.startsWith(`FILE:${line}: tools.tree.${key}: `), more]).toEqual([true, []]);
    }
  });
});
