// Opens one file of a directory for reading. Optimised for searches, which open thousands in a row.

import { ToolError } from "../errors.ts";
import { OpenContent } from "./content_reader.ts";
import { Descriptor } from "./descriptor.ts";
import { faultReason, toToolError } from "./faults.ts";
import { TransientChange } from "./retry.ts";
import type { ChildFile } from "./types.ts";

/** Takes ownership of `fd`. */
export function toChildFile(fd: number, sizeBytes: number, asked: string): ChildFile {
  const file = new Descriptor(fd, asked);
  return { fault: null, content: new OpenContent(file, sizeBytes, file) };
}

/** What a failure says about the file. Rethrows errors that say nothing about it: the end of the call, and transient errors. */
export function toFault(error: unknown, asked: string): ChildFile {
  if (ToolError.isInstance(error) || error instanceof TransientChange) throw toToolError(error, asked);
  const reason = faultReason(error);
  if (reason === "exhausted") throw toToolError(error, asked);
  return { fault: reason === "missing" || reason === "unreachable" ? "missing" : "unreadable" };
}
