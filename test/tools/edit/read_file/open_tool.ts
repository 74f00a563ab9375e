// read_file behind the real gate on a real folder, and what its answers come down to. Tests only.

import { afterAll } from "vitest";
import { createToolContext, type ToolContext, type ToolContextOptions } from "../../../../src/call/context.ts";
import { createSecureTool } from "../../../../src/call/secure_tool.ts";
import type { SecureTool, ToolOutcome } from "../../../../src/call/types.ts";
import type { ToolError } from "../../../../src/errors.ts";
import { readFileTool } from "../../../../src/tools/edit/read_file/tool.ts";
import type { ReadFileOptions, ReadFileOutput } from "../../../../src/tools/edit/read_file/types.ts";

const opened: ToolContext[] = [];
afterAll(() => {
  for (const context of opened.splice(0)) context.workspace.close();
});

export type ReadFile = SecureTool<ReadFileOptions, ReadFileOutput>;

/** Closed after the test file. */
export function openReadFile(workspaceRoot: string, options: Partial<ToolContextOptions> = {}): ReadFile {
  const context = createToolContext({ workspaceRoot, ...options });
  opened.push(context);
  return createSecureTool(context, readFileTool);
}

export function dataOf(outcome: ToolOutcome<ReadFileOutput>): ReadFileOutput {
  if (outcome.status === "success") return outcome.data;
  throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
}

export function refusalOf(outcome: ToolOutcome<ReadFileOutput>): ToolError {
  if (outcome.status !== "success") return outcome.error;
  throw new Error(`it was read: ${JSON.stringify(outcome.data)}`);
}

/** The answer without `path` and without what a test did not choose: the time and the size. */
export function windowOf(outcome: ToolOutcome<ReadFileOutput>) {
  const { content, truncated, next_start_line, meta } = dataOf(outcome);
  return { content, truncated, next_start_line, lines: [meta.returned_line_count, meta.line_count] };
}
