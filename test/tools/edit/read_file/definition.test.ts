// What read_file tells about itself: its definition, its traits, the summary of a call, and where its modules lie.
// Leaves what it does to tool.test.ts.

import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { TOOL_DEFINITIONS } from "../../../../src/registory/definitions.ts";
import * as fileGuardModule from "../../../../src/tools/edit/read_file/file_guard.ts";
import * as toolModule from "../../../../src/tools/edit/read_file/tool.ts";
import type { ReadFileInput, ReadFileOutput } from "../../../../src/tools/edit/read_file/types.ts";
import * as usecaseModule from "../../../../src/tools/edit/read_file/usecase.ts";
import type { IsSame } from "../../../support/same_type.ts";

type SpecifiedInput = {
  path: string;
  start_line?: number;
  max_lines?: number;
};

type SpecifiedOutput = {
  path: string;
  content: string;
  truncated: boolean;
  next_start_line: number | null;
  meta: {
    byte_length: number;
    line_count: number;
    returned_line_count: number;
    mtime_ms: number;
  };
};

describe("what read_file tells about itself", () => {
  test("RF-16 the definition is the specified one, to the letter and in its order", () => {
    const specified = {
      name: "read_file",
      description: "Reads a UTF-8 text file in the workspace and returns a line-limited content window.",
      parameters: {
        type: "object",
        properties: {
          path: {
            type: "string",
            description: 'Workspace-root-relative file path to read (e.g., "src/main.ts").',
          },
          start_line: {
            type: "number",
            default: 1,
            description: "1-based start line of the returned window (default: 1).",
          },
          max_lines: {
            type: "number",
            default: 200,
            description: "Maximum number of lines to return (default: 200).",
          },
        },
        required: ["path"],
      },
    };
    expect<object>(TOOL_DEFINITIONS.read_file).toEqual(specified);
    expect(JSON.stringify(TOOL_DEFINITIONS.read_file)).toBe(JSON.stringify(specified));
    expect(toolModule.readFileTool.definition).toBe(TOOL_DEFINITIONS.read_file);
  });

  test("RF-08, RF-14: the types of what goes in and comes out are the specified ones", () => {
    // Of another shape, they do not pass the type checker.
    const input: IsSame<ReadFileInput, SpecifiedInput> = true;
    const output: IsSame<ReadFileOutput, SpecifiedOutput> = true;
    // An alias can be handed on as a table of values; an interface could not.
    const isTable: ReadFileOutput extends Record<string, unknown> ? true : false = true;
    expect([input, output, isTable]).toEqual([true, true, true]);
  });

  test("RF-18 the modules are where the specification puts them", () => {
    expect(Object.keys(toolModule).sort()).toEqual(["createReadFileTool", "readFileTool"]);
    expect(Object.keys(usecaseModule).sort()).toEqual(["readWindow"]);
    expect(Object.keys(fileGuardModule).sort()).toEqual([
      "BINARY_PROBE_BYTES",
      "MAX_FILE_BYTES",
      "refuseBinary",
      "refuseLarge",
      "requireFile",
    ]);
    const source = new URL("../../../../src/tools/edit/read_file/", import.meta.url);
    const files = ["tool.ts", "usecase.ts", "file_guard.ts", "types.ts"].map((name) => new URL(name, source));
    expect([...files, new URL("tool.test.ts", import.meta.url)].map((file) => existsSync(file))).toEqual(
      Array.from({ length: 5 }, () => true),
    );
  });
});
