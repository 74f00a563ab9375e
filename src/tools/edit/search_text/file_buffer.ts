// The buffer that files are read into, one after another.

const FIRST_BYTES = 65_536;

/** Grows to at most one byte more than `limitBytes`. Not for concurrent calls. */
export class FileBuffer {
  readonly limitBytes: number;
  #bytes: Buffer;

  constructor(limitBytes: number) {
    this.limitBytes = limitBytes;
    this.#bytes = Buffer.allocUnsafeSlow(Math.min(FIRST_BYTES, limitBytes + 1));
  }

  /** Makes room for at least `wanted` bytes, but never more than one beyond the limit; the first `kept` are preserved. */
  make(wanted: number, kept: number): Buffer {
    const most = this.limitBytes + 1;
    if (this.#bytes.length < Math.min(wanted, most)) {
      // Doubled each time, so all the buffers for one long line together have at most twice the size of the last one.
      let length = Math.max(this.#bytes.length, FIRST_BYTES);
      while (length < wanted) length *= 2;
      const larger = Buffer.allocUnsafeSlow(length * 2 > most ? most : length);
      this.#bytes.copy(larger, 0, 0, kept);
      this.#bytes = larger;
    }
    return this.#bytes;
  }

  /** Drops the memory, and returns an empty buffer to use instead. */
  close(): Buffer {
    this.#bytes = Buffer.alloc(0);
    return this.#bytes;
  }
}
