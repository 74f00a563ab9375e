// Reading arguments of other tools, against a reference that knows the same names by a plain list of its own.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TOOL_ALIASES } from "../../src/call/catalog.ts";
import { ToolError } from "../../src/errors.ts";
import { OWNERS_ALIASES, readArguments } from "../../src/input/aliases.ts";
import { DEFAULTS } from "../../src/registory/config_values.ts";
import { TOOL_DEFINITIONS } from "../../src/registory/definitions.ts";
import type { AnswerFormat } from "../../src/tools/found.ts";
import { GEMINI_ALIASES } from "../../src/tools/ls/aliases.ts";
import { LS_DEFINITION } from "../../src/tools/ls/definition.ts";
import { times } from "../support/scale.ts";

type Tool = keyof typeof TOOL_ALIASES;
type Args = Record<string, unknown>;

function read(tool: Tool, args: Args, clientName?: string, format: AnswerFormat = "text") {
  return readArguments(TOOL_DEFINITIONS[tool], TOOL_ALIASES[tool](DEFAULTS), args, { clientName, format });
}

function faultOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (ToolError.isInstance(error) && error.code === "INVALID_ARGUMENT") return error.message;
    throw error;
  }
  throw new Error("no fault");
}

/** By foreign name: ours, and our value. Null: nothing is said. */
type Reference = Readonly<Record<string, (value: never) => readonly [string, unknown] | null>>;

const asList = (value: unknown) => (typeof value === "string" ? [value] : value);
const most = (limit: number) => (value: number) => Math.min(value, limit);

const SEARCH: Reference = {
  query: (value) => ["pattern", value],
  regex: (value) => ["pattern", value],
  dir_path: (value) => ["path", value],
  "-i": (value) => ["ignore_case", value],
  case_sensitive: (value) => ["ignore_case", !value],
  isRegexp: (value) => ["literal", !value],
  names_only: (value) => ["mode", value ? "files" : "lines"],
  include: (value) => ["include", asList(value)],
  include_pattern: (value) => ["include", asList(value)],
  "-A": (value) => ["context_lines", most(10)(value)],
  "-B": (value) => ["context_lines", most(10)(value)],
  "-C": (value) => ["context_lines", most(10)(value)],
  after: (value) => (typeof value === "number" ? ["context_lines", most(10)(value)] : ["after", value]),
  limit: (value) => ["max_results", most(1000)(value)],
  head_limit: (value) => ["max_results", value === 0 ? 1000 : most(1000)(value)],
  "-n": () => null,
};

const LARGEST = ["-A", "-B", "-C", "after"];

/** The arguments by our names, or "contradiction". */
function refer(reference: Reference, args: Args): Args | "contradiction" {
  const said = new Map<string, { name: string; value: unknown }[]>();
  for (const [name, value] of Object.entries(args)) {
    const meaning = Object.hasOwn(reference, name) ? reference[name]?.(value as never) : ([name, value] as const);
    if (meaning) said.set(meaning[0], [...(said.get(meaning[0]) ?? []), { name, value: meaning[1] }]);
  }
  const read: Args = {};
  for (const [own, sayings] of said) {
    const joined = own === "context_lines" ? sayings.filter(({ name }) => LARGEST.includes(name)) : [];
    const largest = joined.length === 0 ? [] : [Math.max(...joined.map(({ value }) => Number(value)))];
    const values = [...sayings.filter((saying) => !joined.includes(saying)).map(({ value }) => value), ...largest];
    if (new Set(values.map((value) => JSON.stringify(value))).size > 1) return "contradiction";
    read[own] = values[0];
  }
  return read;
}

const text = fc.constantFrom("a", "b");
const count = fc.constantFrom(1, 2, 10, 11, 5000);
const flag = fc.boolean();
const globs = fc.oneof(text, fc.array(text, { maxLength: 2 }));

const anySearch = fc.record(
  {
    ...{ pattern: text, query: text, regex: text, path: text, dir_path: text, "-i": flag, ignore_case: flag },
    ...{
      case_sensitive: flag,
      isRegexp: flag,
      literal: flag,
      names_only: flag,
      mode: fc.constantFrom("lines", "files"),
    },
    ...{ include: globs, include_pattern: globs, "-A": count, "-B": count, "-C": count },
    ...{ after: fc.oneof(count, text), context_lines: fc.constantFrom(1, 2, 10), limit: count },
    ...{ head_limit: fc.oneof(count, fc.constant(0)), max_results: fc.constantFrom(1, 1000), "-n": fc.constant(true) },
  },
  { requiredKeys: [] },
);

/** Few of the many, so that some do not contradict each other. */
const anyMix = fc.tuple(anySearch, fc.array(fc.nat(), { minLength: 1, maxLength: 6 })).map(([args, picks]) => {
  const names = Object.keys(args);
  const kept = names.length === 0 ? [] : picks.map((pick) => names[pick % names.length] ?? "");
  return Object.fromEntries(Object.entries(args).filter(([name]) => kept.includes(name)));
});

describe("LK-11 arguments under any names", () => {
  test("are read as by a plain list, in any order, and say all that was not ours", () => {
    let [agreed, contradicted] = [0, 0];
    fc.assert(
      fc.property(anyMix, (args) => {
        const expected = refer(SEARCH, args);
        if (expected === "contradiction") {
          contradicted++;
          expect(faultOf(() => read("search_text", args))).toMatch(/^\S+ and \S+ contradict each other; give only one/);
          return;
        }
        agreed++;
        const { args: own, readAs, sent } = read("search_text", args);
        expect(own).toEqual(expected);
        const reversed = Object.fromEntries(Object.entries(args).reverse());
        const again = read("search_text", reversed);
        expect([again.args, again.readAs?.values, again.sent]).toEqual([own, readAs?.values, sent]);
        const isOwn = (name: string) => Object.hasOwn(own, name) && Object.hasOwn(args, name);
        const told = Object.entries(own).filter(([name, value]) => !isOwn(name) || args[name] !== value);
        expect(readAs?.values ?? {}).toEqual(Object.fromEntries(told));
        const order = Object.keys(TOOL_DEFINITIONS.search_text.parameters.properties);
        const names = Object.keys(readAs?.values ?? {});
        expect(names).toEqual(order.filter((name) => names.includes(name)));
        expect([...(readAs?.sentNames ?? [])].map(([name]) => name)).toEqual(names);
        for (const name of readAs?.sentNames.values() ?? []) expect(sent).toHaveProperty([name]);
        // What was sent can be put together again from the two.
        expect({ ...own, ...sent }).toMatchObject(args);
      }),
      { numRuns: times(2000, 50_000) },
    );
    expect(agreed).toBeGreaterThan(100);
    expect(contradicted).toBeGreaterThan(100);
  });

  test("that are ours stay what they are", () => {
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(TOOL_ALIASES) as Tool[])), fc.anything(), (tool, value) => {
        const own = Object.keys(TOOL_DEFINITIONS[tool].parameters.properties);
        const foreign = Object.keys(TOOL_ALIASES[tool](DEFAULTS).table);
        const args = Object.fromEntries(own.filter((name) => !foreign.includes(name)).map((name) => [name, value]));
        expect(read(tool, args)).toEqual({ args, readAs: null, sent: null });
      }),
    );
  });

  test("with values of any type are read, or refused by the name that was sent", () => {
    const words = (Object.keys(TOOL_ALIASES) as Tool[]).flatMap((tool) =>
      Object.keys(TOOL_ALIASES[tool](DEFAULTS).table).map((name) => [tool, name] as const),
    );
    fc.assert(
      fc.property(fc.constantFrom(...words), fc.jsonValue(), ([tool, name], value) => {
        const own: readonly string[] = Object.keys(TOOL_DEFINITIONS[tool].parameters.properties);
        try {
          const { args } = read(tool, { [name]: value });
          expect(Object.keys(args).every((key) => own.includes(key))).toBe(true);
        } catch (error) {
          expect(ToolError.isInstance(error) && error.message.startsWith(`${name} `)).toBe(true);
        }
      }),
      { numRuns: times(2000, 20_000) },
    );
  });
});

describe("LK-11 the same argument twice", () => {
  test("is accepted if both say the same, and then nothing needs to be said", () => {
    expect(read("read_file", { path: "a", file_path: "a" }, undefined, "json")).toEqual({
      args: { path: "a" },
      readAs: null,
      sent: { file_path: "a" },
    });
    expect(read("read_file", { file_path: "a", filePath: "a" }).args).toEqual({ path: "a" });
    expect(read("read_file", { limit: 9000, max_lines: 500 }).args).toEqual({ max_lines: 500 });
    expect(read("search_text", { include: "*.ts", glob: "*.ts" }).args).toEqual({ include: ["*.ts"] });
  });

  test("is refused if they differ, also after both were lowered to ours", () => {
    expect(faultOf(() => read("read_file", { limit: 3, max_lines: 4 }))).toBe(
      "limit and max_lines contradict each other; give only one of them",
    );
    expect(faultOf(() => read("read_file", { file_path: "a", filePath: "b" }))).toContain("file_path and filePath");
    expect(read("search_text", { limit: 2000, head_limit: 3000 }).args).toEqual({ max_results: 1000 });
  });
});

describe("LK-11 the limits of the owner", () => {
  test("are those to which a foreign limit is lowered", () => {
    const words = TOOL_ALIASES.read_file({ ...DEFAULTS, readFile: { ...DEFAULTS.readFile, maxLines: 7 } });
    const call = { clientName: undefined, format: "text" } as const;
    const { readAs } = readArguments(TOOL_DEFINITIONS.read_file, words, { limit: 100 }, call);
    expect(readAs?.values).toEqual({ max_lines: 7 });
  });
});

describe("LK-11 a line to start with", () => {
  test.each([
    [undefined, 900, 900],
    [undefined, 0, 1],
    ["gemini-cli-mcp-client", 900, 900],
    ["qwen-code-mcp-client", 0, 1],
    ["qwen-code-mcp-client", 900, 901],
    ["Qwen-Code-MCP-Client", 900, 900],
  ])("for the client %s: offset %i is line %i", (client, offset, line) => {
    expect(read("read_file", { offset }, client).args).toEqual({ start_line: line });
  });

  test("may come with the last line, under either name", () => {
    expect(read("read_file", { start_line: 10, end_line: 19 }).args).toEqual({ start_line: 10, max_lines: 10 });
    expect(read("read_file", { offset: 10, end_line: 19 }).args).toEqual({ start_line: 10, max_lines: 10 });
    expect(read("read_file", { start_line: "x", end_line: 19 }).args).toEqual({ start_line: "x" });
  });
});

describe("LK-11 unknown names", () => {
  test("are refused with those of the tool, and the nearest one", () => {
    expect(faultOf(() => read("read_file", { pth: "a" }))).toBe(
      'read_file has no argument "pth"; it has path, start_line, max_lines; did you mean "path"?',
    );
    expect(faultOf(() => read("tree", { "\u202e\n": 1 }))).toMatch(/^tree has no argument "[^\n]*"; it has path, /u);
    for (const name of ["__proto__", "constructor", "toString"]) {
      const args = JSON.parse(`{"path":"a","${name}":1}`);
      expect(faultOf(() => read("read_file", args))).toContain(`no argument "${name}"`);
    }
  });

  test("of a client are dropped, unless the tool has an argument of that name", () => {
    const gemini = "gemini-cli-mcp-client";
    const args = { path: "a", wait_for_previous: true };
    expect(read("tree", args, gemini)).toEqual({
      args: { path: "a" },
      readAs: null,
      sent: { wait_for_previous: true },
    });
    for (const client of [undefined, "Cline", "gemini-cli", "porthole"])
      expect(faultOf(() => read("tree", args, client))).toContain('"wait_for_previous"');
    expect(read("tree", { path: "a", task_progress: "" }, "Cline").args).toEqual({ path: "a" });
    const own = (properties: Record<string, object>) => ({
      name: "own",
      description: "",
      parameters: { type: "object" as const, properties, required: [] },
    });
    const call = { clientName: gemini, format: "json" } as const;
    expect(readArguments(own({}), OWNERS_ALIASES, { ...args, x: 1 }, call).args).toEqual({ path: "a", x: 1 });
    expect(readArguments(own({ wait_for_previous: {} }), OWNERS_ALIASES, args, call).args).toEqual(args);
    expect(
      readArguments({ ...own({}), parameters: { type: "object" } as never }, OWNERS_ALIASES, args, call).args,
    ).toEqual({
      path: "a",
    });
  });

  test("of the Gemini dialect are refused, and its own are its own", () => {
    const call = (args: Args, clientName?: string) =>
      readArguments(LS_DEFINITION, GEMINI_ALIASES, args, { clientName, format: "text" });
    const own = { path: "/a", ignore: ["x"], file_filtering_options: {} };
    expect(call(own)).toEqual({ args: own, readAs: null, sent: null });
    expect(call({ path: "/a", wait_for_previous: true }, "gemini-cli-mcp-client").args).toEqual({ path: "/a" });
    expect(faultOf(() => call({ dir_path: "/a" }))).toBe(
      'list_directory has no argument "dir_path"; it has path, ignore, file_filtering_options',
    );
  });
});

describe("LK-11 the JSON of the specified tools", () => {
  test.each(["tree", "read_file", "list_directory"] as const)("%s cannot say it, so the call is refused", (tool) => {
    const foreign = tool === "read_file" ? "file_path" : "dir_path";
    expect(faultOf(() => read(tool, { [foreign]: "a" }, undefined, "json"))).toBe(
      `${tool} has no argument "${foreign}"; use path`,
    );
    expect(read(tool, { [foreign]: "a" }, undefined, "text").readAs).toEqual({
      values: { path: "a" },
      sentNames: new Map([["path", foreign]]),
      isInData: false,
    });
  });

  test("is unchanged where a value says what the tool does anyway", () => {
    expect(read("list_directory", { path: "a", sortBy: "name", offset: 1 }, undefined, "json")).toEqual({
      args: { path: "a" },
      readAs: null,
      sent: { sortBy: "name", offset: 1 },
    });
  });
});
