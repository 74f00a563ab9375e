// Reads files: one that is open piece by piece, a small one whole, unless the caller already knows it.

import { type BigIntStats, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { ToolError } from "../errors.ts";
import { closeOnFailure, Descriptor } from "./descriptor.ts";
import { errnoOf, faultReason, MAX_ATTEMPTS, TransientChange, toToolError } from "./faults.ts";
import { kindOf, OpenNode } from "./open_node.ts";
import type { Steps } from "./steps.ts";
import type {
  ChildFile,
  ContentReader,
  File,
  FileContent,
  FileStamp,
  ReadRange,
  SmallFile,
  SmallFileFault,
} from "./types.ts";

const NANOSECONDS_PER_MS = 1_000_000n;
// O_NONBLOCK: if a FIFO replaces a file, opening it does not block. Both flags are absent on Windows.
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
/** The same for a name that must not be a link. */
export const READ_NAME_FLAGS = READ_FLAGS | (constants.O_NOFOLLOW ?? 0);

class OpenContent implements ContentReader {
  readonly sizeBytes: number;
  readonly #source: Descriptor;
  readonly #owned: Descriptor | null;

  /** Closes `owned` when it is closed. The source may belong to somebody else, who closes it later. */
  constructor(source: Descriptor, sizeBytes: number, owned: Descriptor | null) {
    this.#source = source;
    this.sizeBytes = sizeBytes;
    this.#owned = owned;
  }

  read(into: Buffer, { from, length, position }: ReadRange): number {
    try {
      // Read each time, because its owner may have closed the descriptor.
      return readSync(this.#source.fd, into, from, length, position);
    } catch (error) {
      throw toToolError(error, this.#source.asked);
    }
  }

  close(): void {
    this.#owned?.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

export class OpenFile extends OpenNode implements File {
  readonly kind = "file";

  *read(limitBytes: number): Steps<FileContent> {
    using content = this.openContent();
    return yield* readUpTo(content, limitBytes);
  }

  openContent(): ContentReader {
    this.onUse?.("file", this.location);
    let owned: Descriptor | null = null;
    try {
      owned = this.openReadable();
      const source = owned ?? this;
      return new OpenContent(source, fstatSync(source.fd).size, owned);
    } catch (error) {
      owned?.close();
      throw toToolError(error, this.asked);
    }
  }

  stamp(): FileStamp {
    return toStamp(this.status);
  }

  /** The descriptor that its bytes are read from, if that is not its own. */
  protected openReadable(): Descriptor | null {
    return null;
  }
}

/** The start of a file. Reads one byte beyond `limitBytes`, to find out whether the file is longer. */
export function* readUpTo(content: Pick<ContentReader, "sizeBytes" | "read">, limitBytes: number): Steps<FileContent> {
  const wanted = limitBytes + 1;
  let buffer: Buffer = Buffer.allocUnsafe(Math.min(wanted, content.sizeBytes + 1));
  let length = 0;
  while (length < wanted) {
    if (length > 0) yield;
    if (length === buffer.length) buffer = grow(buffer, wanted);
    const count = content.read(buffer, { from: length, length: buffer.length - length, position: length });
    if (count === 0) break;
    length += count;
  }
  return { bytes: buffer.subarray(0, Math.min(length, limitBytes)), more: length > limitBytes };
}

/** The file has grown since its size was read. */
function grow(buffer: Buffer, wanted: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(wanted, Math.max(buffer.length * 2, 4096)));
  buffer.copy(larger);
  return larger;
}

export interface SmallFileRequest {
  readonly limitBytes: number;
  /** The stamp of the version that the caller has read before. */
  readonly knownId: string | undefined;
  /** The path for error messages. */
  readonly asked: string;
}

/** A whole file by its path. Throws only for transient errors, which say nothing about the file. */
export function* readSmallFile(path: string | Buffer, request: SmallFileRequest): Steps<SmallFile> {
  for (let looks = 0; looks < MAX_ATTEMPTS; looks++) {
    const found = yield* readOnce(path, request);
    if (found !== "replaced") return found;
  }
  throw toToolError(new TransientChange(null), request.asked);
}

function* readOnce(path: string | Buffer, request: SmallFileRequest): Steps<SmallFile | "replaced"> {
  try {
    // Checked first: only files may be opened, and most folders have no such file.
    const seen = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (seen === undefined) return { fault: "missing" };
    const fault = findFault(seen, request.limitBytes);
    if (fault !== null) return { fault };
    const stamp = toStamp(seen);
    return stamp.id === request.knownId ? { fault: null, stamp, bytes: null } : yield* readOpened(path, request);
  } catch (error) {
    const reason = faultReason(error);
    if (reason === "exhausted") throw toToolError(error, request.asked);
    // The file is gone or was replaced by a link or a socket: the next look tells.
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ELOOP" || isNoFile(error)) return "replaced";
    return { fault: reason === "unreachable" ? "unreachable" : "unreadable" };
  }
}

function* readOpened(path: string | Buffer, { limitBytes, asked }: SmallFileRequest): Steps<SmallFile> {
  const child = openFile(path, limitBytes, asked);
  if (child.fault !== null) return { fault: child.fault };
  using content = child.content;
  const { bytes, more } = yield* readUpTo(content, limitBytes);
  return more ? { fault: "too_large" } : { fault: null, stamp: toStamp(child.stats), bytes };
}

/** Why it must not be read, as far as its status tells. */
export function findFault(stats: BigIntStats, limitBytes: number): SmallFileFault | null {
  const kind = kindOf(stats);
  if (kind !== "file") return kind === "symlink" ? "symlink" : "not_a_file";
  return stats.size > limitBytes ? "too_large" : null;
}

function toStamp({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): FileStamp {
  return {
    id: `${dev}.${ino}.${size}.${mtimeNs}.${ctimeNs}`,
    changedMs: Math.max(Number(mtimeNs / NANOSECONDS_PER_MS), Number(ctimeNs / NANOSECONDS_PER_MS)),
    device: dev,
  };
}

/** Opens the file at `path` once: what it is, the open object tells. Throws the system's error. */
export function openFile(path: string | Buffer, limitBytes: number, asked: string): OpenedFile {
  const fd = openSync(path, READ_NAME_FLAGS);
  const stats = closeOnFailure(fd, () => fstatSync(fd, { bigint: true }));
  const file = new Descriptor(fd, asked);
  const fault = findFault(stats, limitBytes);
  if (fault === null) return { fault, stats, content: new OpenContent(file, Number(stats.size), file) };
  // For example a FIFO that has just replaced a file.
  file.close();
  return { fault, stats };
}

type OpenedFile = ChildFile & { readonly stats: BigIntStats };

/** What a failure says about the file. Rethrows errors that say nothing about it, such as transient ones. */
export function toFault(error: unknown, asked: string): ChildFile {
  if (ToolError.isInstance(error) || error instanceof TransientChange) throw toToolError(error, asked);
  const reason = faultReason(error);
  if (reason === "exhausted") throw toToolError(error, asked);
  if (errnoOf(error) === "ELOOP") return { fault: "symlink" };
  if (isNoFile(error)) return { fault: "not_a_file" };
  return { fault: reason === "missing" || reason === "unreachable" ? "missing" : "unreadable" };
}

/** A socket, or a device that is not there. See open(2). */
function isNoFile(error: unknown): boolean {
  const errno = errnoOf(error);
  return errno === "ENXIO" || errno === "ENODEV";
}
