// The cursor at the end of a truncated answer, from which the next call continues: it identifies the call and a position. It grants no
// rights: a forged one shows only what any call would show there.

import { invalidArgument } from "../errors/arguments.ts";
import type { ToolError } from "../errors.ts";
import type { ToolDefinition } from "../registory/definitions.ts";
import { type Place, placeLength, readPlace, writePlace } from "./place.ts";

export interface Cursor {
  /** From `toCallId`. */
  readonly call: string;
  /** What the tool needs besides the position: letters, digits, dots. */
  readonly detail: string;
  readonly place: Place;
}

/** A cursor that has not been compared with its call. */
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

/** The length of the result of `writeCursor`. */
export function cursorLength({ detail, place }: Omit<Cursor, "call">): number {
  const bytes = CHECK_CHARACTERS + 2 + detail.length + placeLength(place);
  return Math.ceil((bytes * 4) / 3);
}

/** Throws `invalidArgument` if it does not have the form that `writeCursor` produces. */
export function readCursor(after: string): UnboundCursor {
  if (after.length > MAX_CHARACTERS) throw wrongCursor();
  const bytes = Buffer.from(after, "base64url");
  const [, check, detail, names] = FORM.exec(bytes.toString("latin1")) ?? [];
  const place = names === undefined ? null : readPlace(names);
  if (check === undefined || detail === undefined || place === null || bytes.toString("base64url") !== after)
    throw wrongCursor();
  return { check, detail, place };
}

/** Throws `invalidArgument` if the cursor belongs to another call or was not copied exactly. */
export function requireCall({ check, detail, place }: UnboundCursor, call: string): Cursor {
  const cursor = { call, detail, place };
  if (toCheck(cursor) !== check) throw wrongCursor();
  return cursor;
}

/** Covers the whole cursor: a copying mistake must not lead elsewhere. */
function toCheck({ call, detail, place }: Cursor): string {
  return toCallId([call, detail, writePlace(place)]);
}

export function wrongCursor(): ToolError {
  return invalidArgument(
    "after must be `next` of an answer to the same call, with all other arguments as they were; leave it out to start over",
  );
}

/** Arguments that choose the page: a cursor may be used with others. */
const PAGE_ARGUMENTS = ["max_results", "after"];

/**
 * What a cursor is bound to besides the place of the call: the tool, and all its other arguments, with the defaults of those that are left
 * out.
 */
export function toBound(
  { name, parameters }: ToolDefinition,
  args: Readonly<Record<string, unknown>>,
): readonly unknown[] {
  const properties = Object.entries<{ readonly default?: unknown }>(parameters.properties ?? {});
  const bound = properties.filter(([argument]) => argument !== "path" && !PAGE_ARGUMENTS.includes(argument));
  return [name, ...bound.map(([argument, { default: fallback = null }]) => args[argument] ?? fallback)];
}

/** Identifies a call by all arguments that affect its results. Two hashes of 32 bits (cyrb53): against mix-ups, not against malice. */
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
