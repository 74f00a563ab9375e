// The sealed folder and what is opened in it, as steps: both strategies implement this. Types only.

import type { ToolError } from "../errors.ts";
import type { CallClock } from "./call_clock.ts";
import type { SandboxPath } from "./sandbox_path.ts";
import type { Steps } from "./steps.ts";

/** The kind of an entry; `other` is a FIFO, a socket or a device. */
export type EntryKind = "directory" | "file" | "symlink" | "other";

/** One name in a directory, as the directory reports it: nothing is followed or opened. */
export interface Entry {
  /** The bytes of the name, one character per byte: passed to the kernel, and used to break ties. */
  readonly raw: string;
  /** The name as UTF-8, with U+FFFD for invalid bytes: used for display and sorting. */
  readonly name: string;
  /** The kind of the entry. */
  readonly kind: EntryKind;
}

/** What the system reports about an object. */
export interface Metadata {
  /** The kind of the object. */
  readonly kind: EntryKind;
  /** The size in bytes. */
  readonly sizeBytes: number;
  /** Whole milliseconds since the epoch, rounded down. */
  readonly modifiedMs: number;
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
  /** `candidates`: it need not be called for names after the last that is kept. Default: `all`. */
  readonly acceptSees?: "all" | "candidates";
}

/** The entries of one directory. */
export interface Listing {
  /** Sorted by `order`. */
  readonly entries: readonly Entry[];
  /** Whether an accepted entry was left out because of `limit`. */
  readonly more: boolean;
}

/** The start of a file, or all of it. */
export interface FileContent {
  /** At most the requested number of bytes, from the start of the file. */
  readonly bytes: Uint8Array;
  /** Whether the file continues after them. */
  readonly more: boolean;
}

/** Which bytes of a file to read, and where to put them. */
export interface ReadRange {
  /** The first byte in the buffer. */
  readonly from: number;
  /** At most. */
  readonly length: number;
  /** The first byte in the file. */
  readonly position: number;
}

/** The content of an open file. Reads synchronously, so callers should read little at once. */
export interface ContentReader {
  /** The size when it was opened. */
  readonly sizeBytes: number;
  /** Returns the number of bytes read; 0 at the end of the file. */
  read(into: Buffer, range: ReadRange): number;
  close(): void;
  [Symbol.dispose](): void;
}

/** Identifies a version of a file: it differs if the object or its content does. */
export interface FileStamp {
  /** Device, inode, size, and both times in nanoseconds. */
  readonly id: string;
  /** When it last changed, in milliseconds since the epoch. */
  readonly changedMs: number;
  /** The device, which is also part of `id`. */
  readonly device: bigint;
}

export type SmallFileFault = "missing" | "symlink" | "not_a_file" | "too_large" | "unreadable";

/** A whole small file; without `bytes` if its stamp is the one that the caller already knows. */
export type SmallFile =
  | { readonly fault: null; readonly stamp: FileStamp; readonly bytes: Uint8Array | null }
  /** `unreachable`: it could not be looked up, because a name on the way is too long or not a directory. There may be such a file. */
  | { readonly fault: SmallFileFault | "unreachable" };

/** A file opened for reading, which the caller closes, or why it was not opened. */
export type ChildFile = { readonly fault: null; readonly content: ContentReader } | { readonly fault: SmallFileFault };

/** Told of each file that is read, and of each directory that is looked into. */
export type OnUse = (kind: "file" | "directory", location: string) => void;

/** The members that all opened objects share. */
interface Opened {
  /** The location of the object: relative to the root, links resolved, `/` between names, `.` for the root itself. */
  readonly location: string;
  /** The same in raw names; empty for the root. */
  readonly names: readonly string[];
  /** Reads the metadata of the open object, whatever its name points to by now. */
  metadata(): Metadata;
  /** The user id of the owner. */
  ownerUid(): bigint;
  /** Closes the object. */
  close(): void;
  /** The same as `close`, for `using`. */
  [Symbol.dispose](): void;
}

interface Watched extends Opened {
  /** From now on `onUse` is told of what is done here and below. Reading for rules (`childKind`, `readChild`) does not count. */
  watch(onUse: OnUse): void;
}

/** An opened regular file. */
export interface File extends Watched {
  /** Always `file`. */
  readonly kind: "file";
  /** Reads at most `limitBytes` from the start of the file. */
  read(limitBytes: number): Steps<FileContent>;
  /** For files that are too large to read at once. The caller closes it, before this file is closed. */
  openContent(): ContentReader;
  /** The current version of the file, to detect changes. */
  stamp(): FileStamp;
}

/** An opened directory. `raw` is always the raw name of an `Entry`. No method follows a link. */
export interface Directory extends Watched {
  /** Always `directory`. */
  readonly kind: "directory";
  /** Lists the entries of the directory. */
  list(request: ListRequest): Steps<Listing>;
  /**
   * The metadata of children, in the order of `rawNames`. Symbolic links are not followed. If the system refuses a child's metadata, its
   * error is returned instead.
   */
  childMetadata(rawNames: readonly string[]): Steps<readonly (Metadata | ToolError)[]>;
  /**
   * The entries that have one of these raw names, which somebody asked for. Some disks accept several spellings of a name. Rules are about
   * names, so what is spelled otherwise on the disk is not found, as far as the system tells.
   */
  lookUp(askedNames: readonly string[]): Steps<readonly Entry[]>;
  /** Null: there is no such child. */
  childKind(raw: string): Steps<EntryKind | null>;
  /** Opens a child directory; a symbolic link is refused. */
  openChild(raw: string): Steps<Directory>;
  /** The regular file `raw`, of at most `limitBytes`; read only if its stamp is not `knownId`. */
  readChild(raw: string, limitBytes: number, knownId: string | undefined): Steps<SmallFile>;
  /**
   * The regular file `raw`, of at most `limitBytes`; only for what a listing has just called one. What is not a regular file is never read:
   * if something else has just taken its place, it may be opened, without waiting, and is closed at once.
   */
  openChildFile(raw: string, limitBytes: number): Steps<ChildFile>;
}

/** A FIFO, a socket or a device. It is never opened. */
export interface Special extends Opened {
  /** Always `other`. */
  readonly kind: "other";
}

/** An object that was opened inside the folder. */
export type Node = File | Directory | Special;

/** Throws to refuse a location before the disk is accessed. Called with each location that a path goes through. */
export type PlaceGuard = (location: string) => void;

/** Observes the resolution of a path; called again if the walk is repeated. */
export interface WalkWatcher {
  readonly guard?: PlaceGuard | undefined;
  /** Called with the location of each link that is followed, never with its target. */
  readonly onLink?: ((location: string) => void) | undefined;
}

/**
 * How the workspace is sealed. `handles`: every step uses an object that the kernel keeps open. `verify`: objects are opened by path and
 * then proved to be inside; used if the first is not available.
 */
export type Strategy = "handles" | "verify";

/** An open folder, and the only way to open anything in it. */
export interface Folder {
  /** How the folder is sealed. */
  readonly strategy: Strategy;
  /** Absolute spellings of the root, canonical first, for recognising absolute paths. Never shown. */
  readonly rootNames: readonly string[];
  /** The device of the root. */
  readonly device: bigint;
  /** The user id of the root's owner. */
  readonly ownerUid: bigint;
  /**
   * Opens `path` and follows links that stay inside: name by name and by their text, never through the system. If it fails, it throws a
   * `ToolError` and keeps nothing open.
   */
  resolve(path: SandboxPath, watcher?: WalkWatcher): Steps<Node>;
  /**
   * The folder that contained the root when the workspace was opened; null at the top of the disk, and 16 folders above the workspace. For
   * ignore rules only: nothing in it may be shown. It is closed with this one. Throws if the root was moved before the first call.
   */
  aboveUnchecked(): Folder | null;
  /** Closes the folder. */
  close(): void;
  /** The same as `close`, for `using`. */
  [Symbol.dispose](): void;
}

// The same with promises: see promised.ts.

/** An opened regular file. */
export interface SealedFile extends Opened {
  /** Always `file`. */
  readonly kind: "file";
  /** The same as steps, for porthole itself. */
  readonly inner: File;
  /** Reads at most `limitBytes` from the start of the file. */
  read(limitBytes: number, clock: CallClock): FileContent;
  /** For files that are too large to read at once. The caller closes it, before this file is closed. */
  openContent(clock: CallClock): ContentReader;
  /** The current version of the file, to detect changes. */
  stamp(): FileStamp;
}

/** An opened directory. See `Directory`. */
export interface SealedDirectory extends Opened {
  /** Always `directory`. */
  readonly kind: "directory";
  /** The same as steps, for porthole itself. */
  readonly inner: Directory;
  /** Lists the entries of the directory. */
  list(request: ListRequest, clock: CallClock): Promise<Listing>;
  /**
   * The metadata of children, in the order of `rawNames`, which are those of entries. Symbolic links are not followed. If the system
   * refuses a child's metadata, its error is returned instead.
   */
  childMetadata(rawNames: readonly string[], clock: CallClock): Promise<readonly (Metadata | ToolError)[]>;
  /** The entries that have one of these raw names, which somebody asked for. */
  lookUp(askedNames: readonly string[], clock: CallClock): Promise<readonly Entry[]>;
  /** Opens a child directory; a symbolic link is refused. `raw` is that of an `Entry`. */
  openChild(raw: string, clock: CallClock): Promise<SealedDirectory>;
  /** The regular file `raw`, of at most `limitBytes`. Symbolic links are not followed, and only regular files are opened. */
  openChildFile(raw: string, limitBytes: number, clock: CallClock): Promise<ChildFile>;
}

/** A FIFO, a socket or a device. It is never opened. */
export interface SealedSpecial extends Opened {
  /** Always `other`. */
  readonly kind: "other";
}

/** An object that was opened inside the workspace. */
export type SealedNode = SealedFile | SealedDirectory | SealedSpecial;

/** An open folder, and the only way to open anything in it. */
export interface Workspace extends Omit<Folder, "resolve" | "aboveUnchecked"> {
  /** The same as steps, for porthole itself. */
  readonly inner: Folder;
  /**
   * Opens `path` and follows links that stay inside: name by name and by their text, never through the system. If it fails, it throws a
   * `ToolError` and keeps nothing open.
   */
  resolve(path: SandboxPath, clock: CallClock, watcher?: WalkWatcher): Promise<SealedNode>;
}
