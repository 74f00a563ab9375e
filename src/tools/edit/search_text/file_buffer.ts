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
      const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(wanted, this.#bytes.length * 2), most));
      this.#bytes.copy(larger, 0, 0, kept);
      this.#bytes = larger;
    }
    return this.#bytes;
  }
}
