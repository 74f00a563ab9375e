// Joins the pieces of a long line before the MCP library gets them. For each piece, the library copies and searches everything that it has of
// the line.

/** Then what is held is passed on, although the line goes on. */
export const MAX_HELD_BYTES = 1_048_576;
// Even a piece of one byte takes some hundred bytes of memory.
const MAX_HELD_PIECES = 256;
const NEWLINE = 10;

export class HeldLine {
  #pieces: Buffer[] = [];
  #bytes = 0;

  /** Everything that was held, if a line ends in this piece or too much is held; otherwise null. */
  add(piece: Buffer): Buffer | null {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    const isFull = this.#bytes >= MAX_HELD_BYTES || this.#pieces.length >= MAX_HELD_PIECES;
    return isFull || piece.includes(NEWLINE) ? this.takeRest() : null;
  }

  takeRest(): Buffer {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#bytes = 0;
    const [only] = pieces;
    return only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces);
  }
}
