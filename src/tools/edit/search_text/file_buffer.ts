// The buffer that files are read into, one after another.

const FIRST_BYTES = 65_536;
/** Enough for a piece of the usual size, which is doubled from `FIRST_BYTES` too. */
const MAX_KEPT_BYTES = 2_097_152;
/** Kept from one call to the next: new memory takes longer to fill, and the old is freed late. Null at first, and while a call has it. */
let spare: Buffer | null = null;

/** Grows to at most one byte more than `limitBytes`. Not for concurrent calls. */
export class FileBuffer {
  readonly limitBytes: number;
  #bytes: Buffer;

  constructor(limitBytes: number) {
    this.limitBytes = limitBytes;
    this.#bytes = takeSpare(limitBytes + 1) ?? Buffer.allocUnsafeSlow(Math.min(FIRST_BYTES, limitBytes + 1));
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

  /** Leaves the memory to the next call, and returns an empty buffer to use instead. */
  close(): Buffer {
    const { length } = this.#bytes;
    if (length <= MAX_KEPT_BYTES && length > (spare?.length ?? 0)) spare = this.#bytes;
    this.#bytes = Buffer.alloc(0);
    return this.#bytes;
  }
}

function takeSpare(mostBytes: number): Buffer | null {
  if (spare === null || spare.length > mostBytes) return null;
  const taken = spare;
  spare = null;
  return taken;
}
