// Reads JSON from outside. Its limits are checked on the bytes, before anything is parsed: parsing, and all that is done with the result,
// holds the event loop for as long as there are values.

import { invalidArgument, limitExceeded } from "../errors/arguments.ts";
import type { ToolError } from "../errors.ts";

/** For a line of standard input and the body of an HTTP request. */
export const MAX_MESSAGE_BYTES = 1_048_576;
/** A value is an object, an array, a string, a number, true, false or null, at any depth. The name of a field is not a value. */
export const MAX_VALUES = 4096;
// Deeper values can be parsed but not serialised again, which the MCP library does.
const MAX_DEPTH = 1000;

const [QUOTE, BACKSLASH, COLON, COMMA] = Buffer.from('"\\:,');
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = Buffer.from("[]{}");
const SPACE = 32;

/** `id`: of a message that is over a limit, if it can be found without parsing. */
export type JsonInput =
  | { readonly value: unknown }
  | { readonly error: ToolError; readonly id: string | number | null };

/** The error is `INVALID_ARGUMENT` if it is not JSON, and `LIMIT_EXCEEDED` if it is over a limit. Null: there were too many bytes to keep. */
export function readJson(bytes: Buffer | null): JsonInput {
  if (bytes === null) return { error: tooLong(), id: null };
  const excess = bytes.length > MAX_MESSAGE_BYTES ? tooLong() : findExcess(bytes);
  if (excess !== null) return { error: excess, id: findId(bytes) };
  try {
    return { value: JSON.parse(bytes.toString("utf8")) };
  } catch {
    return { error: invalidArgument("the message is not JSON"), id: null };
  }
}

/** Whether a JSON value is an object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function tooLong(): ToolError {
  return limitExceeded(`a message has at most ${MAX_MESSAGE_BYTES} bytes`);
}

/** The JSON need not be valid: what comes before its first fault is counted exactly, and no parser reads on after that. */
function findExcess(bytes: Uint8Array): ToolError | null {
  let values = 0;
  let depth = 0;
  let isInWord = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? SPACE;
    const wasInWord = isInWord;
    isInWord = false;
    if (byte === QUOTE) {
      values++;
      at = findEndOfString(bytes, at);
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      values++;
      depth++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
    // The string before it was a name.
    else if (byte === COLON) values--;
    else if (byte !== COMMA && byte > SPACE) {
      // A number or a literal.
      isInWord = true;
      if (!wasInWord) values++;
    }
    if (values > MAX_VALUES) return limitExceeded(`a message has at most ${MAX_VALUES} JSON values`);
    if (depth > MAX_DEPTH) return limitExceeded(`a message is nested at most ${MAX_DEPTH} deep`);
  }
  return null;
}

/** The place of the closing quote, or the end of the bytes. */
function findEndOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
  return at;
}

/** As clients write it, after the name. */
const ID = /^\s*:\s*("[^"\\\p{Cc}]*"|0|-?[1-9]\d{0,14})\s*[,}]/u;
const MAX_ID_BYTES = 256;
const NAMES: readonly string[] = ["id", "method", "result", "error"];
const MAX_NAME_BYTES = 7;

/** The field `id` of an object that is not parsed. Null for a response: its id is one of ours, not of the client's requests. */
function findId(bytes: Buffer): string | number | null {
  const ends = findNames(bytes);
  const isResponse = !ends.has("method") && (ends.has("result") || ends.has("error"));
  const end = ends.get("id");
  if (isResponse || end === undefined) return null;
  const [, id] = ID.exec(bytes.toString("utf8", end, end + MAX_ID_BYTES)) ?? [];
  return id === undefined ? null : JSON.parse(id);
}

/** Where each of `NAMES` ends, the first time it is the name of a field of the whole object. */
function findNames(bytes: Buffer): ReadonlyMap<string, number> {
  const ends = new Map<string, number>();
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
    else if (byte === QUOTE) {
      const start = at + 1;
      at = findEndOfString(bytes, at);
      if (depth !== 1 || !isBeforeColon(bytes, at + 1)) continue;
      const name = bytes.toString("latin1", start, Math.min(at, start + MAX_NAME_BYTES));
      if (NAMES.includes(name) && !ends.has(name)) ends.set(name, at + 1);
    }
  }
  return ends;
}

function isBeforeColon(bytes: Uint8Array, start: number): boolean {
  let at = start;
  while (at < bytes.length && (bytes[at] ?? 0) <= SPACE) at++;
  return bytes[at] === COLON;
}
