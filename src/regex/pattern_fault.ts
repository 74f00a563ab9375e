// Why a pattern is refused. The message is for the pattern's author; the caller wraps it in an error of its own.

export class PatternFault extends Error {
  override readonly name = "PatternFault";
  /** The start of the construct, in code points from 1. */
  readonly column: number;

  /** The message for a reader who knows the options of a search by other names. */
  readonly messageFor: (nameOption: (name: string) => string) => string;

  /** `cure` is the option for searching the same text literally. */
  constructor(what: string, column: number, cure?: "literal") {
    const write = (nameOption: (name: string) => string) =>
      `${what} at column ${column}${cure ? `; set ${nameOption(cure)} to search for the text as it is` : ""}`;
    super(write((name) => name));
    this.column = column;
    this.messageFor = write;
  }
}
