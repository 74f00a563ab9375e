// Standard output, and what happens to a client that does not read it.

import { Writable } from "node:stream";
import { isOneLine, toJsonLine } from "../input/json_line.ts";
import type { McpToolkit } from "./options.ts";

/** For answers to requests that are not calls, which are sent at once. Far more than any working client leaves unread. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

/** In addition to the longest call: if nothing was written for so long, the client does not read its answers. */
const EXTRA_PATIENCE_MS = 1000;

/**
 * Writes one message at a time, because on Bun, standard output itself does not report that it is full.
 *
 * While a client does not read its answers, none of its calls starts. Its messages are still read, because they may cancel calls or answer
 * a question, until too much is unread. After that, or after `limitPatience` was called, the session ends if the client reads nothing for
 * longer than any call takes: without reading, the end of the input cannot be detected.
 */
export class ClientOutput extends Writable {
  readonly #toolkit: McpToolkit;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLimited = false;
  #continue = () => {};

  constructor(toolkit: McpToolkit) {
    super();
    this.#toolkit = toolkit;
    // Every waiting answer adds a listener.
    this.setMaxListeners(0);
    process.stdout.on("error", (error) => this.destroy(error));
    this.on("drain", () => {
      if (!this.#isLimited) clearTimeout(this.#timer);
      toolkit.resumeCalls();
      this.#continue();
    });
    this.on("close", () => {
      clearTimeout(this.#timer);
      this.#continue();
    });
  }

  override _write(message: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    process.stdout.write(isOneLine(message) ? message : toJsonLine(message.toString("utf8")), (error) => {
      // The system has accepted it.
      this.#timer?.refresh();
      done(error);
    });
  }

  /** Resolves when the client has read its answers, unless only a few are unread. */
  async whenRead(): Promise<void> {
    if (this.writableLength <= MAX_UNREAD_BYTES || this.destroyed) return;
    this.#startTimer();
    await new Promise<void>((resolve) => {
      this.#continue = resolve;
    });
  }

  limitPatience(): void {
    this.#isLimited = true;
    this.#startTimer();
  }

  #startTimer(): void {
    clearTimeout(this.#timer);
    const longest = Math.max(0, ...this.#toolkit.tools().map(({ timeout_ms }) => timeout_ms));
    this.#timer = setTimeout(() => this.destroy(), longest + EXTRA_PATIENCE_MS);
  }
}
