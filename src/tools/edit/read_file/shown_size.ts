// Measures the size of a line in an answer while it is read, without keeping it.

import type { AnswerFormat } from "../../found.ts";

const RETURN = Buffer.from("\r");

export class ShownSize {
  readonly #format: AnswerFormat;
  /** As in `lines.ts`: invalid bytes become U+FFFD, and a byte order mark is kept. */
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #bytes = 0;
  /** A carriage return that may belong to the end of the line. */
  #isReturnHeld = false;

  constructor(format: AnswerFormat) {
    this.#format = format;
  }

  /** The next bytes of the line, without its newline. */
  add(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (this.#isReturnHeld) this.#count(this.#decoder.decode(RETURN, { stream: true }));
    this.#isReturnHeld = bytes.at(-1) === RETURN[0];
    const sure = this.#isReturnHeld ? bytes.subarray(0, -1) : bytes;
    this.#count(this.#decoder.decode(sure, { stream: true }));
  }

  /** The size of the line. `end`: it has no newline, or one that is shown or not. */
  finish(end: "none" | "shown" | "hidden"): number {
    this.#count(this.#decoder.decode(this.#isReturnHeld && end === "none" ? RETURN : undefined));
    if (end === "shown") this.#count("\n");
    return this.#bytes;
  }

  #count(text: string): void {
    if (text !== "") this.#bytes += measureShown(text, this.#format);
  }
}

/** The size of a text in an answer, without quotation marks. */
export function measureShown(text: string, format: AnswerFormat): number {
  return format === "json" ? Buffer.byteLength(JSON.stringify(text)) - 2 : Buffer.byteLength(text);
}
