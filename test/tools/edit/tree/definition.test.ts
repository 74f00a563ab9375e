// What the specification fixes of `tree` to the letter: its definition, its types, its modules.
// Leaves what it does to tool.test.ts.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { TOOL_DEFINITIONS } from "../../../../src/registory/definitions.ts";
import * as filter from "../../../../src/tools/edit/tree/filter.ts";
import * as tool from "../../../../src/tools/edit/tree/tool.ts";
import type { TreeEntry, TreeInput, TreeNode, TreeOutput } from "../../../../src/tools/edit/tree/types.ts";
import * as types from "../../../../src/tools/edit/tree/types.ts";
import * as usecase from "../../../../src/tools/edit/tree/usecase.ts";
import type { IsSame } from "../../../support/same_type.ts";

const { treeTool } = tool;

test("TR-18 the definition is the specified one, to the letter and in its order", () => {
  const specified = {
    name: "tree",
    description: "Returns a workspace tree: directories only or directories with files.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string", description: "Directory path in workspace." },
        entry_kind: {
          type: "string",
          enum: ["directory", "all"],
          default: "directory",
          description: "Node types to include (default: directory).",
        },
        max_depth: {
          type: "number",
          default: 3,
          description: "Maximum traversal depth (default: 3).",
        },
        max_entries: {
          type: "number",
          default: 100,
          description: "Maximum node count (default: 100).",
        },
        include_hidden: {
          type: "boolean",
          default: false,
          description: "Include dot-prefixed entries (default: false).",
        },
        exclude: {
          type: "array",
          items: { type: "string" },
          description: "Glob patterns to exclude paths.",
        },
      },
      required: ["path"],
    },
  };
  expect(TOOL_DEFINITIONS.tree).toEqual(specified);
  expect(JSON.stringify(TOOL_DEFINITIONS.tree)).toBe(JSON.stringify(specified));
  expect(treeTool.definition).toBe(TOOL_DEFINITIONS.tree);
});

type SpecifiedInput = {
  path: string;
  entry_kind?: "directory" | "all";
  max_depth?: number;
  max_entries?: number;
  include_hidden?: boolean;
  exclude?: string[];
};

type SpecifiedNode = { name: string; path: string; depth: number };

type SpecifiedDirectory = SpecifiedNode & {
  kind: "directory";
  truncated?: boolean;
  children?: SpecifiedEntry[];
};

type SpecifiedEntry = SpecifiedDirectory | (SpecifiedNode & { kind: "file" }) | (SpecifiedNode & { kind: "symlink" });

type SpecifiedOutput = {
  root: SpecifiedDirectory;
  limit_reached: boolean;
  scanned_entries: number;
  total_dirs: number;
  total_files: number;
  total_symlinks: number;
};

test("TR-13, TR-16: the types of what goes in and comes out are the specified ones", () => {
  // Of another shape, they do not pass the type checker.
  const input: IsSame<TreeInput, SpecifiedInput> = true;
  const node: IsSame<TreeNode, SpecifiedNode> = true;
  const entry: IsSame<TreeEntry, SpecifiedEntry> = true;
  const output: IsSame<TreeOutput, SpecifiedOutput> = true;
  // An alias can be handed on as a table of values; an interface could not.
  const isTable: TreeOutput extends Record<string, unknown> ? true : false = true;
  expect([input, node, entry, output, isTable]).toEqual([true, true, true, true, true]);
});

test("TR-21 the modules are where the specification puts them, each with its part", () => {
  const exported = Object.entries({ tool, usecase, filter, types }).map(([name, module]) => [
    name,
    Object.keys(module).sort(),
  ]);
  expect(exported).toEqual([
    ["tool", ["createTreeTool", "treeTool"]],
    ["usecase", ["walkTree"]],
    ["filter", ["compileFilter"]],
    ["types", []],
  ]);
  const repository = fileURLToPath(new URL("../../../..", import.meta.url));
  const files = ["tool", "usecase", "filter", "types"].map((name) => `src/tools/edit/tree/${name}.ts`);
  const tests = ["tool", "usecase"].map((name) => `test/tools/edit/tree/${name}.test.ts`);
  expect([...files, ...tests].filter((file) => !existsSync(join(repository, file)))).toEqual([]);
});
