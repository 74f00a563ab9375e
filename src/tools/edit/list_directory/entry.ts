// Makes an entry of the answer from metadata, or from the reason why there is none. Also decides which failures become such entries.

import { type FaultReason, faultReason, isTransientChange } from "../../../disk/faults.ts";
import type { EntryKind, Metadata } from "../../../disk/types.ts";
import { ToolError } from "../../../errors.ts";
import type { ListDirectoryEntry, ListDirectoryEntryType, ListDirectoryErrorCode } from "./types.ts";

/** The position of a name in the answer. */
export interface EntryPlace {
  readonly name: string;
  readonly path: string;
  readonly depth: number;
}

const TYPES: Readonly<Record<EntryKind, ListDirectoryEntryType>> = {
  file: "file",
  directory: "dir",
  symlink: "symlink",
  other: "other",
};

const METADATA_CODES: Readonly<Partial<Record<FaultReason, ListDirectoryErrorCode>>> = {
  missing: "metadata_unavailable",
  permission: "permission_denied",
  io: "io_error",
};

const REASONS: Readonly<Record<FaultReason, string>> = {
  missing: "it no longer exists",
  permission: "permission denied",
  io: "input/output error",
  unreachable: "it cannot be reached",
  exhausted: "the system is out of resources",
  other: "the system refused",
};

/**
 * Why the disk refused access, if nothing else went wrong. Rethrows errors that end the call or are bugs, and also unstable results: the
 * disk refused nothing, and the same call may succeed a moment later.
 */
export function toFault(error: unknown): FaultReason {
  if (!ToolError.isInstance(error) || error.kind !== "ExecutionFailed" || isTransientChange(error)) throw error;
  return faultReason(error);
}

// Written out instead of spread: an answer has up to a thousand entries, and a spread takes as long as the disk access.
export function toEntry(
  { name, path, depth }: EntryPlace,
  { kind, sizeBytes, modifiedMs }: Pick<Metadata, "kind" | "sizeBytes" | "modifiedMs">,
): ListDirectoryEntry {
  return {
    name,
    path,
    depth,
    type: TYPES[kind],
    size_bytes: kind === "file" ? sizeBytes : null,
    modified_epoch_ms: toSafe(modifiedMs),
    is_hidden: isHidden(name),
    error_code: null,
    error: null,
  };
}

export function toEntryWithoutMetadata(spot: EntryPlace, fault: FaultReason): ListDirectoryEntry {
  return toUnknown(spot, null, METADATA_CODES[fault] ?? "unknown", `metadata unavailable: ${REASONS[fault]}`);
}

export function toUnreadEntry(spot: EntryPlace, metadata: Metadata | null, fault: FaultReason): ListDirectoryEntry {
  return toUnknown(
    spot,
    metadata?.modifiedMs ?? null,
    "read_dir_failed",
    `directory cannot be read: ${REASONS[fault]}`,
  );
}

function isHidden(name: string): boolean {
  return name.startsWith(".");
}

function toUnknown(
  place: EntryPlace,
  modifiedMs: number | null,
  code: ListDirectoryErrorCode,
  error: string,
): ListDirectoryEntry {
  const entry = toEntry(place, { kind: "other", sizeBytes: 0, modifiedMs: modifiedMs ?? Number.NaN });
  return { ...entry, type: "unknown", error_code: code, error };
}

/** A file system may have times that no JSON number represents exactly. */
function toSafe(milliseconds: number): number | null {
  return Number.isSafeInteger(milliseconds) ? milliseconds : null;
}
