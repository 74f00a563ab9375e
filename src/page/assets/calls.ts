// The right column: the calls, the newest first, and their totals.

import type { Caller } from "../../call/record.ts";
import { type CallLine, type CountedCalls, MAX_CALLS, NO_CALLS } from "../wire.ts";
import { type CallActions, drawCall } from "./call_row.ts";
import { byId, el } from "./dom.ts";
import { toCount, toNumber } from "./words.ts";

interface ShownCall {
  readonly element: HTMLElement;
  /** The number of agents' calls before it. */
  readonly before: number;
}

export class Calls {
  readonly #list = byId("calls", HTMLOListElement);
  readonly #actions: CallActions;
  /** The oldest first. */
  readonly #shown: Readonly<Record<Caller, ShownCall[]>> = { agent: [], owner: [] };
  #last = 0;
  #counted = 0;
  #totals = NO_CALLS;

  constructor(actions: CallActions) {
    this.#actions = actions;
    const own = byId("show-own", HTMLInputElement);
    own.addEventListener("change", () => this.#list.classList.toggle("with-own", own.checked));
    this.#drawTotals();
  }

  /** After a restart of the server. */
  clear(): void {
    this.#list.replaceChildren();
    for (const shown of Object.values(this.#shown)) shown.length = 0;
    this.#last = 0;
  }

  /** The server's count, including calls that it no longer keeps. */
  setCounted({ number, totals }: CountedCalls): void {
    this.#counted = number;
    this.#totals = totals;
    this.#drawTotals();
  }

  /** False: it was already counted. */
  add(line: CallLine): boolean {
    if (line.number <= this.#last) return false;
    this.#last = line.number;
    this.#show(line);
    const isNew = line.number > this.#counted;
    if (isNew) this.#totals = line.totals;
    this.#drawTotals();
    return isNew;
  }

  #show(line: CallLine): void {
    const { by } = line.record;
    const shown = this.#shown[by];
    const element = drawCall(line, this.#actions);
    shown.push({ element, before: line.totals.calls - 1 });
    this.#prepend(element);
    if (shown.length > MAX_CALLS[by]) shown.shift()?.element.remove();
  }

  /** Keeps the scroll position of a reader. */
  #prepend(element: HTMLElement): void {
    // Checked first, because sizes and positions force a layout. Without open details, there is nothing to read.
    const isRead = this.#list.querySelector(".details") !== null && this.#list.scrollTop === 0;
    const before = isRead ? this.#list.scrollHeight : 0;
    this.#list.prepend(element);
    if (isRead) this.#list.scrollTop = this.#list.scrollHeight - before;
  }

  #drawTotals(): void {
    const { calls, refused, tokens } = this.#totals;
    byId("no-calls", HTMLParagraphElement).hidden = calls > 0;
    const rows = { calls, refused, "tokens (estimate)": tokens };
    byId("summary", HTMLDListElement).replaceChildren(
      ...Object.entries(rows).map(([word, count]) => el("div", {}, el("dt", {}, word), el("dd", {}, toNumber(count)))),
    );
    const missing = this.#shown.agent[0]?.before ?? 0;
    const note = byId("not-kept", HTMLParagraphElement);
    note.hidden = missing === 0;
    note.textContent = `${toCount(missing, "earlier call")} ${missing === 1 ? "is" : "are"} counted, but not kept.`;
  }
}
