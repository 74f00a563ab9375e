// Named constructors for errors about one path: refused, missing, of the wrong kind, too large.

import { type ErrorCode, naming, ToolError } from "../errors.ts";
import { didYouMean, quoteShort } from "./quote.ts";

/** `path` is the requested path relative to the workspace, if it can be expressed so. The target is never named. */
export function outsideWorkspace(path?: string): ToolError {
  const subject = path === undefined ? "path" : quoteShort(path);
  return violation(`${subject} is outside the workspace; use a path inside it, relative to its root`, path);
}

export function absolutePathRefused(): ToolError {
  return violation("absolute paths are not allowed here; use a path relative to the workspace root");
}

/** `allowed` are folders of the workspace, relative to its root. */
export function outsideAllowedRoots(path: string, allowed: readonly string[]): ToolError {
  const folders = allowed.map(quoteShort).join(", ");
  return violation(`${quoteShort(path)} is outside the allowed folders: ${folders}`, path);
}

export function deniedByPattern(path: string, pattern: string): ToolError {
  return violation(`${quoteShort(path)} is denied by the pattern ${quoteShort(pattern)}`, path);
}

/** Denied by a line of the ignore file at `file`. */
export function deniedByFile(path: string, file: string, line: number | null): ToolError {
  return violation(`${quoteShort(path)} is denied by ${file}${line === null ? "" : ` line ${line}`}`, path);
}

/** Denied because of a file that cannot be applied: it is unknown what the file would deny, so everything is denied. */
export function deniedByUnusableFile(path: string, file: string, problem: string): ToolError {
  return violation(`${quoteShort(path)} is denied: ${file} cannot be applied, because it ${problem}`, path);
}

function violation(message: string, path?: string): ToolError {
  return new ToolError({ kind: "SandboxViolation", code: "SANDBOX_VIOLATION", message, path });
}

/** The closest match for a path that does not exist, relative to the workspace. */
export interface NearMiss {
  /** The nearest existing folder on the way. */
  readonly folder: string;
  /** The entry of that folder that was probably meant. */
  readonly meant: string | null;
}

export function notFound(path: string, cause?: unknown, near?: NearMiss): ToolError {
  const folder = near ? `; the nearest existing folder is ${quoteShort(near.folder)}` : "";
  const message = `${quoteShort(path)} does not exist${folder}${didYouMean(near?.meant)}`;
  return failed("NOT_FOUND", message, path, cause);
}

export function notDirectory(path: string): ToolError {
  return failed("NOT_DIRECTORY", `path is not a directory: ${quoteShort(path)}`, path);
}

export function notFile(path: string, found: string): ToolError {
  return failed("NOT_FILE", `path is not a regular file: ${quoteShort(path)} is a ${found}`, path);
}

export function sizeLimitExceeded(path: string, sizeBytes: number, limitBytes: number): ToolError {
  const excess = `it has ${sizeBytes} bytes, and the limit is ${limitBytes}`;
  return failed("SIZE_LIMIT_EXCEEDED", `${quoteShort(path)} cannot be read by this tool: ${excess}`, path);
}

/** For answers that cannot be shortened. `reader` is the tool that reads files in parts. */
export function tooLongForAnswer(path: string, sizeBytes: number, maxBytes: number, reader: string): ToolError {
  const message = `${quoteShort(path)} has ${sizeBytes} bytes of text, but a resource may have at most ${maxBytes} here`;
  return naming(
    { kind: "ExecutionFailed", code: "SIZE_LIMIT_EXCEEDED", path },
    (nameTool) => `${message}; read it in parts with ${nameTool(reader)} and start_line`,
  );
}

export function binaryNotSupported(path: string): ToolError {
  return failed(
    "BINARY_NOT_SUPPORTED",
    `${quoteShort(path)} cannot be read by this tool: it is a binary file; over MCP it can be read as a resource, up to 1 MiB`,
    path,
  );
}

function failed(code: ErrorCode, message: string, path: string, cause?: unknown): ToolError {
  return new ToolError({ kind: "ExecutionFailed", code, message, path, cause });
}
