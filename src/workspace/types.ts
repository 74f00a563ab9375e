// The interface of a workspace, which both strategies implement. Types only.

import type { ToolError } from "../errors.ts";
import type { CallClock } from "./call_clock.ts";
import type { SandboxPath } from "./sandbox_path.ts";

/** What an entry is; `other` is a FIFO, a socket or a device. */
export type EntryKind = "directory" | "file" | "symlink" | "other";

/** One name in a directory, as the directory itself reports it: nothing is followed, nothing is opened. */
export interface Entry {
  /** The name's bytes, one character per byte: what the kernel is given, and what breaks ties. */
  readonly raw: string;
  /** The name as UTF-8, U+FFFD for what is not: what is shown and ordered by. */
  readonly name: string;
  /** What the entry is. */
  readonly kind: EntryKind;
}

/** What the system reports about an object. */
export interface Metadata {
  /** What the object is. */
  readonly kind: EntryKind;
  /** The size in bytes. */
  readonly sizeBytes: number;
  /** Whole milliseconds since the epoch, rounded down. */
  readonly modifiedMs: number;
  /** Whether it is a regular file that somebody may run. */
  readonly isExecutable: boolean;
}

/** Compares two entries for sorting. */
export type EntryOrder = (a: Entry, b: Entry) => number;

/** Which entries of a directory to list, and in which order. */
export interface ListRequest {
  /** Keep at most this many, the first ones in `order`. */
  readonly limit: number;
  /** The order of the entries. */
  readonly order: EntryOrder;
  /**
   * Called once per name in the directory, before ordering; entries it refuses do not count.
   * The entry is reused between calls: do not keep it.
   */
  readonly accept?: (entry: Entry) => boolean;
  /** `candidates`: it need not be asked about names behind the last that is kept. Default: `all`. */
  readonly acceptSees?: "all" | "candidates";
}

/** The entries of one directory. */
export interface Listing {
  /** In `order`. */
  readonly entries: readonly Entry[];
  /** Whether an accepted entry was left out because of `limit`. */
  readonly more: boolean;
}

/** The beginning of a file, or all of it. */
export interface FileContent {
  /** At most the asked number of bytes, from the start of the file. */
  readonly bytes: Uint8Array;
  /** Whether the file goes on after them. */
  readonly more: boolean;
}

/** Where to put bytes of a file, and which. */
export interface ReadRange {
  /** The first byte in the buffer. */
  readonly from: number;
  /** At most. */
  readonly length: number;
  /** The first byte in the file. */
  readonly position: number;
}

/** The content of an open file. Never waits, so callers read little at once. */
export interface ContentReader {
  /** As it was when it was opened. */
  readonly sizeBytes: number;
  /** Returns how many bytes were read; 0 at the end of the file. */
  read(into: Buffer, range: ReadRange): number;
  close(): void;
  [Symbol.dispose](): void;
}

/** Tells one state of a file from another: it differs when the object or its content does. */
export interface FileStamp {
  /** Device, inode, size, and both times in nanoseconds. */
  readonly id: string;
  /** When it last changed, in milliseconds since the epoch. */
  readonly changedMs: number;
}

export type SmallFileFault = "missing" | "symlink" | "not_a_file" | "too_large" | "unreadable";

/** A whole small file; without `bytes` if its stamp is the one the caller knows already. */
export type SmallFile =
  | { readonly fault: null; readonly stamp: FileStamp; readonly bytes: Uint8Array | null }
  /** `unreachable`: it could not be looked up, for a name on the way that is too long or no directory. There may be such a file. */
  | { readonly fault: SmallFileFault | "unreachable" };

/** A file that was opened to be read, which the caller closes, or why it was not. */
export type ChildFile = { readonly fault: null; readonly content: ContentReader } | { readonly fault: SmallFileFault };

/** What all opened objects have in common. */
interface Sealed {
  /** Where the object lies: relative to the root, links resolved, `/` between names, `.` for the root itself. */
  readonly location: string;
  /** The same in raw names; none for the root. */
  readonly names: readonly string[];
  /** Asks the open object itself, so the answer is of what is held, whatever its name points to by now. */
  metadata(): Metadata;
  /** The user id of the owner. */
  ownerUid(): bigint;
  /** Closes the object. */
  close(): void;
  /** The same as `close`, for `using`. */
  [Symbol.dispose](): void;
}

/** An opened regular file. */
export interface SealedFile extends Sealed {
  /** Always `file`. */
  readonly kind: "file";
  /** Reads at most `limitBytes` from the start of the file. */
  read(limitBytes: number, clock: CallClock): FileContent;
  /** For files that are too large to be read at once. The caller closes it, before this file is closed. */
  openContent(clock: CallClock): ContentReader;
  /** The present state of the file, to notice changes. */
  stamp(): FileStamp;
}

/**
 * Methods that end in `Now` never wait: they throw a failure that `isTransientChange` knows, for callers that are synchronous by contract. The
 * others retry first.
 */
export interface SealedDirectory extends Sealed {
  /** Always `directory`. */
  readonly kind: "directory";
  /** Lists the entries of the directory. */
  list(request: ListRequest, clock: CallClock): Promise<Listing>;
  /**
   * Of children themselves, in the order of `rawNames`, which are those of entries: a symlink is not followed. A child whose metadata
   * the system refuses has the error in its place.
   */
  childMetadata(rawNames: readonly string[], clock: CallClock): Promise<readonly (Metadata | ToolError)[]>;
  /** Null: there is no such child. */
  childKindNow(raw: string, clock: CallClock): EntryKind | null;
  /** Goes down into a child that is a directory; a symlink is refused. `raw` is an `Entry`'s. */
  openChild(raw: string, clock: CallClock): Promise<SealedDirectory>;
  /** Like `openChild`, without waiting. */
  openChildNow(raw: string, clock: CallClock): SealedDirectory;
  /** The regular file named `raw`, of at most `limitBytes`; read only if its stamp is not `knownId`. A symlink is not followed. */
  readChildNow(raw: string, limitBytes: number, knownId: string | undefined, clock: CallClock): SmallFile;
  /** The regular file named `raw`, of at most `limitBytes`. A symlink is not followed, and nothing but a regular file is opened. */
  openChildFile(raw: string, limitBytes: number, clock: CallClock): Promise<ChildFile>;
}

/** A FIFO, a socket or a device. It is never opened, only seen. */
export interface SealedSpecial extends Sealed {
  /** Always `other`. */
  readonly kind: "other";
}

/** An object that was opened inside the workspace. */
export type SealedNode = SealedFile | SealedDirectory | SealedSpecial;

/** Throws to refuse a place before the disk is asked about it. Called with each location that a path goes through. */
export type PlaceGuard = (location: string) => void;

/** Sees where a path goes, while it is resolved; more than once if the walk has to be repeated. */
export interface WalkWatcher {
  readonly guard?: PlaceGuard | undefined;
  /** Called with the location of each link that is followed; never with where it points. */
  readonly onLink?: ((location: string) => void) | undefined;
}

/**
 * How the seal is kept. `handles`: every step hangs on an object that the kernel holds open. `verify`: objects are
 * opened by path and then proved to be what lies inside; where the first is impossible.
 */
export type Strategy = "handles" | "verify";

/** A folder that is held open, and the only way to open anything in it. */
export interface Workspace {
  /** How the seal is kept. */
  readonly strategy: Strategy;
  /** Absolute spellings of the root, canonical first, for recognising absolute requests. Never shown. */
  readonly rootNames: readonly string[];
  /** Of the root itself. */
  readonly device: bigint;
  /** The user id of the root's owner. */
  readonly ownerUid: bigint;
  /**
   * Opens what `path` names, following links that stay inside: name by name, by their text, and never by the system. Throws a
   * `ToolError` and holds nothing open in that case.
   */
  resolve(path: SandboxPath, clock: CallClock, watcher?: WalkWatcher): Promise<SealedNode>;
  /** Like `resolve`, without waiting. */
  resolveNow(path: SandboxPath, clock: CallClock, watcher?: WalkWatcher): SealedNode;
  /**
   * The folder that held the root when the workspace was opened; null at the top of the disk, and 16 folders above the workspace. For
   * ignore rules alone: nothing of it may be shown. It is closed with this one. Throws if the root has been moved before anybody asked.
   */
  aboveUnchecked(): Workspace | null;
  /** Closes the workspace. */
  close(): void;
  /** The same as `close`, for `using`. */
  [Symbol.dispose](): void;
}
