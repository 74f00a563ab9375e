// The right column: the calls as they come, the newest first, and what they amount to.

import type { CallLine } from "../wire.ts";
import { type CallActions, drawCall, isRefused } from "./call_row.ts";
import { byId, el } from "./dom.ts";
import { toNumber } from "./words.ts";

/** As many as the server keeps. */
const MAX_SHOWN = 250;

export class Calls {
  readonly #list = byId("calls", HTMLOListElement);
  readonly #actions: CallActions;
  #last = 0;
  #totals = { calls: 0, refused: 0, tokens: 0 };

  constructor(actions: CallActions) {
    this.#actions = actions;
    const own = byId("show-own", HTMLInputElement);
    own.addEventListener("change", () => this.#list.classList.toggle("with-own", own.checked));
    this.#drawTotals();
  }

  /** When the server was started again. */
  clear(): void {
    this.#list.replaceChildren();
    this.#last = 0;
    this.#totals = { calls: 0, refused: 0, tokens: 0 };
    this.#drawTotals();
  }

  /** False: it was there already. */
  add(line: CallLine): boolean {
    if (line.number <= this.#last) return false;
    this.#last = line.number;
    this.#list.prepend(drawCall(line, this.#actions));
    while (this.#list.childElementCount > MAX_SHOWN) this.#list.lastElementChild?.remove();
    if (line.record.by === "agent") this.#count(line);
    return true;
  }

  #count({ record }: CallLine): void {
    const { calls, refused, tokens } = this.#totals;
    this.#totals = {
      calls: calls + 1,
      refused: refused + (isRefused(record) ? 1 : 0),
      tokens: tokens + record.estimated_tokens,
    };
    this.#drawTotals();
  }

  #drawTotals(): void {
    const { calls, refused, tokens } = this.#totals;
    byId("no-calls", HTMLParagraphElement).hidden = calls > 0;
    const rows = { calls, refused, "tokens (estimate)": tokens };
    byId("summary", HTMLDListElement).replaceChildren(
      ...Object.entries(rows).map(([word, count]) => el("div", {}, el("dt", {}, word), el("dd", {}, toNumber(count)))),
    );
  }
}
