// Reads several files, one after the other. A file that fails is replaced by its error.

import { quoteShort, ToolError } from "../../../errors.ts";
import { toErrorAnswer } from "../../../gate/answer.ts";
import type { CallScope } from "../../../gate/spec.ts";
import { toShownPath } from "../../../security/sanitize.ts";
import type { FileAnswer } from "../file_answer.ts";
import type { ReadFilesOutput, UnreadFile } from "./types.ts";

/** Opens and reads one file. */
export type ReadOne = (unsafePath: string, scope: CallScope) => Promise<FileAnswer>;

/** Throws only if the whole call must end. */
export async function readEach(paths: readonly string[], scope: CallScope, readOne: ReadOne): Promise<ReadFilesOutput> {
  const files: ReadFilesOutput["files"] = [];
  for (const path of paths) {
    if (scope.clock.isDue()) await scope.clock.rest();
    files.push(await readOne(path, scope).catch((error: unknown) => toUnread(path, error, scope)));
  }
  return { files, returned: files.length };
}

function toUnread(path: string, error: unknown, { answerBytes }: CallScope): UnreadFile {
  if (!ToolError.isInstance(error) || error.kind === "Cancelled" || error.kind === "Timeout") throw error;
  // The answer needs at least one line of each file.
  if (answerBytes !== undefined && error.code === "OUTPUT_BUDGET_TOO_SMALL")
    throw new ToolError({ ...error.toJSON(), message: `${error.message}: ${quoteShort(error.path ?? "a file")}` });
  return { path: error.path ?? toShownPath(path), ...toErrorAnswer(error, Number.POSITIVE_INFINITY).data };
}
