// Why a pattern is refused. The message is for whoever wrote the pattern; the caller turns it into an error of its own.

export class PatternFault extends Error {
  override readonly name = "PatternFault";
  /** Where the construct begins, in code points from 1. */
  readonly column: number;

  /** `cure` is the option with which the same text can be searched for. */
  constructor(what: string, column: number, cure?: "literal") {
    super(`${what} at column ${column}${cure ? `; set ${cure} to search for the text as it is` : ""}`);
    this.column = column;
  }
}
