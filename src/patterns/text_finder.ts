// Finds the next of a few texts in a file's content, by the runtime's own search.

/** Searched at once, so that a search in a large file can be interrupted. */
const MAX_BYTES = 1024 * 1024;

export class TextFinder {
  readonly #needles: readonly Buffer[];
  readonly #content: Buffer;
  /** By needle: where it comes next, as far as it has been looked for. */
  readonly #hits: number[];
  /** How far all needles have been looked for. */
  #end = 0;

  constructor(needles: readonly Buffer[], content: Buffer) {
    this.#needles = needles;
    this.#content = content;
    this.#hits = needles.map(() => -1);
  }

  /** The first one that begins at or behind `from`, within the bytes that are searched at once; -1 if there is none: go on at `end`. */
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

  /** Where nothing is found, all that was searched counts as looked at. */
  #search(needle: Buffer, from: number): number {
    const stop = this.#end + needle.length - 1;
    const isRest = stop >= this.#content.length;
    const hit = isRest
      ? this.#content.indexOf(needle, from)
      : this.#content.subarray(from, stop).indexOf(needle) + from;
    return hit < from ? this.#end : hit;
  }
}
