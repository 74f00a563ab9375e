// The output schemas describe what the tools really answer: every field of it, and nothing that is not so.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Schema, Validator } from "@cfworker/json-schema";
import { AjvJsonSchemaValidator as AjvV2 } from "@modelcontextprotocol/client/validators/ajv";
import { CfWorkerJsonSchemaValidator as CfWorkerV2 } from "@modelcontextprotocol/client/validators/cf-worker";
import { AjvJsonSchemaValidator as AjvV1 } from "@modelcontextprotocol/sdk/validation/ajv-provider.js";
import { CfWorkerJsonSchemaValidator as CfWorkerV1 } from "@modelcontextprotocol/sdk/validation/cfworker-provider.js";
import { describe, expect, test } from "vitest";
import { ABOUT, BUILT_IN_NAMES, type BuiltIn } from "../../src/call/built_in.ts";
import type { ExecuteContext } from "../../src/call/types.ts";
import { describeOutput } from "../../src/mcp/tools.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { toEntryWithoutMetadata, toUnreadEntry } from "../../src/tools/edit/list_directory/entry.ts";
import { makeTree } from "../support/tree.ts";

type Name = BuiltIn;

const root = makeTree([
  ...["file a.txt one\ntwo\nthree\n", "file empty ", "file src/deep/x.ts x", "file .hidden x"],
  ...["dir hollow", "symlink link src", "symlink dangling nowhere", "fifo pipe"],
]);
mkdirSync(join(root, "odd \n name"));

const CALLS: readonly [Name, Record<string, unknown>][] = [
  ["tree", { path: "." }],
  ["tree", { path: ".", entry_kind: "all", max_depth: 12, include_hidden: true }],
  ["tree", { path: ".", max_depth: 0 }],
  ["tree", { path: ".", entry_kind: "all", max_entries: 2 }],
  ["read_file", { path: "a.txt" }],
  ["read_file", { path: "a.txt", start_line: 2, max_lines: 1 }],
  ["read_file", { path: "empty" }],
  ["list_directory", { path: "." }],
  ["list_directory", { path: ".", recursive: true, include_hidden: true, include_other: true }],
  ["list_directory", { path: ".", max_entries: 1 }],
  ["list_directory", { path: "hollow" }],
  ["list_files", { entry_kind: "all" }],
  ["list_files", { max_results: 1 }],
  ["list_files", { pattern: "none" }],
  ["read_files", { paths: ["a.txt", "empty", "none", "src", "../x", ""] }],
  ["search_text", { pattern: "", context_lines: 2 }],
  ["search_text", { pattern: "", max_results: 1 }],
  ["search_text", { pattern: "", mode: "files" }],
  ["search_text", { pattern: "none such" }],
  ["list_files", { query: "*.ts", maxResults: 1 }],
  ["search_text", { query: "o", "-A": 1 }],
  ["read_files", { paths: "a.txt" }],
];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** The same schema, but no field may be there that it does not name. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (!isRecord(schema)) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, close(value)]));
  // A record of arguments may have any names.
  return closed.type === "object" && "properties" in closed ? { ...closed, additionalProperties: false } : closed;
}

function faultsOf(schema: unknown, value: unknown): string[] {
  const copy: Schema = JSON.parse(JSON.stringify(schema));
  const { errors } = new Validator(copy, "2020-12", false).validate(value);
  return errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
}

async function answer(name: Name, args: Record<string, unknown>, context: ExecuteContext = {}): Promise<unknown> {
  using toolkit = createAgentToolkit({ workspaceRoot: root, defaults: "agent" });
  const { content, is_error } = await toolkit.execute({ id: "1", name, arguments: args }, context);
  expect([content, is_error]).toEqual([content, false]);
  return JSON.parse(content);
}

/** Those of the official clients, which check answers by them. */
function makeValidators(schema: object) {
  const copy = JSON.parse(JSON.stringify(schema));
  return [AjvV1, AjvV2, CfWorkerV1, CfWorkerV2].map((Provider) => new Provider().getValidator(copy));
}

const made = new Map<Name, ReturnType<typeof makeValidators>>();

function validatorsOf(name: Name) {
  const validators = made.get(name) ?? makeValidators(describeOutput(name));
  made.set(name, validators);
  return validators;
}

describe("the output schemas", () => {
  test.each(CALLS)(
    "describe what %s answers to %j, for every validator, and no field more or less",
    async (name, args) => {
      const value = await answer(name, args);
      if (!isRecord(value)) throw new Error("an answer is an object");
      const schema = describeOutput(name);
      expect(faultsOf(schema, value)).toEqual([]);
      expect(faultsOf(close(schema), value)).toEqual([]);
      for (const key of Object.keys(value).filter((field) => field !== "read_as")) {
        const { [key]: _left, ...rest } = value;
        expect([key, faultsOf(schema, rest)]).not.toEqual([key, []]);
        expect([key, faultsOf(schema, { ...value, [key]: [1] })]).not.toEqual([key, []]);
      }
      expect(faultsOf(close(schema), { ...value, more: 1 })).not.toEqual([]);
      for (const validate of validatorsOf(name)) {
        expect(validate(value)).toMatchObject({ valid: true });
        expect(validate({ ...value, error: "no" }).valid).toBe(false);
      }
    },
  );

  test.each([
    ["tree", { path: ".", entry_kind: "all" }, 300, { limit_reached: true }],
    ["read_file", { path: "a.txt" }, 160, { truncated: true, next_start_line: 2 }],
    ["list_directory", { path: "." }, 400, { truncated_reason: "max_output_bytes" }],
    ["read_files", { paths: ["a.txt", "none"] }, 337, { files: [{ next_start_line: 3 }, { path: "none" }] }],
  ] as const)("describe what %s answers to %j within %i bytes", async (name, args, max_output_bytes, cut) => {
    const value = await answer(name, args, { max_output_bytes });
    expect(value).toMatchObject(cut);
    expect(faultsOf(close(describeOutput(name)), value)).toEqual([]);
  });

  test("describe entries that could not be looked at", () => {
    const spot = { name: "x", path: "x", depth: 1 };
    const metadata = { kind: "directory", sizeBytes: 1, modifiedMs: 1 } as const;
    const faults = ["missing", "permission", "io", "unreachable", "exhausted", "other"] as const;
    const entries = faults.flatMap((fault) => [
      toEntryWithoutMetadata(spot, fault),
      toUnreadEntry(spot, null, fault),
      toUnreadEntry(spot, metadata, fault),
    ]);
    const { entries: shape }: { readonly entries?: { readonly items?: unknown } } =
      ABOUT.list_directory.output.properties;
    for (const entry of entries) expect(faultsOf(close(shape?.items), entry)).toEqual([]);
  });

  const ERROR = { kind: "ExecutionFailed", code: "NOT_FOUND", message: '"x" does not exist' };

  test.each(BUILT_IN_NAMES)("%s: an error passes, alone and whole, by every validator", (name) => {
    const broken = { ...ERROR, code: 1 };
    const wrong = [{}, { error: "no" }, { error: {} }, { error: broken }, { error: ERROR, path: "x" }, { path: "x" }];
    for (const validate of validatorsOf(name)) {
      expect(validate({ error: ERROR }).valid).toBe(true);
      for (const value of wrong) expect([value, validate(value).valid]).toEqual([value, false]);
    }
  });

  test("a node deep in a tree is held to the same shape", async () => {
    const child = { name: "a", path: "a", depth: "1", kind: "file" };
    const rootNode = { name: ".", path: ".", depth: 0, kind: "directory", children: [child] };
    const counts = { limit_reached: false, scanned_entries: 2, total_dirs: 1, total_files: 1, total_symlinks: 0 };
    expect(faultsOf(describeOutput("tree"), { root: rootNode, ...counts })).not.toEqual([]);
  });
});
