// Prints one line per call on the console of a server. A slow or closed console never delays a call.

import { setTimeout as wait } from "node:timers/promises";
import { readLoggedCall } from "../audit/logged_call.ts";
import type { Audit } from "../call/record.ts";
import { writeLater } from "./output.ts";
import { toLocalTime } from "./quantities.ts";
import { showCall } from "./show_call.ts";
import type { Style } from "./style.ts";

/** Lines kept for a slow console. Further lines are only counted. */
const MAX_WAITING = 1000;
/** Time for the last lines when the server ends. A second signal ends it at once. */
const MAX_END_MS = 2000;

export class ConsoleLines {
  readonly #style: Style;
  #waiting: string[] = [];
  #missed = 0;
  #state: "held" | "idle" | "writing" | "closed" = "held";
  #writing = Promise.resolve();

  constructor(style: Style) {
    this.#style = style;
  }

  /** Prints calls of agents only, not those of the owner. */
  readonly audit: Audit = (record) => {
    const call = record.by === "agent" ? readLoggedCall(record) : null;
    if (call === null || this.#state === "closed") return;
    if (this.#waiting.length === MAX_WAITING) this.#missed++;
    else this.#waiting.push(`${showCall(call, [toLocalTime(call.timeMs).clock], this.#style)}\n`);
    if (this.#state === "idle") this.#writing = this.#write();
  };

  /** Call this after the greeting is written. */
  start(): void {
    this.#state = "idle";
    this.#writing = this.#write();
  }

  /** Waits briefly for the last lines. False: a write is stuck, and the process cannot exit normally. */
  async end(): Promise<boolean> {
    await Promise.race([this.#writing, wait(MAX_END_MS, undefined, { ref: false })]);
    return this.#state !== "writing";
  }

  async #write(): Promise<void> {
    this.#state = "writing";
    while (this.#waiting.length > 0) {
      const lines = this.#waiting.splice(0);
      if (this.#missed > 0) lines.push(this.#style.dim(`… ${this.#missed} more calls\n`));
      this.#missed = 0;
      // The console is gone; the server continues.
      if (!(await writeLater(lines.join("")))) {
        this.#state = "closed";
        return;
      }
    }
    this.#state = "idle";
  }
}
