// Tells a person at a terminal that work goes on, on one line that is wiped out again. Says nothing for the first second, or to a program.

import { isTerminal } from "./standard_output.ts";

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

  /** What stands behind the seconds from now on. */
  say(text: string): void {
    this.#text = `, ${text}`;
  }

  /** To be called before anything else is printed. */
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
