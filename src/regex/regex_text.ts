// The text of a pattern, read one code point at a time, and what is wrong with it. Columns are counted in code points from 1.

/** Why a pattern is refused. The message is for the pattern's author; the caller wraps it in an error of its own. */
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

export class RegexText {
  at = 0;
  readonly #chars: readonly string[];

  constructor(source: string) {
    this.#chars = Array.from(source);
  }

  get isAtEnd(): boolean {
    return this.at >= this.#chars.length;
  }

  /** Empty after the end. */
  peek(ahead = 0): string {
    return this.#chars[this.at + ahead] ?? "";
  }

  take(): string {
    const char = this.peek();
    this.at += 1;
    return char;
  }

  /** Consumes `text` (ASCII) if it comes next. */
  takeIf(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.at += text.length;
    return true;
  }

  startsWith(text: string): boolean {
    for (let ahead = 0; ahead < text.length; ahead++) if (this.peek(ahead) !== text[ahead]) return false;
    return true;
  }

  /** Consumes at most `max` characters while `isIn` returns true. */
  takeWhile(isIn: (char: string) => boolean, max = Number.POSITIVE_INFINITY): string {
    let taken = "";
    for (let count = 0; count < max && !this.isAtEnd && isIn(this.peek()); count++) taken += this.take();
    return taken;
  }

  /** `from` is the index where the construct starts. */
  fault(what: string, from: number): PatternFault {
    return new PatternFault(what, from + 1, "literal");
  }

  /** The text since `from`. */
  cut(from: number): string {
    return this.#chars.slice(from, this.at).join("");
  }

  /** As it was written. */
  quote(from: number): string {
    return `"${this.#chars.slice(from, Math.max(this.at, from + 1)).join("")}"`;
  }
}
