// Marks: what an agent can and cannot see of the entries of a folder, for the owner. Types only.

import type { EntryKind } from "../../workspace/types.ts";

/**
 * The first that applies. `denied`: its content is never shown. `outside`: a link that leads out of the workspace or of the allowed folders.
 * `nowhere`: a link to nothing. `hidden`: no walk of `tree`, `list_directory` or `list_files` with default arguments shows it; asked for
 * by name it may answer.
 */
export type Mark = "denied" | "outside" | "nowhere" | "hidden" | "visible";

/** A path with its mark. */
export interface MarkedPath {
  /** As it was asked for. */
  readonly path: string;
  /** Whether an agent can see it. */
  readonly mark: Mark;
  /** Why, as `explain` says it; null if it is visible. */
  readonly rule: string | null;
}

/** `is_executable` if that was asked for. */
export interface MarkedShown extends MarkedPath {
  /** Whether the file can be run. */
  readonly is_executable?: boolean;
}

/** An entry of a folder, with its mark. */
export interface MarkedEntry extends MarkedPath {
  /** The name of the entry. */
  readonly name: string;
  /** Relative to the workspace root. */
  readonly path: string;
  /** What the entry is. */
  readonly kind: EntryKind;
  /** Of regular files, otherwise null. */
  readonly size_bytes: number | null;
  /** Whole milliseconds. A link's own, not its target's. Null if it cannot be told. */
  readonly modified_epoch_ms: number | null;
  /** The tools whose walks leave it out, each with its rule, whatever the mark is. */
  readonly left_out: Readonly<Record<string, string>>;
}

/** The marked entries of one folder. */
export interface MarkedListing {
  /** The folder, relative to the workspace root. */
  readonly path: string;
  /** By name; at most 20,000. */
  readonly entries: readonly MarkedEntry[];
  /** Whether the folder has more. */
  readonly more: boolean;
}

/** The arguments of `marks.list`. */
export interface MarkListInput {
  /** The folder to list. */
  readonly path: string;
  /** The folder that walks start from. Default: the root, or the allowed folders. */
  readonly start?: string;
  /** As in the tools. Default: as each tool does by default. */
  readonly include_hidden?: boolean;
}

/** An entry that a tool has shown. */
export interface ShownEntry {
  /** Relative to `path` of the call. */
  readonly path: string;
  /** What the entry is. */
  readonly kind: EntryKind;
}

/** The arguments of `marks.of`. */
export interface MarkOfInput {
  /** The folder that the tool was asked for. */
  readonly path: string;
  /** At most 1000. */
  readonly entries: readonly ShownEntry[];
  /** Whether to look which files can be run. */
  readonly executables?: boolean;
}
