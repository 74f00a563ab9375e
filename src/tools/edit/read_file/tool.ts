// read_file as the gate sees it: arguments in, answer out. Leaves reading to usecase.ts and the path to the gate.

import { invalidArgument, outputBudgetTooSmall } from "../../../errors.ts";
import { type Arguments, readInteger } from "../../../gate/arguments.ts";
import type { ToolSpec } from "../../../gate/spec.ts";
import { DEFAULTS } from "../../../registory/config_values.ts";
import { TOOL_DEFINITIONS } from "../../../registory/definitions.ts";
import { READ_ONLY } from "../../../security/approval.ts";
import { toShownPath } from "../../../security/sanitize.ts";
import { explainLong, LINES } from "./fit.ts";
import { writeFile } from "./text.ts";
import type { ReadFileOutput, ReadFileRequest, ReadFileSettings } from "./types.ts";
import { type FileWindow, readWindow } from "./usecase.ts";

const definition = TOOL_DEFINITIONS.read_file;
const { start_line, max_lines } = definition.parameters.properties;

/** Without a budget. A string cannot have many more on every runtime. */
const MAX_WINDOW_BYTES = 268_435_456;

export const readFileTool = createReadFileTool();

/** `limits` are the most that may be asked for, or read. */
export function createReadFileTool(
  limits: ReadFileSettings = DEFAULTS.readFile,
): ToolSpec<ReadFileRequest, ReadFileOutput> {
  return {
    definition,
    traits: { ...READ_ONLY },
    parse: (args) => parse(args, limits),
    summarize: ({ path, startLine, maxLines }) =>
      `Read ${toShownPath(path)} [lines ${startLine}-${startLine + maxLines - 1}]`,
    run: async (request, node, { path, clock, answerBytes }) => {
      const scope = { path, clock, maxFileBytes: limits.maxFileBytes, keepBytes: toKeepBytes(answerBytes) };
      return toOutput(path, await readWindow(node, request, scope), request, answerBytes);
    },
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

/** A text of so many bytes has at least half as many in an answer, where `\r\n` is `\n`: what lies behind never fits. */
function toKeepBytes(answerBytes = Number.POSITIVE_INFINITY): number {
  return Math.min(answerBytes * 2, MAX_WINDOW_BYTES);
}

function toOutput(
  path: string,
  window: FileWindow,
  { startLine }: ReadFileRequest,
  answerBytes = MAX_WINDOW_BYTES,
): ReadFileOutput {
  const { content, lines, hasMore, tooLongBytes } = window;
  if (tooLongBytes !== null)
    throw outputBudgetTooSmall(tooLongBytes, answerBytes, explainLong(startLine, tooLongBytes), path);
  return {
    path,
    content,
    truncated: hasMore,
    next_start_line: hasMore ? startLine + lines : null,
    meta: {
      byte_length: window.byteLength,
      line_count: window.lineCount,
      returned_line_count: lines,
      mtime_ms: window.modifiedMs,
    },
  };
}
