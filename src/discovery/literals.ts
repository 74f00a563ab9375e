// Rules without real wildcards, found by looking them up: whole names, and `*` with a fixed ending.
// Leaves all other rules to machine.ts. Where several match, the last line's index is answered, -1 for none.

/** Rules by a key; those for directories only are kept apart. */
export class LiteralIndex {
  readonly #all = new Map<string, number>();
  readonly #directories = new Map<string, number>();

  /** `index` ascends from call to call. */
  add(key: string, index: number, isDirectoryOnly: boolean): void {
    (isDirectoryOnly ? this.#directories : this.#all).set(key, index);
  }

  find(key: string, isDirectory: boolean): number {
    const found = this.#all.get(key) ?? -1;
    return isDirectory && this.#directories.size > 0 ? Math.max(found, this.#directories.get(key) ?? -1) : found;
  }
}

export class SuffixIndex {
  readonly #suffixes = new LiteralIndex();
  /** How long suffixes are, by their last byte: few lookups, however many suffixes. */
  readonly #lengths: (number[] | undefined)[] = [];
  #hasEmpty = false;

  add(suffix: string, index: number, isDirectoryOnly: boolean): void {
    this.#suffixes.add(suffix, index, isDirectoryOnly);
    if (suffix === "") this.#hasEmpty = true;
    else this.#addLength(suffix.charCodeAt(suffix.length - 1), suffix.length);
  }

  find(name: string, isDirectory: boolean): number {
    let found = this.#hasEmpty ? this.#suffixes.find("", isDirectory) : -1;
    const lengths = this.#lengths[name.charCodeAt(name.length - 1)];
    if (lengths === undefined) return found;
    for (const length of lengths) {
      if (length > name.length) break;
      found = Math.max(found, this.#suffixes.find(name.slice(-length), isDirectory));
    }
    return found;
  }

  #addLength(lastByte: number, length: number): void {
    const lengths = this.#lengths[lastByte] ?? [];
    this.#lengths[lastByte] = lengths;
    if (lengths.includes(length)) return;
    lengths.push(length);
    lengths.sort((a, b) => a - b);
  }
}
