// Why a pattern is refused. The message is for the pattern's author; the caller wraps it in an error of its own.

export class PatternFault extends Error {
  override readonly name = "PatternFault";
  /** The start of the construct, in code points from 1. */
  readonly column: number;

  /** `cure` is the option for searching the same text literally. */
  constructor(what: string, column: number, cure?: "literal") {
    super(`${what} at column ${column}${cure ? `; set ${cure} to search for the text as it is` : ""}`);
    this.column = column;
  }
}
