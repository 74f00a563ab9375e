// Marks tell the owner what an agent can and cannot see in a folder. Types only.

import type { EntryKind } from "../../disk/types.ts";

/**
 * The first that applies. `denied`: its content is never shown. `outside`: a link that leads out of the workspace or of the allowed
 * folders. `nowhere`: a broken link. `hidden`: no walk of `tree`, `list_directory` or `list_files` with default arguments shows it; a call
 * that names it may succeed.
 */
export type Mark = "denied" | "outside" | "nowhere" | "hidden" | "visible";

/** A path with its mark. */
export interface MarkedPath {
  /** The requested path. */
  readonly path: string;
  /** Whether an agent can see it. */
  readonly mark: Mark;
  /** The reason, in the words of `explain`; null if it is visible. */
  readonly rule: string | null;
}

/** An entry of a folder, with its mark. */
export interface MarkedEntry extends MarkedPath {
  /** The name of the entry. */
  readonly name: string;
  /** Relative to the workspace root. */
  readonly path: string;
  /** The kind of the entry. */
  readonly kind: EntryKind;
  /** For regular files, otherwise null. */
  readonly size_bytes: number | null;
  /** Whole milliseconds. For a link, its own time. Null if unknown. */
  readonly modified_epoch_ms: number | null;
  /** The tools whose walks leave it out, each with its rule, whatever the mark is. */
  readonly left_out: Readonly<Record<string, string>>;
}

/** The marked entries of one folder. */
export interface MarkedListing {
  /** The folder, relative to the workspace root. */
  readonly path: string;
  /** Sorted by name; at most 20,000. */
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
  /** As in the tools. Default: each tool's default. */
  readonly include_hidden?: boolean;
}

/** An entry that a tool has shown. */
export interface ShownEntry {
  /** Relative to `path` of the call. */
  readonly path: string;
  /** The kind of the entry. */
  readonly kind: EntryKind;
}

/** The arguments of `marks.of`. */
export interface MarkOfInput {
  /** The folder that the tool was called with. */
  readonly path: string;
  /** At most 1000. */
  readonly entries: readonly ShownEntry[];
}
