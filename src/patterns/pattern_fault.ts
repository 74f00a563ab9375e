// Why a pattern is refused. The message is for whoever wrote the pattern; the caller turns it into an error of its own.

const HINT = "set literal to search for the text as it is";

export class PatternFault extends Error {
  override readonly name = "PatternFault";
  /** Where the construct begins, in code points from 1. */
  readonly column: number;

  constructor(what: string, column: number) {
    super(`${what} at column ${column}; ${HINT}`);
    this.column = column;
  }
}
