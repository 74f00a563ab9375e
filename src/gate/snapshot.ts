// One look at what somebody handed over as arguments: a copy that holds JSON values only, made once, measured, and the only thing
// used from then on. Leaves to arguments.ts whether it is what a tool wants.

import { invalidArgument, limitExceeded, quoteShort, ToolError } from "../errors.ts";
import type { Arguments } from "./arguments.ts";

// Deeper than any tool's arguments, and far from the end of any stack.
const MAX_DEPTH = 64;
const MAX_ESCAPED_BYTES = 6;
const MAX_NUMBER_BYTES = 25;
const NULL_BYTES = 4;

/** Throws `invalidArgument` for what is no JSON object, and `limitExceeded` for more than `maxBytes` of it. */
export function snapshotArguments(given: unknown, maxBytes: number): Arguments {
  const copier = new Copier(maxBytes);
  const copy = copier.start(given);
  // Written out only where the estimate leaves room for doubt.
  if (copier.most > maxBytes && Buffer.byteLength(JSON.stringify(copy) ?? "") > maxBytes) throw tooLong(maxBytes);
  if (isRecord(copy)) return copy;
  throw invalidArgument(`arguments must be an object, not ${quoteShort(copy)}`);
}

class Copier {
  readonly #maxBytes: number;
  /** Between these two lies the length of the JSON. */
  #least = 0;
  most = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  start(given: unknown): unknown {
    try {
      return this.#copy(given, "", 0);
    } catch (error) {
      // A getter or a trap that throws, or a big integer.
      throw ToolError.isInstance(error) ? error : invalidArgument("arguments must consist of JSON values only");
    }
  }

  #copy(value: unknown, key: string, depth: number): unknown {
    switch (typeof value) {
      case "string":
        this.#count(value.length + 2, value.length * MAX_ESCAPED_BYTES + 2);
        return value;
      case "number":
      case "boolean":
        this.#count(1, MAX_NUMBER_BYTES);
        return value;
      case "object":
        return value === null ? this.#copyNull() : this.#copyObject(value, key, depth);
      case "bigint":
        throw new TypeError("JSON has no big integers");
      default:
        return undefined;
    }
  }

  #copyNull(): null {
    this.#count(NULL_BYTES, NULL_BYTES);
    return null;
  }

  #copyObject(value: object, key: string, depth: number): unknown {
    if (depth === MAX_DEPTH) throw invalidArgument(`arguments must not be nested more than ${MAX_DEPTH} deep`);
    const toJson: unknown = Reflect.get(value, "toJSON");
    if (typeof toJson !== "function") return this.#copyParts(value, depth + 1);
    const made: unknown = Reflect.apply(toJson, value, [key]);
    return typeof made === "object" && made !== null
      ? this.#copyParts(made, depth + 1)
      : this.#copy(made, key, depth + 1);
  }

  #copyParts(value: object, depth: number): unknown {
    this.#count(2, 2);
    return Array.isArray(value) ? this.#copyList(value, depth) : this.#copyTable(value, depth);
  }

  #copyList(list: readonly unknown[], depth: number): unknown[] {
    const copies: unknown[] = [];
    // Asked for once: it may be a different one every time.
    const { length } = list;
    for (let index = 0; index < length; index++) {
      this.#count(0, 1);
      copies.push(this.#copy(list[index], String(index), depth) ?? this.#copyNull());
    }
    return copies;
  }

  #copyTable(table: object, depth: number): Record<string, unknown> {
    const copies: Record<string, unknown> = {};
    for (const name of Object.keys(table)) {
      const copy = this.#copy(Reflect.get(table, name), name, depth);
      if (copy === undefined) continue;
      this.#count(name.length + 3, name.length * MAX_ESCAPED_BYTES + 4);
      // A name like any other in JSON; an assignment would change the prototype.
      if (name === "__proto__") Object.defineProperty(copies, name, { value: copy, enumerable: true });
      else copies[name] = copy;
    }
    return copies;
  }

  #count(least: number, most: number): void {
    this.#least += least;
    this.most += most;
    if (this.#least > this.#maxBytes) throw tooLong(this.#maxBytes);
  }
}

function tooLong(maxBytes: number): ToolError {
  return limitExceeded(`arguments have more than ${maxBytes} bytes; at most ${maxBytes} are allowed`);
}

function isRecord(value: unknown): value is Arguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
