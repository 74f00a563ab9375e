// The record of calls as a file: one line of JSON for each call, appended with one write. Other processes may append to the file and rotate
// it, so it is opened for each line.

import { constants, fchmodSync, fstatSync, lstatSync, openSync, readSync, writeSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { AuditRecord } from "../call/record.ts";
import { Descriptor } from "../disk/descriptor.ts";
import { invalidArgument } from "../errors/arguments.ts";
import { toSafeJsonLine } from "../input/json_line.ts";
import { askSystem, identityOf, isSame, type RecordPlace, refuseFile, requireFit, requirePlace } from "./place.ts";

/** An audit that throws if a record cannot be written. */
export type AuditFile = (record: AuditRecord) => void;

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
  const path = isAbsolute(file) ? file : join(process.cwd(), "/") + file;
  const place = { file, path, workspace: identityOf(workspaceRoot) };
  withFile(place, () => true);
  return (record) => {
    const line = `${toSafeJsonLine(JSON.stringify(record))}\n`;
    withFile(place, (fd) => {
      const missing = askSystem(file, () => write(fd, line));
      if (missing > 0) throw refuseFile(file, `${missing} bytes of a line could not be written`);
      // If the file was deleted meanwhile, nobody could read the line.
      return fstatSync(fd, { bigint: true }).nlink > 0n;
    });
  };
}

/** Opens the file until `use` returns true. */
function withFile(place: RecordPlace, use: (fd: number) => boolean): void {
  const { file } = place;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    // Checked before a file is created, and again once it is open: folders may have been moved.
    const path = requirePlace(place);
    using opened = new Descriptor(
      askSystem(file, () => openSync(path, FLAGS, OWNER_ONLY)),
      file,
    );
    if (isFit(place, opened.fd) && use(opened.fd)) return;
  }
  throw refuseFile(file, "it keeps being removed or replaced");
}

/** Whether the path leads to the open file. */
function isFit(place: RecordPlace, fd: number): boolean {
  const { file } = place;
  const path = requirePlace(place);
  return askSystem(file, () => {
    const named = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (named === undefined || !isSame(named, fstatSync(fd, { bigint: true }))) return false;
    takeOver(fd, file);
    return true;
  });
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
