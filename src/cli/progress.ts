// Shows progress to a person at a terminal, on one line that is erased again. Prints nothing in the first second, and nothing if the output
// is not a terminal.

import { isTerminal } from "./output.ts";

const PATIENCE_MS = 1000;
const INTERVAL_MS = 250;

export class Progress {
  readonly #startMs = Date.now();
  readonly #timer: NodeJS.Timeout | undefined;
  #text = "";
  #isShown = false;

  constructor() {
    if (!isTerminal("stderr")) return;
    this.#timer = setInterval(() => this.#draw(), INTERVAL_MS);
    this.#timer.unref();
  }

  /** Sets the text after the seconds. */
  say(text: string): void {
    this.#text = `, ${text}`;
  }

  /** Call this before printing anything else. */
  clear(): void {
    if (this.#isShown) process.stderr.write("\r\u001b[K");
    this.#isShown = false;
  }

  #draw(): void {
    const ms = Date.now() - this.#startMs;
    if (ms < PATIENCE_MS) return;
    this.#isShown = true;
    process.stderr.write(`\r\u001b[K${Math.floor(ms / 1000)} s${this.#text} …`);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.clear();
  }
}
