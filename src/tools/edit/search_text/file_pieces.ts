// Reads an open file in pieces that start and end at line boundaries. Only one piece is in memory, however large the file is.

import type { Steps } from "../../../disk/steps.ts";
import type { ContentReader } from "../../../disk/types.ts";
import { NEWLINE } from "../../newlines.ts";
import { FileBuffer } from "./file_buffer.ts";

/** The part of a file that is searched for a NUL byte. */
const BINARY_PROBE_BYTES = 8192;
/** More than is ever shown of a line. */
const CUT_BYTES = 1024;

export interface PieceSizes {
  /** The size limit of a piece, unless it is a single line. Reading it takes about a millisecond. */
  readonly pieceBytes: number;
  /** The limit of a line without its end. Of a longer line, only the start is returned. */
  readonly maxLineBytes: number;
}

export const PIECE_SIZES: PieceSizes = { pieceBytes: 1_048_576, maxLineBytes: 16_777_216 };

/** Complete lines. It is overwritten when the next one is read. */
export interface Piece {
  readonly bytes: Buffer;
  /** Whether it is the start of a single line that is too long. */
  readonly isCut: boolean;
  /** Its position in the file. */
  readonly offset: number;
}

/** For one file after another, through the same buffer. Not for concurrent calls. */
export class FilePieces {
  readonly #limitBytes: number;
  readonly #pieceBytes: number;
  readonly #maxLineBytes: number;
  readonly #readBytes: number;
  readonly #into: FileBuffer;
  #content: ContentReader | null = null;
  #buffer: Buffer;
  /** The bytes in the buffer that were not taken yet. */
  #start = 0;
  #end = 0;
  /** The file positions of the first byte read, and of the next one. */
  #from = 0;
  #position = 0;
  #hasEnded = true;
  /** Whether the rest of an overlong line comes next. */
  #isInCutLine = false;
  /** There is no newline up to here, counted from `#start`. */
  #searched = 0;

  /** Files larger than `limitBytes` are refused. */
  constructor(limitBytes: number, { pieceBytes, maxLineBytes }: PieceSizes) {
    this.#limitBytes = limitBytes;
    this.#pieceBytes = pieceBytes;
    this.#maxLineBytes = maxLineBytes;
    this.#readBytes = Math.max(pieceBytes, BINARY_PROBE_BYTES);
    this.#into = new FileBuffer(Math.max(maxLineBytes, BINARY_PROBE_BYTES));
    this.#buffer = this.#into.make(0, 0);
  }

  /** Call it when no piece is used any more. */
  [Symbol.dispose](): void {
    this.#buffer = this.#into.close();
  }

  get bytesRead(): number {
    return this.#position - this.#from;
  }

  /** The size of the file: as read if it was read completely, otherwise as it was when opened. */
  get sizeBytes(): number {
    return this.#hasEnded ? this.#position : (this.#content?.sizeBytes ?? 0);
  }

  /**
   * Reads the first bytes of a file. Returns why it is not searched, or null. The first piece starts at `offset` if a line starts there,
   * otherwise at the start of the file.
   */
  *begin(content: ContentReader, offset = 0): Steps<"too_large" | "binary" | null> {
    this.#content = content;
    this.#goTo(0);
    if (content.sizeBytes > this.#limitBytes) return "too_large";
    const fault = yield* this.#probe(content);
    if (fault !== null || offset === 0 || offset > content.sizeBytes) return fault;
    yield;
    this.#goTo(offset - 1);
    if (!this.#read(content)) return "too_large";
    const isLine = this.#end > 0 && (this.#buffer[0] === NEWLINE || offset === content.sizeBytes);
    if (isLine) this.#start = 1;
    else this.#goTo(0);
    return null;
  }

  *#probe(content: ContentReader): Steps<"too_large" | "binary" | null> {
    while (!this.#hasEnded && this.#end < BINARY_PROBE_BYTES) {
      if (this.#end > 0) yield;
      if (!this.#read(content)) return "too_large";
    }
    return this.#buffer.subarray(0, Math.min(this.#end, BINARY_PROBE_BYTES)).includes(0) ? "binary" : null;
  }

  /** The next piece, if it has been read. `more`: call `fill` and try again. */
  take(): Piece | "more" | "end" {
    if (this.#isInCutLine && !this.#skipLine()) return this.#hasEnded ? "end" : "more";
    const end = this.#findEnd();
    if (end > this.#start) return this.#give(end, false);
    if (this.#hasEnded && this.#start === this.#end) return "end";
    if (this.#end - this.#start <= this.#maxLineBytes) return "more";
    this.#isInCutLine = true;
    return this.#give(this.#start + Math.min(this.#maxLineBytes, CUT_BYTES), true);
  }

  /** Reads more bytes, overwriting pieces that were taken. Returns `too_large` if the file has grown beyond the limit. */
  *fill(): Steps<"too_large" | null> {
    yield;
    return this.#content === null || this.#read(this.#content) ? null : "too_large";
  }

  #goTo(offset: number): void {
    [this.#start, this.#end, this.#searched] = [0, 0, 0];
    [this.#from, this.#position] = [offset, offset];
    [this.#hasEnded, this.#isInCutLine] = [false, false];
  }

  /** Returns whether the file is still within the limit. */
  #read(content: ContentReader): boolean {
    if (this.#start > 0) {
      this.#buffer.copyWithin(0, this.#start, this.#end);
      this.#end -= this.#start;
      this.#start = 0;
    }
    const expected = Math.max(0, content.sizeBytes - this.#position);
    this.#buffer = this.#into.make(this.#end + Math.min(expected, this.#readBytes) + 1, this.#end);
    // One byte beyond the limit shows that the file is larger.
    const most = Math.min(this.#readBytes, this.#limitBytes - this.#position) + 1;
    const length = Math.min(this.#buffer.length - this.#end, most);
    const count = content.read(this.#buffer, { from: this.#end, length, position: this.#position });
    this.#end += count;
    this.#position += count;
    // The end is checked with another read only if the number of bytes differs from the size a moment ago.
    this.#hasEnded = count === 0 || (this.#position === content.sizeBytes && count < length);
    return this.#position <= this.#limitBytes;
  }

  #give(end: number, isCut: boolean): Piece {
    const bytes = this.#buffer.subarray(this.#start, end);
    const offset = this.#position - (this.#end - this.#start);
    this.#start = end;
    this.#searched = 0;
    return { bytes, isCut, offset };
  }

  /** The end of the next piece; its start if unknown. */
  #findEnd(): number {
    const [pieceBytes, maxLineBytes] = [this.#pieceBytes, this.#maxLineBytes];
    if (this.#hasEnded && this.#end - this.#start <= pieceBytes) return this.#end;
    const rest = this.#buffer.subarray(this.#start, this.#end);
    const last = this.#searched === 0 ? rest.subarray(0, pieceBytes).lastIndexOf(NEWLINE) : -1;
    if (last !== -1) return this.#start + last + 1;
    const first = rest.subarray(0, maxLineBytes + 1).indexOf(NEWLINE, Math.max(this.#searched, pieceBytes));
    if (first !== -1) return this.#start + first + 1;
    this.#searched = rest.length < pieceBytes ? 0 : rest.length;
    return this.#hasEnded && rest.length <= maxLineBytes ? this.#end : this.#start;
  }

  /** Moves to the next line, if it has been read. */
  #skipLine(): boolean {
    const found = this.#buffer.subarray(this.#start, this.#end).indexOf(NEWLINE);
    this.#isInCutLine = found === -1;
    this.#start = found === -1 ? this.#end : this.#start + found + 1;
    return found !== -1;
  }
}
