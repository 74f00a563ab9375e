// The texts of list_directory in the Gemini dialect: a listing and every failure, each for the model and for the user.

import { asToolError } from "../../errors/calls.ts";
import { quoteShort } from "../../errors/quote.ts";
import type { ToolError } from "../../errors.ts";
import { sanitize } from "../../input/sanitize.ts";
import type { ToolErrorType, ToolResult } from "../base.ts";
import type { FolderListing } from "./listing.ts";
import type { FileEntry } from "./types.ts";

/** `path` is as the caller wrote it. */
export function formatListing(path: string, listing: FolderListing): ToolResult {
  if (listing.isEmpty) {
    return { llmContent: `Directory ${path} is empty.`, returnDisplay: "Directory is empty." };
  }
  const { entries, leftOut } = listing;
  const notes = [formatIgnored(listing), leftOut === 0 ? "" : `${leftOut} more entries are not shown.`].filter(Boolean);
  const lines = entries.map(formatEntry).join("\n");
  return {
    llmContent: [`Directory listing for ${path}:\n${lines}`, ...notes].join("\n\n"),
    returnDisplay: [`Listed ${entries.length} item(s).`, ...notes].join(" "),
  };
}

/** One line, whatever characters the name contains. */
function formatEntry({ name, isDirectory }: FileEntry): string {
  return `${isDirectory ? "[DIR] " : ""}${sanitize(name)}`;
}

function formatIgnored({ gitIgnoredCount, geminiIgnoredCount }: FolderListing): string {
  const counts = [
    ...(gitIgnoredCount > 0 ? [`${gitIgnoredCount} git-ignored`] : []),
    ...(geminiIgnoredCount > 0 ? [`${geminiIgnoredCount} gemini-ignored`] : []),
  ];
  return counts.length === 0 ? "" : `(${counts.join(", ")})`;
}

export function formatNotAbsolute(path: string): string {
  return `Path must be absolute: ${path}`;
}

export function formatOutside(directories: readonly string[]): string {
  return `Path must be within one of the workspace directories: ${directories.join(", ")}`;
}

export function formatFailure(path: string, thrown: unknown): ToolResult {
  const error = asToolError(thrown);
  if (error.code === "NOT_DIRECTORY") {
    return toFailure(`Error: Path is not a directory: ${path}`, "Path is not a directory.", "path_is_not_a_directory");
  }
  const message = `Error listing directory: ${wordReason(path, error)}`;
  return toFailure(message, "Failed to list directory.", "ls_execution_error");
}

function toFailure(message: string, shown: string, type: ToolErrorType): ToolResult {
  return { llmContent: message, returnDisplay: `Error: ${shown}`, error: { message, type } };
}

// The workspace reports paths relative to its root; callers in this dialect only know absolute ones.
function wordReason(path: string, error: ToolError): string {
  if (error.path === undefined) return error.message;
  return error.message.replace(quoteShort(error.path), () => quoteShort(path));
}
