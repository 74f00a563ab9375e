// The spec of read_files: parses the arguments into a request and makes the answer. It reads each file with the given read_file.

import type { SealedNode } from "../../../disk/types.ts";
import { invalidArgument } from "../../../errors/arguments.ts";
import { type Arguments, readInteger } from "../../../input/arguments.ts";
import { toShownPath } from "../../../input/sanitize.ts";
import { DEFAULTS } from "../../../registory/config_values.ts";
import { TOOL_DEFINITIONS } from "../../../registory/definitions.ts";
import type { CallScope, FindingTool, PathRequest, ToolSpec } from "../../tool.ts";
import type { FileAnswer, FilePart } from "../file_answer.ts";
import { foundFiles } from "./fit.ts";
import type { ReadFilesOutput, ReadFilesRequest, ReadFilesSettings } from "./types.ts";
import { type ReadOne, readEach } from "./usecase.ts";

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
): FindingTool<ReadFilesRequest, ReadFilesOutput> {
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
    run: async ({ paths, maxLines }, _root, scope) => {
      const { output, missing } = await readEach(paths, scope, readOne(maxLines));
      return foundFiles(output, missing, scope.answer?.format);
    },
  };
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
