// The size limit of an answer: in bytes, and at most what the client passes on to its model, measured as the client measures it.

/** How a size is measured: UTF-8, UTF-16 units, or UTF-16 units of the whole result written as JSON. */
export const SIZE_UNITS = ["bytes", "characters", "JSON characters"] as const;
export type SizeUnit = (typeof SIZE_UNITS)[number];

/** The longest answer that a client passes on uncut. */
export interface ClientLimit {
  /** In `unit`. */
  readonly most: number;
  readonly unit: SizeUnit;
  /** The part of `most` that is taken by what surrounds the answer when the client measures it. */
  readonly frame: number;
  /** Default: any number of lines. */
  readonly mostLines?: number;
}

/** A text for a model, as it would be sent. */
export interface Rendering {
  readonly text: string;
  /** Whether the result also has the same JSON as structured content. */
  readonly isStructured: boolean;
}

export interface Excess {
  readonly needed: number;
  readonly allowed: number;
  readonly unit: SizeUnit | "lines";
}

/** No text with more bytes fits. */
function toMostBytes({ most, unit }: ClientLimit): number {
  return unit === "bytes" ? most : most * MOST_BYTES_PER_UNIT;
}

/** Of UTF-8 per UTF-16 unit. */
const MOST_BYTES_PER_UNIT = 3;
/** In JSON, a control character takes six. */
const MOST_JSON_PER_UNIT = 6;

export function byteLength(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

export class Budget {
  /** No text with more bytes fits. */
  readonly mostBytes: number;
  readonly #client: ClientLimit | null;

  constructor(maxBytes: number, client: ClientLimit | null = null) {
    this.mostBytes = client === null ? maxBytes : Math.min(maxBytes, toMostBytes(client));
    this.#client = client;
  }

  /** A number is a limit in bytes. */
  static of(limit: number | Budget): Budget {
    return typeof limit === "number" ? new Budget(limit) : limit;
  }

  atMost(bytes = Number.POSITIVE_INFINITY): Budget {
    return bytes < this.mostBytes ? new Budget(bytes, this.#client) : this;
  }

  /** `spare`: by how many ASCII characters that need no escape the text may be too long. */
  fits({ text, isStructured }: Rendering, spare = 0): boolean {
    return fitsBytes(text, this.mostBytes + spare) && this.#fitsClient(text, isStructured, spare);
  }

  /** Null if it fits. */
  findExcess({ text, isStructured }: Rendering): Excess | null {
    const bytes = byteLength(text);
    const client = this.#client;
    if (client !== null && !this.#fitsClient(text, isStructured, 0)) {
      const { most, unit, frame, mostLines } = client;
      const needed = measure(text, unit, isStructured) + frame;
      if (needed > most) return { needed, allowed: most, unit };
      return { needed: countLines(text), allowed: mostLines ?? 0, unit: "lines" };
    }
    return bytes <= this.mostBytes ? null : { needed: bytes, allowed: this.mostBytes, unit: "bytes" };
  }

  #fitsClient(text: string, isStructured: boolean, spare: number): boolean {
    if (this.#client === null) return true;
    const { most, unit, frame, mostLines = Number.POSITIVE_INFINITY } = this.#client;
    const copies = unit === "JSON characters" && isStructured ? 2 : 1;
    const room = most - frame + spare * copies;
    if (text.length > room || (text.length > mostLines && countLines(text) > mostLines)) return false;
    // Usually nothing has to be measured.
    return text.length * (MOST_JSON_PER_UNIT + copies) <= room || measure(text, unit, isStructured) <= room;
  }
}

function fitsBytes(text: string, maxBytes: number): boolean {
  return text.length * MOST_BYTES_PER_UNIT <= maxBytes || byteLength(text) <= maxBytes;
}

function measure(text: string, unit: SizeUnit, isStructured: boolean): number {
  if (unit === "bytes") return byteLength(text);
  if (unit === "characters") return text.length;
  return JSON.stringify(text).length + (isStructured ? text.length : 0);
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

interface Limits {
  readonly maxOutputBytes?: number | undefined;
  readonly clientLimit?: ClientLimit | undefined;
  readonly availableCapacityBytes?: number | undefined;
}

interface Defaults {
  readonly maxOutputBytes: number;
  readonly capacityBytes: number;
}

/** The limits of a call without its capacity: 1 its own 2 that of its client 3 that of the context. */
export function toOutputBytes({ maxOutputBytes, clientLimit }: Limits, context: Defaults): number {
  return maxOutputBytes ?? (clientLimit === undefined ? context.maxOutputBytes : toMostBytes(clientLimit));
}

export function toBudget(call: Limits, context: Defaults): Budget {
  const { availableCapacityBytes = context.capacityBytes, clientLimit = null } = call;
  return new Budget(Math.min(toOutputBytes(call, context), availableCapacityBytes), clientLimit);
}
