// Reads a directory on Linux under Bun by the system call getdents64, a small part at a time: Bun's own functions read all of it before
// they return the first name.

import { constants, fstatSync, openSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Descriptor } from "./descriptor.ts";
import type { Name, NameStream } from "./list_bounded.ts";
import type { EntryKind } from "./types.ts";

/** How many bytes of records were written to the buffer; 0 at the end, negative for a failure. See getdents64(2). */
export type GetDents = (fd: number, buffer: Uint8Array, size: number) => number;

interface ForeignFunctions {
  dlopen(
    library: string,
    symbols: Record<string, { args: readonly string[]; returns: string }>,
  ): { readonly symbols: Record<string, GetDents | undefined> };
}

// A record: 16 bytes, its length in two, its type in one, the name, and a zero.
const LENGTH_AT = 16;
const TYPE_AT = 18;
const NAME_AT = 19;
// By its type, DT_UNKNOWN first. See readdir(3).
const KINDS: Readonly<Record<number, EntryKind | null>> = { 0: null, 4: "directory", 8: "file", 10: "symlink" };

// About 500 names: a millisecond on a busy machine. Twice as many are read no faster.
const buffer = Buffer.allocUnsafeSlow(16 * 1024);

// Only what the process runs on already, by its whole path: of a bare name that the system does not find, Bun makes one in the
// current folder, which may be a stranger's.
const MAPPED_LIBC = / r-xp .* (\/[^\n]*\/(?:libc\.so\.6|libc-[\d.]+\.so|ld-musl-\w+\.so\.1|libc\.musl-\w+\.so\.1))$/m;

/** Null where it cannot be had. */
export function loadGetDents(): GetDents | null {
  try {
    const library = MAPPED_LIBC.exec(readFileSync("/proc/self/maps", "latin1"))?.[1];
    return library === undefined ? null : (findSymbol(library, "getdents64") ?? findSymbol(library, "getdents"));
  } catch {
    return null;
  }
}

/** Both return what fits in 32 bits. The second is musl's name for the first. */
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

/** The names of one part are made at once, so that all streams can share the buffer. */
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

  /** Why it failed cannot be asked safely: the runtime may have made other calls since. So a signal is presumed first. */
  #fill(): number {
    let length = this.#getDents(this.fd, buffer, buffer.length);
    if (length < 0) length = this.#getDents(this.fd, buffer, buffer.length);
    if (length >= 0) return length;
    // One that was removed has no names any more.
    if (fstatSync(this.fd).nlink === 0) return 0;
    throw Object.assign(new Error("getdents"), { code: "EIO" });
  }
}

function parseRecords(length: number): Name[] {
  const records: Name[] = [];
  for (let at = 0; at < length; at += buffer.readUInt16LE(at + LENGTH_AT)) {
    const name = buffer.toString("latin1", at + NAME_AT, buffer.indexOf(0, at + NAME_AT));
    const kind = KINDS[buffer[at + TYPE_AT] ?? 0];
    if (name !== "." && name !== "..") records.push({ name, kind: kind === undefined ? "other" : kind });
  }
  return records;
}
