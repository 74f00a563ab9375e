// Copies the arguments of a call: JSON values only, and limited in size, number and depth. Everything after it works on the copy.

import { invalidArgument, limitExceeded } from "../errors/arguments.ts";
import { quoteShort } from "../errors/quote.ts";
import { ToolError } from "../errors.ts";
import type { Arguments } from "./arguments.ts";
import { isRecord, MAX_VALUES } from "./json.ts";

// Deeper than any tool's arguments, and far from a stack overflow.
const MAX_DEPTH = 64;

/**
 * Throws `invalidArgument` if it is not a JSON object, and `limitExceeded` if it has more than `maxBytes` or too many values. `onCopy` gets
 * any JSON value.
 */
export function snapshotArguments(given: unknown, maxBytes: number, onCopy?: (copy: unknown) => void): Arguments {
  const copy = copyArguments(given, maxBytes);
  onCopy?.(copy);
  if (Buffer.byteLength(JSON.stringify(copy) ?? "") > maxBytes) throw tooLong(maxBytes);
  if (isRecord(copy)) return copy;
  throw invalidArgument(`arguments must be an object, not ${quoteShort(copy)}`);
}

/** Throws if it is not JSON, has too many values, or is certainly longer than `maxBytes`. */
export function copyArguments(given: unknown, maxBytes: number): unknown {
  try {
    return new Copier(maxBytes).copy(given, 0);
  } catch (error) {
    throw ToolError.isInstance(error) ? error : invalidArgument("arguments must consist of JSON values only");
  }
}

class Copier {
  readonly #maxBytes: number;
  #bytes = 0;
  #values = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Undefined for values that JSON leaves out. */
  copy(value: unknown, depth: number): unknown {
    if (isLeftOut(value)) return undefined;
    if (typeof value === "bigint") throw new TypeError("JSON has no big integers");
    this.#countValue();
    this.#countBytes(typeof value === "string" ? value.length : 1);
    if (typeof value !== "object" || value === null) return value;
    if (depth === MAX_DEPTH) throw invalidArgument(`arguments must not be nested more than ${MAX_DEPTH} deep`);
    // JSON has null in the place of an item that it leaves out.
    if (Array.isArray(value)) return Array.from(value, (item) => this.copy(isLeftOut(item) ? null : item, depth + 1));
    const fields: [string, unknown][] = [];
    const names = Object.keys(value);
    // Before any field is read. Those that are read are counted one by one.
    if (this.#values + names.length > MAX_VALUES) throw tooManyValues();
    for (const name of names) {
      const copied = this.copy((value as Arguments)[name], depth + 1);
      if (copied === undefined) continue;
      this.#countBytes(name.length);
      fields.push([name, copied]);
    }
    return Object.fromEntries(fields);
  }

  /** A lower bound: the exact size is measured only if it is not far too long. */
  #countBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) throw tooLong(this.#maxBytes);
  }

  #countValue(): void {
    this.#values++;
    if (this.#values > MAX_VALUES) throw tooManyValues();
  }
}

function isLeftOut(value: unknown): boolean {
  return value === undefined || typeof value === "function" || typeof value === "symbol";
}

function tooLong(maxBytes: number): ToolError {
  return limitExceeded(`arguments have more than ${maxBytes} bytes; at most ${maxBytes} are allowed`);
}

function tooManyValues(): ToolError {
  return limitExceeded(`arguments have at most ${MAX_VALUES} JSON values`);
}
