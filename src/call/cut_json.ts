// Shortens a JSON value for a record or an event: long strings, and everything after the size limit.

import { measureSafeJson } from "../input/json_line.ts";

const MAX_BYTES = 8192;
const MAX_TEXT_CHARS = 1000;
/** For a value that is not a string, including punctuation. */
const MIN_BYTES = 8;

export interface CutJson {
  readonly value: unknown;
  readonly isCut: boolean;
}

/** `value` must be plain JSON without deep nesting. The result has at most about `maxBytes` of JSON. Shortened strings end in `…`. */
export function cutJson(value: unknown, maxBytes = MAX_BYTES): CutJson {
  const cutter = new Cutter(maxBytes);
  const cut = cutter.cut(value);
  return { value: cut, isCut: cutter.isCut };
}

export function cutText(text: string, maxChars: number): string {
  // A lone surrogate at the end can only come from cutting.
  return text.length <= maxChars ? text : `${text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, "")}…`;
}

class Cutter {
  isCut = false;
  #leftBytes: number;

  constructor(maxBytes: number) {
    this.#leftBytes = maxBytes;
  }

  cut(value: unknown): unknown {
    if (typeof value === "string") return this.#cutText(value);
    if (typeof value !== "object" || value === null) return this.#countScalar(value);
    this.#leftBytes -= MIN_BYTES;
    if (Array.isArray(value)) return this.#cutEach(value, (item) => this.cut(item));
    return Object.fromEntries(
      this.#cutEach(Object.entries(value), ([name, field]) => [this.#cutText(name), this.cut(field)]),
    );
  }

  /** A number may have twenty digits or more. */
  #countScalar(value: unknown): unknown {
    this.#leftBytes -= Math.max(MIN_BYTES, measureSafeJson(value));
    return value;
  }

  #cutEach<Item, Cut>(items: readonly Item[], cut: (item: Item) => Cut): Cut[] {
    const kept: Cut[] = [];
    for (const item of items) {
      if (this.#leftBytes <= 0) break;
      kept.push(cut(item));
    }
    this.isCut ||= kept.length < items.length;
    return kept;
  }

  /** Measured as written: a control character takes six bytes. */
  #cutText(text: string): string {
    const cut = cutText(text, MAX_TEXT_CHARS);
    // Including the comma.
    const bytes = measureSafeJson(cut) + 1;
    const shown = bytes > this.#leftBytes ? "…" : cut;
    this.#leftBytes -= bytes;
    this.isCut ||= shown !== text;
    return shown;
  }
}
