// The memory that one file after another is read into.

const FIRST_BYTES = 65_536;

/** Grows to one byte more than `limitBytes` at most. Not for two calls at once. */
export class FileBuffer {
  readonly limitBytes: number;
  #bytes: Buffer;

  constructor(limitBytes: number) {
    this.limitBytes = limitBytes;
    this.#bytes = Buffer.allocUnsafeSlow(Math.min(FIRST_BYTES, limitBytes + 1));
  }

  /** With room for at least `wanted` bytes, but never more than one beyond the limit; the first `kept` stay. */
  make(wanted: number, kept: number): Buffer {
    const most = this.limitBytes + 1;
    if (this.#bytes.length < Math.min(wanted, most)) {
      const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(wanted, this.#bytes.length * 2), most));
      this.#bytes.copy(larger, 0, 0, kept);
      this.#bytes = larger;
    }
    return this.#bytes;
  }
}
