// The spec of read_file: parses the arguments into a request and makes the answer.

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

/** Used without a budget. Strings are limited to little more on some runtimes. */
const MAX_WINDOW_BYTES = 268_435_456;

export const readFileTool = createReadFileTool();

/** `limits` are the owner's maxima. */
export function createReadFileTool(
  limits: ReadFileSettings = DEFAULTS.readFile,
): ToolSpec<ReadFileRequest, ReadFileOutput> {
  return {
    definition,
    traits: { ...READ_ONLY },
    places: { globs: {} },
    parse: (args) => parse(args, limits),
    summarize: ({ path, startLine, maxLines }) =>
      `Read ${toShownPath(path)} [lines ${startLine}-${startLine + maxLines - 1}]`,
    run: async (request, node, { path, clock, answerBytes }) => {
      const scope = { path, clock, maxFileBytes: limits.maxFileBytes, keepBytes: toKeepBytes(answerBytes) };
      return toOutput(path, await readWindow(node, request, scope), request, answerBytes);
    },
    toTextForm: (output, request) => writeFile(output, request),
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

/** In an answer `\r\n` becomes `\n`, so a text shrinks to no less than half: anything after this never fits. */
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
