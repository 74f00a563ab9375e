// Finds the next occurrence of one of a few texts in a file's content, with the runtime's own search.

/** Searched in one step, so that a search in a large file can be interrupted. */
const MAX_BYTES = 1024 * 1024;

export class TextFinder {
  readonly #needles: readonly Buffer[];
  readonly #content: Buffer;
  /** By needle: its next occurrence, if it has been searched for. */
  readonly #hits: number[];
  /** All needles have been searched up to here. */
  #end = 0;

  constructor(needles: readonly Buffer[], content: Buffer) {
    this.#needles = needles;
    this.#content = content;
    this.#hits = needles.map(() => -1);
  }

  /** The first occurrence at or after `from`, within the bytes searched in one step. -1 if there is none: continue at `end`. */
  find(from: number): number {
    if (from >= this.#end) {
      this.#end = Math.min(this.#content.length, from + MAX_BYTES);
      this.#hits.fill(-1);
    }
    let first = this.#end;
    for (let index = 0; index < this.#needles.length; index++) {
      let hit = this.#hits[index] as number;
      if (hit < from) {
        hit = this.#search(this.#needles[index] as Buffer, from);
        this.#hits[index] = hit;
      }
      if (hit < first) first = hit;
    }
    return first < this.#end ? first : -1;
  }

  get end(): number {
    return this.#end;
  }

  /** If nothing is found, the whole step counts as searched. */
  #search(needle: Buffer, from: number): number {
    const stop = this.#end + needle.length - 1;
    const isRest = stop >= this.#content.length;
    const hit = isRest
      ? this.#content.indexOf(needle, from)
      : this.#content.subarray(from, stop).indexOf(needle) + from;
    return hit < from ? this.#end : hit;
  }
}
