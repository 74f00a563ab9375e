// Splits bytes into lines, with one line in memory at a time, however long it is and in whatever pieces it arrives.

const NEWLINE = 10;
const BLANK: readonly number[] = [9, 13, 32];
const BYTE_ORDER_MARK = Buffer.from("\ufeff");
const NOTHING = Buffer.alloc(0);

/** Joins pieces of bytes up to a limit. Many small pieces take no more memory than a large one. */
export class JoinedBytes {
  readonly #maxBytes: number;
  #bytes: Buffer = NOTHING;
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** False if there are more than the limit: nothing is kept then. */
  add(piece: Uint8Array): boolean {
    const start = this.#length;
    this.#length += piece.length;
    if (this.#length > this.#maxBytes) {
      this.#bytes = NOTHING;
      return false;
    }
    if (this.#length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#length, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    this.#bytes.set(piece, start);
    return true;
  }

  /** Everything that was added since the last time; null if that was more than the limit. */
  take(): Buffer | null {
    const taken = this.#length > this.#maxBytes ? null : this.#bytes.subarray(0, this.#length);
    this.#bytes = NOTHING;
    this.#length = 0;
    return taken;
  }
}

/**
 * The last line may lack a newline. Blank lines are left out, and a byte order mark at the start. A line of more than `maxBytes` is null.
 */
export async function* splitLines(
  input: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Buffer | null, undefined> {
  const line = new JoinedBytes(maxBytes);
  let isFirst = true;
  const take = () => {
    const taken = line.take();
    const hasMark = isFirst && taken?.indexOf(BYTE_ORDER_MARK) === 0;
    isFirst = false;
    return hasMark ? taken.subarray(BYTE_ORDER_MARK.length) : taken;
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      line.add(chunk.subarray(start, end));
      const taken = take();
      if (!isBlank(taken)) yield taken;
      start = end + 1;
    }
    line.add(chunk.subarray(start));
  }
  const rest = take();
  if (!isBlank(rest)) yield rest;
}

function isBlank(line: Buffer | null): boolean {
  return line?.every((byte) => BLANK.includes(byte)) ?? false;
}
