// read_file as the gate sees it: arguments in, answer out. Leaves reading to usecase.ts and the path to the gate.

import { invalidArgument } from "../../../errors.ts";
import { type Arguments, readInteger } from "../../../gate/arguments.ts";
import type { ToolSpec } from "../../../gate/spec.ts";
import { DEFAULTS } from "../../../registory/config_values.ts";
import { TOOL_DEFINITIONS } from "../../../registory/definitions.ts";
import { READ_ONLY } from "../../../security/approval.ts";
import { toShownPath } from "../../../security/sanitize.ts";
import { LINES } from "./fit.ts";
import { writeFile } from "./text.ts";
import type { ReadFileOutput, ReadFileRequest, ReadFileSettings } from "./types.ts";
import { type FileWindow, readWindow, showWindow } from "./usecase.ts";

const definition = TOOL_DEFINITIONS.read_file;
const { start_line, max_lines } = definition.parameters.properties;

export const readFileTool = createReadFileTool();

/** `limits` are the most that may be asked for, or read; an owner may lower them. */
export function createReadFileTool(
  limits: ReadFileSettings = DEFAULTS.readFile,
): ToolSpec<ReadFileRequest, ReadFileOutput> {
  return {
    definition,
    traits: { ...READ_ONLY },
    parse: (args) => parse(args, limits),
    summarize: ({ path, startLine, maxLines }) =>
      `Read ${toShownPath(path)} [lines ${startLine}-${startLine + maxLines - 1}]`,
    run: (request, node, { path, clock }) =>
      toOutput(path, readWindow(node, request, { path, clock, maxBytes: limits.maxFileBytes }), request.maxLines),
    toTextForm: writeFile,
    parts: LINES,
  };
}

function parse(args: Arguments, limits: ReadFileSettings): ReadFileRequest {
  const { path } = args;
  if (typeof path !== "string" || path === "") {
    throw invalidArgument("path must not be empty; name a file, relative to the workspace root");
  }
  return {
    path,
    startLine: readInteger(args, "start_line", { fallback: start_line.default, min: 1 }),
    maxLines: readInteger(args, "max_lines", { fallback: max_lines.default, min: 1, max: limits.maxLines }),
  };
}

function toOutput(path: string, window: FileWindow, maxLines: number): ReadFileOutput {
  const { content, lines, nextStartLine } = showWindow(window, maxLines);
  return {
    path,
    content,
    truncated: nextStartLine !== null,
    next_start_line: nextStartLine,
    meta: {
      byte_length: window.bytes.length,
      line_count: window.lineCount,
      returned_line_count: lines,
      mtime_ms: window.modifiedMs,
    },
  };
}
