// Reads a directory on Linux under Bun with the system call getdents64, in small parts: Bun's own functions read everything before they
// return the first name.

import { constants, fstatSync, openSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Descriptor } from "../descriptor.ts";
import type { Name, NameStream } from "../list_bounded.ts";
import type { EntryKind } from "../types.ts";

/** Returns the number of bytes written to the buffer; 0 at the end, negative for a failure. See getdents64(2). */
export type GetDents = (fd: number, buffer: Uint8Array, size: number) => number;

interface ForeignFunctions {
  dlopen(
    library: string,
    symbols: Record<string, { args: readonly string[]; returns: string }>,
  ): { readonly symbols: Record<string, GetDents | undefined> };
}

// A record: its inode in eight bytes, eight more, its length in two, its type in one, the name, and a zero.
const LENGTH_AT = 16;
const TYPE_AT = 18;
const NAME_AT = 19;
// By type, DT_UNKNOWN first. See readdir(3).
const KINDS: Readonly<Record<number, EntryKind | null>> = { 0: null, 4: "directory", 8: "file", 10: "symlink" };

// About 500 names: a millisecond on a busy machine. Larger buffers are not faster.
const buffer = Buffer.allocUnsafeSlow(16 * 1024);

// Only the library that the process already uses, by its full path: if the system does not find a bare name, Bun looks in the current
// folder, which may be hostile.
const MAPPED_LIBC = / r-xp .* (\/[^\n]*\/(?:libc\.so\.6|libc-[\d.]+\.so|ld-musl-\w+\.so\.1|libc\.musl-\w+\.so\.1))$/m;

/** Null if it is not available. */
export function loadGetDents(): GetDents | null {
  try {
    const library = MAPPED_LIBC.exec(readFileSync("/proc/self/maps", "latin1"))?.[1];
    return library === undefined ? null : (findSymbol(library, "getdents64") ?? findSymbol(library, "getdents"));
  } catch {
    return null;
  }
}

/** The results of both fit into 32 bits. The second is musl's name for the first. */
function findSymbol(library: string, name: string): GetDents | null {
  const ffi: ForeignFunctions = createRequire(import.meta.url)("bun:ffi");
  try {
    return ffi.dlopen(library, { [name]: { args: ["i32", "ptr", "usize"], returns: "i32" } }).symbols[name] ?? null;
  } catch {
    return null;
  }
}

export function findRecordReader(): ((path: string | Buffer) => NameStream) | null {
  const getDents = loadGetDents();
  return getDents === null ? null : (path) => openRecords(path, getDents);
}

export function openRecords(path: string | Buffer, getDents: GetDents): NameStream {
  return new RecordStream(openSync(path, constants.O_RDONLY | constants.O_DIRECTORY), getDents);
}

/** Converts all names of a part at once, so that all streams can share the buffer. */
class RecordStream extends Descriptor implements NameStream {
  readonly #getDents: GetDents;
  #records: Name[] = [];
  #next = 0;

  constructor(fd: number, getDents: GetDents) {
    super(fd, ".");
    this.#getDents = getDents;
  }

  readSync(): Name | null {
    while (this.#next === this.#records.length) {
      const length = this.#fill();
      if (length === 0) return null;
      this.#records = parseRecords(length);
      this.#next = 0;
    }
    return this.#records[this.#next++] ?? null;
  }

  closeSync(): void {
    this.close();
  }

  /**
   * The error number cannot be read safely, because the runtime may have made other calls since. So an interrupting signal is assumed
   * first.
   */
  #fill(): number {
    let length = this.#getDents(this.fd, buffer, buffer.length);
    if (length < 0) length = this.#getDents(this.fd, buffer, buffer.length);
    if (length >= 0) return length;
    // A removed directory has no names any more.
    if (fstatSync(this.fd).nlink === 0) return 0;
    throw Object.assign(new Error("getdents"), { code: "EIO" });
  }
}

function parseRecords(length: number): Name[] {
  const records: Name[] = [];
  for (let at = 0; at < length; at += buffer.readUInt16LE(at + LENGTH_AT)) {
    const name = buffer.toString("latin1", at + NAME_AT, buffer.indexOf(0, at + NAME_AT));
    const kind = KINDS[buffer[at + TYPE_AT] ?? 0];
    // The C library takes inode 0 for a removed entry, so Node and `ls` do not show it. Some FUSE disks give it.
    const isRemoved = buffer.readUInt32LE(at) === 0 && buffer.readUInt32LE(at + 4) === 0;
    if (!isRemoved && name !== "." && name !== "..") records.push({ name, kind: kind === undefined ? "other" : kind });
  }
  return records;
}
