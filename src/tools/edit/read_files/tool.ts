// The spec of read_files: parses the arguments into a request and makes the answer. It reads each file with the given read_file.

import { invalidArgument } from "../../../errors.ts";
import { type Arguments, readInteger } from "../../../gate/arguments.ts";
import type { PathRequest, ToolSpec } from "../../../gate/spec.ts";
import { DEFAULTS } from "../../../registory/config_values.ts";
import { TOOL_DEFINITIONS } from "../../../registory/definitions.ts";
import { toShownPath } from "../../../security/sanitize.ts";
import type { FileAnswer } from "../file_answer.ts";
import { RISING_LINES } from "./fit.ts";
import { writeFiles } from "./text.ts";
import type { ReadFilesOutput, ReadFilesRequest, ReadFilesSettings } from "./types.ts";
import { type ReadOne, readEach } from "./usecase.ts";

const definition = TOOL_DEFINITIONS.read_files;
const { max_lines } = definition.parameters.properties;

/** `limits` are the owner's maxima; `readFile` must allow as many lines. */
export function createReadFilesTool<One extends PathRequest>(
  readFile: Pick<ToolSpec<One, FileAnswer>, "parse" | "run">,
  limits: ReadFilesSettings = DEFAULTS.readFiles,
): ToolSpec<ReadFilesRequest, ReadFilesOutput> {
  const readOne = (maxLines: number): ReadOne => {
    return async (path, scope) => {
      const request = readFile.parse({ path, max_lines: maxLines });
      const opened = await scope.open(request.path);
      using node = opened.node;
      return await readFile.run(request, node, opened.scope);
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
    run: ({ paths, maxLines }, _root, scope) => readEach(paths, scope, readOne(maxLines)),
    toTextForm: (output) => writeFiles(output),
    parts: RISING_LINES,
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
