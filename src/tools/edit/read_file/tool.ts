// The spec of read_file: parses the arguments into a request and makes the answer.

import type { SealedNode } from "../../../disk/types.ts";
import { invalidArgument } from "../../../errors/arguments.ts";
import { outputBudgetTooSmall } from "../../../errors/calls.ts";
import { type Arguments, readInteger } from "../../../input/arguments.ts";
import { toShownPath } from "../../../input/sanitize.ts";
import { DEFAULTS } from "../../../registory/config_values.ts";
import { TOOL_DEFINITIONS } from "../../../registory/definitions.ts";
import type { CallScope, FindingTool } from "../../tool.ts";
import { READ_ONLY } from "../../tool.ts";
import type { FilePart } from "../file_answer.ts";
import { explainLong, foundWindow } from "./fit.ts";
import type { ReadFileOutput, ReadFileRequest, ReadFileSettings } from "./types.ts";
import { type FileWindow, readWindow } from "./usecase.ts";

const definition = TOOL_DEFINITIONS.read_file;
const { start_line, max_lines } = definition.parameters.properties;

/** Used without a budget. Strings are limited to little more on some runtimes. */
const MAX_WINDOW_BYTES = 268_435_456;

/** The spec, and the way to read a window that may turn out too long. */
export type ReadFileTool = FindingTool<ReadFileRequest, ReadFileOutput> & {
  readPart(request: ReadFileRequest, node: SealedNode, scope: CallScope): Promise<FilePart>;
};

export const readFileTool = createReadFileTool();

/** `limits` are the owner's maxima. */
export function createReadFileTool(limits: ReadFileSettings = DEFAULTS.readFile): ReadFileTool {
  const readPart: ReadFileTool["readPart"] = async (request, node, { path, clock, answer }) => {
    const keepBytes = toKeepBytes(answer?.maxBytes);
    const scope = { path, clock, maxFileBytes: limits.maxFileBytes, keepBytes, format: answer?.format };
    return toPart(path, await readWindow(node, request, scope), request, answer?.maxBytes);
  };
  return {
    definition,
    traits: { ...READ_ONLY },
    places: { globs: {} },
    parse: (args) => parse(args, limits),
    summarize: ({ path, startLine, maxLines }) =>
      `Read ${toShownPath(path)} [lines ${startLine}-${startLine + maxLines - 1}]`,
    readPart,
    run: async (request, node, scope) => foundWindow(await readPart(request, node, scope), request),
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

/** Throws if no budget is enough. */
function toPart(
  path: string,
  window: FileWindow,
  { startLine }: ReadFileRequest,
  answerBytes: number | undefined,
): FilePart {
  const { content, tooLong } = window;
  if (tooLong !== null && (answerBytes === undefined || tooLong.bytes > MAX_WINDOW_BYTES))
    throw outputBudgetTooSmall(null, answerBytes ?? MAX_WINDOW_BYTES, explainLong(startLine, tooLong.bytes), path);
  const lines = tooLong === null ? window.lines : 1;
  const hasMore = tooLong === null ? window.hasMore : startLine < window.lineCount;
  const answer = {
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
  return { answer, missingBytes: tooLong?.shownBytes ?? 0 };
}
