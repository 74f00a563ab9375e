// The spec of read_files: parses the arguments into a request and makes the answer. It reads each file with the given read_file.

import type { SealedNode } from "../../../disk/types.ts";
import { invalidArgument } from "../../../errors/arguments.ts";
import { outputBudgetTooSmall } from "../../../errors/calls.ts";
import type { ToolError } from "../../../errors.ts";
import { type Arguments, readInteger } from "../../../input/arguments.ts";
import { toShownPath } from "../../../input/sanitize.ts";
import { DEFAULTS } from "../../../registory/config_values.ts";
import { TOOL_DEFINITIONS } from "../../../registory/definitions.ts";
import type { CallScope, PathRequest, ToolSpec } from "../../tool.ts";
import type { FileAnswer, FilePart } from "../file_answer.ts";
import { explainLongest, RISING_LINES } from "./fit.ts";
import { mostMarkBytes, writeFiles } from "./text.ts";
import type { ReadFilesOutput, ReadFilesRequest, ReadFilesSettings } from "./types.ts";
import { type ReadOne, type ReadParts, readEach } from "./usecase.ts";

const definition = TOOL_DEFINITIONS.read_files;
const { max_lines } = definition.parameters.properties;

/** The part of read_file that is used for each file. */
type ReadsParts<One extends PathRequest> = Pick<ToolSpec<One, FileAnswer>, "parse"> & {
  readPart(request: One, node: SealedNode, scope: CallScope): Promise<FilePart>;
};

/** `limits` are the owner's maxima; `readFile` must allow as many lines. */
export function createReadFilesTool<One extends PathRequest>(
  readFile: ReadsParts<One>,
  limits: ReadFilesSettings = DEFAULTS.readFiles,
): ToolSpec<ReadFilesRequest, ReadFilesOutput> {
  const readOne = (maxLines: number): ReadOne => {
    return async (path, scope) => {
      const request = readFile.parse({ path, max_lines: maxLines });
      const opened = await scope.open(request.path);
      using node = opened.node;
      return await readFile.readPart(request, node, opened.scope);
    };
  };
  return {
    definition,
    traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low" },
    target: "root",
    paths: ({ paths }) => paths,
    places: { globs: {} },
    parse: (args) => parse(args, limits),
    summarize: ({ paths, maxLines }) =>
      `Read ${paths.length} file${paths.length === 1 ? "" : "s"} [lines 1-${maxLines}]: ${toShownPath(paths.join(", "))}`,
    run: async (request, _root, scope) => {
      const { paths, maxLines } = request;
      const parts = await readEach(paths, scope, readOne(maxLines));
      const { answerBytes } = scope;
      if (parts.missing.length === 0 || answerBytes === undefined) return parts.output;
      throw refuseMissing(parts, request, answerBytes, scope);
    },
    toTextForm: (output, _request, nameTool) => writeFiles(output, nameTool),
    parts: RISING_LINES,
  };
}

/** An answer needs at least one line of each file. */
function refuseMissing(
  { output, missing }: ReadParts,
  request: ReadFilesRequest,
  answerBytes: number,
  {
    answerFormat: format = "json",
    addedBytes = 0,
    nameTool,
  }: Pick<CallScope, "answerFormat" | "addedBytes" | "nameTool">,
): ToolError {
  const least = RISING_LINES.keep(output, 0, request);
  const missingBytes = missing.reduce((sum, { bytes }) => sum + bytes, 0);
  const frameBytes =
    format === "json"
      ? Buffer.byteLength(JSON.stringify(least))
      : Buffer.byteLength(writeFiles(least, nameTool)) + mostMarkBytes(output.files.length, missingBytes);
  const [longest] = [...missing].sort((a, b) => b.bytes - a.bytes);
  const why = explainLongest(output.files.length, longest?.path ?? "", longest?.bytes ?? 0);
  return outputBudgetTooSmall(addedBytes + frameBytes + missingBytes, answerBytes, why);
}

function parse(args: Arguments, limits: ReadFilesSettings): ReadFilesRequest {
  return {
    path: ".",
    paths: readPaths(args.paths, limits.maxPaths),
    maxLines: readInteger(args, "max_lines", { fallback: max_lines.default, min: 1, max: limits.maxLines }),
  };
}

function readPaths(given: unknown, most: number): readonly string[] {
  const paths: readonly unknown[] = Array.isArray(given) ? given : [];
  if (paths.length < 1 || paths.length > most)
    throw invalidArgument(`paths must have 1 to ${most} entries, not ${paths.length}`);
  return paths.map(String);
}
