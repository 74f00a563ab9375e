// Reads several files, one after the other. A file that fails is replaced by its error.

import { type NameTool, ToolError } from "../../../errors.ts";
import { toShownPath } from "../../../input/sanitize.ts";
import { toErrorData } from "../../error_data.ts";
import type { CallScope } from "../../tool.ts";
import type { FilePart } from "../file_answer.ts";
import type { MissingLine } from "./fit.ts";
import type { ReadFilesOutput, UnreadFile } from "./types.ts";

/** Opens and reads one file. */
export type ReadOne = (unsafePath: string, scope: CallScope) => Promise<FilePart>;

interface ReadParts {
  readonly output: ReadFilesOutput;
  /** The lines that are missing in the output. */
  readonly missing: readonly MissingLine[];
}

/** Throws only if the whole call must end. */
export async function readEach(paths: readonly string[], scope: CallScope, readOne: ReadOne): Promise<ReadParts> {
  const files: ReadFilesOutput["files"] = [];
  const missing: MissingLine[] = [];
  for (const path of paths) {
    if (scope.clock.isDue()) await scope.clock.rest();
    const read = await readOne(path, scope).catch((error: unknown) => toUnread(path, error, scope.nameTool));
    if ("error" in read) {
      files.push(read);
      continue;
    }
    files.push(read.answer);
    if (read.missingBytes > 0) missing.push({ path: read.answer.path, bytes: read.missingBytes });
  }
  return { output: { files, returned: files.length }, missing };
}

function toUnread(path: string, error: unknown, nameTool: NameTool): UnreadFile {
  if (!ToolError.isInstance(error) || error.kind === "Cancelled" || error.kind === "Timeout") throw error;
  return { path: error.path ?? toShownPath(path), ...toErrorData(error, nameTool) };
}
