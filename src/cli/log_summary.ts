// The summary of `porthole log`: the number of calls, files, refusals and tokens, and the first and last time.

import { createHash } from "node:crypto";
import { isQuestion, isRefused, type LoggedCall } from "../audit/logged_call.ts";
import { showTime } from "./log_time.ts";

/** Each takes about 60 bytes of memory. */
const MAX_FILES = 1_000_000;
const DIGEST_CHARS = 16;

export class LogSummary {
  readonly #files = new Set<string>();
  #isAtLeast = false;
  #calls = 0;
  #refused = 0;
  #failed = 0;
  #tokens = 0;
  #firstMs = Number.POSITIVE_INFINITY;
  #lastMs = Number.NEGATIVE_INFINITY;
  /** Lines that are not records. */
  skipped = 0;

  add(call: LoggedCall): void {
    this.#calls++;
    if (isRefused(call)) this.#refused++;
    else if (call.code !== null && !isQuestion(call)) this.#failed++;
    this.#tokens += call.tokens;
    this.#firstMs = Math.min(this.#firstMs, call.timeMs);
    this.#lastMs = Math.max(this.#lastMs, call.timeMs);
    if (call.code === null) this.#addFiles(call);
  }

  /** Lines without newlines. */
  show(): string[] {
    const lines = [
      [
        count(this.#calls, "call"),
        `${this.#isAtLeast ? "at least " : ""}${count(this.#files.size, "file")} read`,
        `${this.#refused.toLocaleString("en")} refused`,
        `${this.#failed.toLocaleString("en")} failed`,
        `about ${count(this.#tokens, "token")} (bytes / 4)`,
      ].join(", "),
    ];
    if (this.#calls > 0) lines.push(`from ${showTime(this.#firstMs)} to ${showTime(this.#lastMs)}`);
    if (this.skipped > 0) lines.push(`${count(this.skipped, "line")} skipped: not complete records`);
    return lines;
  }

  /** Stored as digests, because paths may be long. Folders end in a slash. */
  #addFiles({ opened, openedMore }: LoggedCall): void {
    this.#isAtLeast ||= openedMore > 0;
    for (const location of opened) {
      if (location.endsWith("/")) continue;
      if (this.#files.size === MAX_FILES) this.#isAtLeast = true;
      else this.#files.add(createHash("sha256").update(location).digest("base64").slice(0, DIGEST_CHARS));
    }
  }
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
