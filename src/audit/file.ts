// The record of calls as a file: one line of JSON for each call, appended with one write. Other processes may append to the file and rotate
// it.

import { constants, fchmodSync, fstatSync, lstatSync, openSync, readSync, writeSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { AuditRecord } from "../call/record.ts";
import { Descriptor } from "../disk/descriptor.ts";
import { invalidArgument } from "../errors/arguments.ts";
import type { ToolError } from "../errors.ts";
import { toSafeJsonLine } from "../input/json_line.ts";
import { askSystem, identityOf, isSame, type RecordPlace, refuseFile, requireFit, requirePlace } from "./place.ts";

/** An audit that throws if a record cannot be written. */
export interface AuditFile {
  (record: AuditRecord): void;
  /** Call this after moving the file away: the next line goes to a new file of the same name. */
  reopen(): void;
  close(): void;
}

const { O_RDWR, O_APPEND, O_CREAT } = constants;
// Symbolic links are refused, and opening a FIFO does not block. Windows has neither flag.
const FLAGS = O_RDWR | O_APPEND | O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const OWNER_ONLY = 0o600;
const NEWLINE = 0x0a;
/** Gives up if something removes the file each time it is created. */
const MAX_ATTEMPTS = 10;

/** Throws `invalidArgument`, with a message for the owner, if the file may not or cannot be written. */
export function openAuditFile(file: string, workspaceRoot: string): AuditFile {
  if (file === "" || file.includes("\0")) throw invalidArgument("the file of the record must have a name");
  const absolute = isAbsolute(file) ? file : join(process.cwd(), "/") + file;
  const held = new HeldFile({ file, path: absolute, workspace: identityOf(workspaceRoot) });
  held.reopen();
  const keep = (record: AuditRecord) => held.append(`${toSafeJsonLine(JSON.stringify(record))}\n`);
  return Object.assign(keep, { reopen: () => void held.reopen(), close: () => held.close() });
}

class HeldFile {
  readonly #place: RecordPlace;
  #descriptor: Descriptor | null = null;
  #isClosed = false;

  constructor(place: RecordPlace) {
    this.#place = place;
  }

  reopen(): Descriptor {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      this.#letGo();
      const opened = this.#open();
      this.#descriptor = opened;
      if (this.#isFit(opened.fd)) return opened;
    }
    throw this.#unsteady();
  }

  /** A line written after closing opens the file for itself. */
  close(): void {
    this.#isClosed = true;
    this.#letGo();
  }

  append(line: string): void {
    try {
      this.#append(line);
    } finally {
      if (this.#isClosed) this.#letGo();
    }
  }

  /** When this returns, the whole line is in a file that still has a name. */
  #append(line: string): void {
    const { file } = this.#place;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const { fd } = this.#takeNamed();
      const missing = askSystem(file, () => write(fd, line));
      if (missing > 0) throw refuseFile(file, `${missing} bytes of a line could not be written`);
      // If the file was deleted meanwhile, nobody could read the line.
      if (fstatSync(fd, { bigint: true }).nlink > 0n) return;
    }
    throw this.#unsteady();
  }

  #takeNamed(): Descriptor {
    const held = this.#descriptor;
    return held !== null && this.#isFit(held.fd) ? held : this.reopen();
  }

  #letGo(): void {
    this.#descriptor?.close();
    this.#descriptor = null;
  }

  #open(): Descriptor {
    const { file } = this.#place;
    // Checked before a file is created, and again once it is open.
    const path = requirePlace(this.#place);
    const fd = askSystem(file, () => openSync(path, FLAGS, OWNER_ONLY));
    return new Descriptor(fd, file);
  }

  #unsteady(): ToolError {
    return refuseFile(this.#place.file, "it keeps being removed or replaced");
  }

  /** Whether the path still leads to the open file. Its place is checked each time: folders may have been moved. */
  #isFit(fd: number): boolean {
    const { file } = this.#place;
    const path = requirePlace(this.#place);
    return askSystem(file, () => {
      const named = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      if (named === undefined || !isSame(named, fstatSync(fd, { bigint: true }))) return false;
      takeOver(fd, file);
      return true;
    });
  }
}

/** Makes the file readable by its owner only. Throws if it is not suitable for a record. */
function takeOver(fd: number, file: string): void {
  const found = fstatSync(fd, { bigint: true });
  requireFit(file, found);
  const isOpenToOthers = process.platform !== "win32" && (found.mode & 0o077n) !== 0n;
  if (isOpenToOthers) fchmodSync(fd, OWNER_ONLY);
}

/** Returns the number of bytes that were not written. */
function write(fd: number, line: string): number {
  const bytes = Buffer.from(endsTorn(fd) ? `\n${line}` : line);
  return bytes.length - writeSync(fd, bytes);
}

/** Whether the last line is incomplete, because a writer was interrupted or the disk was full. */
function endsTorn(fd: number): boolean {
  const size = Number(fstatSync(fd, { bigint: true }).size);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  return readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE;
}
