// Copies the arguments of a call: JSON values only, within a size and a depth limit. Everything after it works on the copy.

import { invalidArgument, limitExceeded, quoteShort, ToolError } from "../errors.ts";
import type { Arguments } from "./arguments.ts";

// Deeper than any tool's arguments, and far from a stack overflow.
const MAX_DEPTH = 64;

/**
 * Throws `invalidArgument` if it is not a JSON object, and `limitExceeded` if it has more than `maxBytes`. `onCopy` gets any JSON value.
 */
export function snapshotArguments(given: unknown, maxBytes: number, onCopy?: (copy: unknown) => void): Arguments {
  const copy = copyArguments(given, maxBytes);
  onCopy?.(copy);
  if (Buffer.byteLength(JSON.stringify(copy) ?? "") > maxBytes) throw tooLong(maxBytes);
  if (isRecord(copy)) return copy;
  throw invalidArgument(`arguments must be an object, not ${quoteShort(copy)}`);
}

/** Throws if it is not JSON, or certainly longer than `maxBytes`. */
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

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Undefined for values that JSON leaves out. */
  copy(value: unknown, depth: number): unknown {
    if (value === undefined || typeof value === "function" || typeof value === "symbol") return undefined;
    if (typeof value === "bigint") throw new TypeError("JSON has no big integers");
    this.#count(typeof value === "string" ? value.length : 1);
    if (typeof value !== "object" || value === null) return value;
    if (depth === MAX_DEPTH) throw invalidArgument(`arguments must not be nested more than ${MAX_DEPTH} deep`);
    if (Array.isArray(value)) return Array.from(value, (item) => this.copy(item, depth + 1) ?? this.copy(null, depth));
    const fields: [string, unknown][] = [];
    for (const [name, field] of Object.entries(value)) {
      const copied = this.copy(field, depth + 1);
      if (copied === undefined) continue;
      this.#count(name.length);
      fields.push([name, copied]);
    }
    return Object.fromEntries(fields);
  }

  /** A lower bound: the exact size is measured only if it is not far too long. */
  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) throw tooLong(this.#maxBytes);
  }
}

function tooLong(maxBytes: number): ToolError {
  return limitExceeded(`arguments have more than ${maxBytes} bytes; at most ${maxBytes} are allowed`);
}

function isRecord(value: unknown): value is Arguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
