// The same calls to two toolkits on real trees, one for each format: the text says what the JSON says, and what was left out.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CallAnswer } from "../../src/call/types.ts";
import { type AgentToolkit, createAgentToolkit } from "../../src/toolkit.ts";
import type { TreeDirectoryNode } from "../../src/tools/edit/tree/types.ts";
import { anyPlants, grow, type Plant } from "../support/random_trees.ts";
import { times } from "../support/scale.ts";
import { parseTree } from "../support/text_answers.ts";
import { readAnswer, readError } from "../support/text_readers.ts";
import { makeTree } from "../support/tree.ts";
import { withoutTimes } from "../support/without_times.ts";
import { STRATEGIES } from "../support/workspaces.ts";

const CALLS: readonly (readonly [string, object])[] = [
  ["tree", { path: ".", entry_kind: "all", max_depth: 2 }],
  ["tree", { path: ".", max_entries: 4, include_hidden: true }],
  ["list_directory", { path: "." }],
  ["list_directory", { path: ".", recursive: true, include_other: true, include_hidden: true }],
  ["list_directory", { path: "./", recursive: true, include_dirs: false, max_entries: 3 }],
  ["list_files", { entry_kind: "all" }],
  ["list_files", { pattern: "*a*", max_results: 1, include_ignored: true }],
  ["search_text", { pattern: "x" }],
  ["search_text", { pattern: "x", mode: "files", include_hidden: true, max_results: 1 }],
  ["read_file", { path: "a" }],
  ["read_file", { path: "a.ts", start_line: 5 }],
  ["read_files", { paths: ["a", "b", "src", "../x", "a b", "new\nline", "\u202egpj.exe"] }],
];

const answerOf = (toolkit: AgentToolkit, [name, args]: readonly [string, object]): Promise<CallAnswer> =>
  toolkit.answer({ id: "1", name, arguments: { ...args } });

describe.each(STRATEGIES)("a toolkit in text, its seal kept by %s", (strategy) => {
  test("TX-03 answers what one in JSON answers, but for times", async () => {
    await fc.assert(
      fc.asyncProperty(anyPlants, async (plants) => {
        const workspaceRoot = grow(plants);
        using json = createAgentToolkit({ workspaceRoot, strategy });
        using text = createAgentToolkit({ workspaceRoot, strategy, format: "text" });
        for (const call of CALLS) {
          const [expected, said] = [await answerOf(json, call), await answerOf(text, call)];
          expect([said.is_error, said.format, expected.format]).toEqual([expected.is_error, "text", "json"]);
          expect(JSON.parse(expected.content)).toEqual(expected.data);
          expect(said.data).toEqual(expected.data);
          const read = said.is_error ? readError(said.content) : readAnswer(call[0], said.content);
          expect([call, read]).toEqual([call, withoutTimes(expected.data)]);
        }
      }),
      { numRuns: times(1, 15) },
    );
  });
});

const ALWAYS = [".git", "node_modules", "dist", "build", "target", ".vscode", ".DS_Store"];
const MARKS = { dir: "/", file: "", symlink: "@", fifo: "|" };
const nameOf = ({ raw }: Plant) => Buffer.from(raw, "latin1").toString("utf8");

interface Tally {
  readonly always: Set<string>;
  readonly counts: Record<string, number>;
}

/** What a tree leaves out of the directories that it shows children of, counted on what was planted. */
function tallyTree(node: TreeDirectoryNode, plants: readonly Plant[], wants: (plant: Plant) => boolean, tally: Tally) {
  if (node.children === undefined) return;
  const add = (reason: string) => {
    tally.counts[reason] = (tally.counts[reason] ?? 0) + 1;
  };
  for (const plant of plants.filter(wants)) {
    const name = nameOf(plant);
    if (ALWAYS.includes(name)) tally.always.add(name + MARKS[plant.kind]);
    else if (name.endsWith(".log")) add("excluded");
    else if (name.startsWith(".")) add("hidden");
    else if (plant.kind === "fifo") add("special");
  }
  for (const child of node.children) {
    const plant = plants.find((one) => nameOf(one) === child.name);
    if (child.kind === "directory" && plant?.kind === "dir") tallyTree(child, plant.below, wants, tally);
  }
}

/** Names that are not UTF-8 look alike, and could not be told apart here. */
function areDistinct(plants: readonly Plant[]): boolean {
  const names = plants.map(nameOf);
  return (
    new Set(names).size === names.length && plants.every((plant) => plant.kind !== "dir" || areDistinct(plant.below))
  );
}

describe("what a text says was left out", () => {
  test("of tree is what its directories hold beside what it shows, whatever the limits are", async () => {
    const kinds = fc.constantFrom("all" as const, "directory" as const);
    await fc.assert(
      fc.asyncProperty(
        anyPlants.filter(areDistinct),
        kinds,
        fc.integer({ min: 1, max: 12 }),
        async (plants, kind, max) => {
          using toolkit = createAgentToolkit({ workspaceRoot: grow(plants), format: "text" });
          const args = { path: ".", entry_kind: kind, max_entries: max, exclude: ["**/*.log"] };
          const { output, leftOut } = parseTree((await answerOf(toolkit, ["tree", args])).content);
          const expected: Tally = { always: new Set(), counts: {} };
          tallyTree(output.root, plants, (plant) => kind === "all" || plant.kind === "dir", expected);
          const { denied: _, ...counts } = leftOut.counts;
          expect({ always: leftOut.always, counts }).toEqual({
            always: [...expected.always].sort(),
            counts: expected.counts,
          });
        },
      ),
      { numRuns: times(3, 50) },
    );
  });

  const root = makeTree([
    ...["dir .git", "file .gitignore *.log\n/out\n", "file a.log x", "file src/b.log x", "dir out", "file src/.env x"],
    ...["fifo pipe", "file node_modules/x/y x", "file src/dist x", "dir src/.ssh", "file src/keep/k.ts x", "file z x"],
  ]);
  const see = async (name: string, args: object, config = {}) => {
    const tools = { tree: { respect_gitignore: true }, list_directory: { respect_gitignore: true }, ...config };
    using toolkit = createAgentToolkit({ workspaceRoot: root, format: "text", config: { tools } });
    const { content } = await answerOf(toolkit, [name, args]);
    return (content.split("\n")[0] ?? "").replace(/^.*?(?=; left out|$)/, "");
  };

  test("is told by reason, in one order, and an entry counts once", async () => {
    expect(await see("tree", { path: ".", entry_kind: "all" })).toBe(
      "; left out: .git/ dist node_modules/ (always), 3 hidden, 3 ignored, 1 special",
    );
    expect(await see("tree", { path: ".", entry_kind: "all", exclude: ["**/keep", "pipe"] })).toBe(
      "; left out: .git/ dist node_modules/ (always), 3 hidden, 3 ignored, 2 excluded",
    );
    expect(await see("tree", { path: "." })).toBe("; left out: .git/ node_modules/ (always), 1 hidden, 1 ignored");
    expect(await see("tree", { path: "src", include_hidden: true })).toBe("; left out: 1 denied");
    expect(await see("list_directory", { path: "." })).toBe("; left out: 2 hidden, 2 ignored, 1 special");
    expect(await see("list_directory", { path: ".", include_other: true })).toBe("; left out: 2 hidden, 2 ignored");
    expect(await see("list_directory", { path: "src", recursive: true, include_hidden: true })).toBe(
      "; left out: 1 ignored, 1 denied",
    );
  });

  test("is nothing of a kind that was not asked for, unless what is below it would be listed", async () => {
    const args = { path: ".", include_dirs: false };
    expect(await see("list_directory", args)).toBe("; left out: 1 hidden, 1 ignored, 1 special");
    expect(await see("list_directory", { ...args, recursive: true })).toBe(
      "; left out: 4 hidden, 3 ignored, 1 special",
    );
    expect(await see("list_directory", { path: ".", include_files: false })).toBe(
      "; left out: 1 hidden, 1 ignored, 1 special",
    );
  });

  test("stays when an answer is cut to its budget", async () => {
    using toolkit = createAgentToolkit({ workspaceRoot: root, format: "text" });
    for (const [name, args] of [
      ["tree", { path: ".", entry_kind: "all" }],
      ["list_directory", { path: ".", recursive: true }],
    ] as const) {
      const whole = await answerOf(toolkit, [name, args]);
      const limits = { max_output_bytes: Buffer.byteLength(whole.content) - 1, available_capacity_bytes: 9999 };
      const cut = await toolkit.answer({ id: "1", name, arguments: args }, limits);
      const clause = /left out: .*/.exec(whole.content)?.[0];
      expect([cut.is_error, clause === undefined, /left out: .*/.exec(cut.content)?.[0]]).toEqual([
        false,
        false,
        clause,
      ]);
      expect(cut.content).toContain(name === "tree" ? "; limit reached: " : "; cut by max_output_bytes: ");
    }
  });
});
