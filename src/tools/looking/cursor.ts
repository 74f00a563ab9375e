// The string that an answer ends with when it is cut, and that the next call goes on from: which call it belongs to, and a place. It
// gives no right: whoever makes one up gets what any call gets that looks there.

import { invalidArgument, type ToolError } from "../../errors.ts";
import { type Place, readPlace, writePlace } from "./place.ts";

export interface Cursor {
  /** From `toCallId`. */
  readonly call: string;
  /** What the tool needs beside the place: letters, digits, dots. */
  readonly detail: string;
  readonly place: Place;
}

/** One whose call has not been looked at. */
export interface UnboundCursor {
  readonly check: string;
  readonly detail: string;
  readonly place: Place;
}

const FORM = /^([0-9a-z]+):([\w.]*):(.*)$/s;
const CHECK_CHARACTERS = 14;
/** More than any walk writes: a path has 4,096 bytes, and a name 255. */
const MAX_CHARACTERS = 8192;

export function writeCursor(cursor: Cursor): string {
  const { detail, place } = cursor;
  return Buffer.from(`${toCheck(cursor)}:${detail}:${writePlace(place)}`, "latin1").toString("base64url");
}

/** How long `writeCursor` makes it. */
export function cursorLength({ detail, place }: Omit<Cursor, "call">): number {
  const bytes = CHECK_CHARACTERS + 2 + detail.length + writePlace(place).length;
  return Math.ceil((bytes * 4) / 3);
}

/** Throws `invalidArgument` for what does not have the form that `writeCursor` gives it. */
export function readCursor(after: string): UnboundCursor {
  if (after.length > MAX_CHARACTERS) throw wrongCursor();
  const bytes = Buffer.from(after, "base64url");
  const [, check, detail, names] = FORM.exec(bytes.toString("latin1")) ?? [];
  const place = names === undefined ? null : readPlace(names);
  if (check === undefined || detail === undefined || place === null || bytes.toString("base64url") !== after)
    throw wrongCursor();
  return { check, detail, place };
}

/** Throws `invalidArgument` for the cursor of another call, and for one that was not copied exactly. */
export function requireCall({ check, detail, place }: UnboundCursor, call: string): Cursor {
  const cursor = { call, detail, place };
  if (toCheck(cursor) !== check) throw wrongCursor();
  return cursor;
}

/** Of all that a cursor says: a slip in copying it must not lead elsewhere. */
function toCheck({ call, detail, place }: Cursor): string {
  return toCallId([call, detail, writePlace(place)]);
}

export function wrongCursor(): ToolError {
  return invalidArgument(
    "after must be `next` of an answer to the same call, with all other arguments as they were; leave it out to start anew",
  );
}

/** Tells calls apart by all that changes what they find. Two hashes of 32 bits (cyrb53): against mix-ups, not against malice. */
export function toCallId(parts: readonly unknown[]): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const byte of Buffer.from(JSON.stringify(parts))) {
    high = Math.imul(high ^ byte, 2654435761);
    low = Math.imul(low ^ byte, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (high >>> 0).toString(36).padStart(7, "0") + (low >>> 0).toString(36).padStart(7, "0");
}
