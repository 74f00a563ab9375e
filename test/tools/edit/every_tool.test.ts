// What holds for every tool, in one table: what it says about itself, and that every surface has it.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toAiSdkTools } from "../../../src/adapters/ai_sdk.ts";
import { toAnthropicTools } from "../../../src/adapters/anthropic.ts";
import { toGeminiTools } from "../../../src/adapters/gemini.ts";
import { toChatTools } from "../../../src/adapters/openai.ts";
import { ToolCatalog } from "../../../src/call/catalog.ts";
import { toListedTool } from "../../../src/mcp/tools.ts";
import { TOOL_DEFINITIONS } from "../../../src/registory/definitions.ts";
import { createAgentToolkit, type Dialect } from "../../../src/toolkit.ts";
import { times } from "../../support/scale.ts";
import { makeTree } from "../../support/tree.ts";

type Name = keyof typeof TOOL_DEFINITIONS;
type Args = Readonly<Record<string, unknown>>;

interface Said {
  readonly title: string;
  /** Calls, and what a person is told of them. */
  readonly summaries: readonly (readonly [Args, string])[];
  /** A call that succeeds in a folder with the file `f`. */
  readonly good: Args;
  /** A call with a text in each place where a model can put one. */
  readonly call: (text: string) => Args;
}

const TOOLS: Readonly<Record<Name, Said>> = {
  tree: {
    title: "Workspace tree",
    summaries: [
      [{ path: "日本/😀" }, "Tree of 日本/😀 [depth 3, at most 100 entries]"],
      [{ path: ".", max_depth: 0, max_entries: 7 }, "Tree of . [depth 0, at most 7 entries]"],
    ],
    good: { path: ".", entry_kind: "all" },
    call: (path) => ({ path, max_depth: 12, max_entries: 1000 }),
  },
  list_directory: {
    title: "List a directory",
    summaries: [
      [{ path: " src ", recursive: true, max_depth: 2 }, "List src [depth 2]"],
      [{ path: ".", recursive: true }, "List . [depth 4]"],
    ],
    good: { path: "." },
    call: (path) => ({ path: path.trim() || ".", recursive: true }),
  },
  list_files: {
    title: "Find files by name",
    summaries: [[{ pattern: "*.ts", path: "src" }, "Find *.ts in src"]],
    good: { pattern: "*" },
    call: (text) => ({ pattern: `*${text.replace(/[^\p{L}\s\p{C}]|\.\./gu, "x")}`, path: text }),
  },
  search_text: {
    title: "Search file contents",
    summaries: [[{ pattern: "a b", path: "src" }, "Search for a b in src"]],
    good: { pattern: "x" },
    call: (text) => ({
      pattern: Array.from(text.replaceAll("\n", "x")).slice(0, 200).join(""),
      path: text,
      literal: true,
    }),
  },
  read_file: {
    title: "Read a text file",
    summaries: [
      [{ path: "src/lib.ts" }, "Read src/lib.ts [lines 1-200]"],
      [{ path: "f", start_line: 41, max_lines: 10 }, "Read f [lines 41-50]"],
    ],
    good: { path: "f" },
    call: (path) => ({ path, start_line: Number.MAX_SAFE_INTEGER }),
  },
  read_files: {
    title: "Read several text files",
    summaries: [
      [{ paths: ["a.ts", "b/c.ts"] }, "Read 2 files [lines 1-200]: a.ts, b/c.ts"],
      [{ paths: ["a\n\x1b"], max_lines: 5 }, "Read 1 file [lines 1-5]: a\ufffd\ufffd"],
    ],
    good: { paths: ["f"] },
    call: (path) => ({ paths: Array.from({ length: 20 }, () => path) }),
  },
};

const names = Object.keys(TOOL_DEFINITIONS) as Name[];
const summarize = (name: Name, args: Args) => ToolCatalog[name].summarize(ToolCatalog[name].parse(args) as never);

describe.each(names)("%s", (name) => {
  const { title, summaries, good, call } = TOOLS[name];

  test("LK-01 FR-LD-DEF-03 FR-LD-DEF-04 FR-LD-OUT-04 only reads, asks nobody, and its text may not be cut", () => {
    const { definition, traits } = ToolCatalog[name];
    expect(definition).toBe(TOOL_DEFINITIONS[name]);
    const {
      isSideEffecting,
      requiresApproval,
      riskLevel,
      allowsTruncation = false,
    } = { ...traits } as typeof traits & {
      allowsTruncation?: boolean;
    };
    expect([isSideEffecting, requiresApproval, riskLevel, allowsTruncation]).toEqual([false, false, "low", false]);
  });

  test("sums a call up for a person", () => {
    expect(summaries.map(([args]) => summarize(name, args))).toEqual(summaries.map(([, summary]) => summary));
  });

  test("sums any call up in one line of at most 200 characters that a terminal would not act on", () => {
    const unit = fc.constantFrom("a", "/", "é", "😀", "\n", "\x1b[2J", "\u202e", "\u2028", "\x9b", " ");
    const texts = fc.string({ unit, minLength: 1, maxLength: 900, size: "max" });
    fc.assert(
      fc.property(texts, (text) => {
        const summary = summarize(name, call(text));
        expect(summary.length).toBeLessThanOrEqual(200);
        expect(summary).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e]/u);
      }),
      { numRuns: times(20, 500), endOnFailure: true },
    );
  });

  test("LK-01 EX-01 answers a program, a model and a batch with the same, and explain knows of it", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot: makeTree(["file f x"]) });
    const asked = { id: "1", name, arguments: good };
    const outcome = await toolkit.invoke(name, good);
    if (outcome.status !== "success") throw outcome.error;
    const answers = [await toolkit.execute(asked), ...(await toolkit.executeBatch([asked, { ...asked, id: "2" }]))];
    const content = JSON.stringify(outcome.data);
    expect(content).toContain('"f"');
    expect(answers.map((answer) => [answer.is_error, answer.content])).toEqual(answers.map(() => [false, content]));
    expect((await toolkit.explain("f")).tools[name]?.by_name.word).toBeDefined();
  });

  test.each<Dialect>(["forge", "gemini"])(
    "LK-01 FR-LD-DEF-05 is on every surface, and under the policy, in the dialect %s",
    async (dialect) => {
      const workspaceRoot = makeTree(["file f x"]);
      using toolkit = createAgentToolkit({ workspaceRoot, dialect, policy: { denylist: [name] } });
      const report = toolkit.tools().find((tool) => tool.name === name);
      expect(report).toMatchObject({ is_side_effecting: false, requires_approval: false, risk_level: "low" });
      if (dialect === "forge")
        expect(report && toListedTool(report)).toMatchObject({ title, outputSchema: { type: "object" } });
      const listed = [
        Object.keys(toAiSdkTools(toolkit)),
        toAnthropicTools(toolkit).map((tool) => tool.name),
        toChatTools(toolkit).map((tool) => tool.function.name),
        toGeminiTools(toolkit).flatMap(({ functionDeclarations }) => functionDeclarations.map((tool) => tool.name)),
      ];
      expect(listed.map((tools) => tools.includes(name))).toEqual([true, true, true, true]);
      const refused = await toolkit.invoke(name, call("f"));
      expect(refused).toMatchObject({ status: "denied", error: { code: "POLICY_DENIED" } });
    },
  );
});

test("a summary shows both ends of a long path, and no half of a pair", () => {
  const path = `start/${"x".repeat(5000)}/end`;
  const shown = `start/${"x".repeat(64)}…${"x".repeat(66)}/end`;
  expect(summarize("tree", { path })).toBe(`Tree of ${shown} [depth 3, at most 100 entries]`);
  expect(summarize("tree", { path: `${"z".repeat(69)}😀${"z".repeat(200)}` })).toContain(`${"z".repeat(69)}\ufffd…z`);
});

test.each([
  [
    "LF-01",
    "list_files",
    [],
    ["pattern", "path", "entry_kind", "include_hidden", "include_ignored", "max_results", "after"],
  ],
  [
    ...(["SE-01", "search_text", ["pattern"]] as const),
    [
      ...["pattern", "path", "literal", "ignore_case", "include", "exclude", "mode", "context_lines", "max_results"],
      ...["include_hidden", "include_ignored", "after"],
    ],
  ],
  ["RM-01", "read_files", ["paths"], ["paths", "max_lines"]],
] as const)("%s every parameter of %s is described, and %j is required", (_, name, required, expected) => {
  const { parameters } = TOOL_DEFINITIONS[name];
  const properties: readonly [string, object][] = Object.entries(parameters.properties);
  expect([parameters.required, properties.map(([property]) => property)]).toEqual([required, expected]);
  expect(properties.filter(([, property]) => !("description" in property))).toEqual([]);
});
