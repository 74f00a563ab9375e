// Keeps the last calls with their answers in memory, counts all calls, and notifies open pages.

import { randomBytes } from "node:crypto";
import { namesShowing } from "../call/built_in.ts";
import type { AuditRecord } from "../call/record.ts";
import { Seen } from "./seen.ts";
import { addCall, type CallLine, type CountedCalls, MAX_CALLS, NO_CALLS } from "./wire.ts";

const MAX_BYTES = 8_388_608;
/** A longer answer is not kept. */
const MAX_ANSWER_CHARS = 262_144;
const BYTES_PER_CHAR = 2;

export interface KeptCall extends CallLine {
  /** As a line for the page. */
  readonly text: string;
  readonly content: string | null;
}

export class Feed {
  /** Different after each start of the server. */
  readonly id = randomBytes(8).toString("base64url");
  readonly #calls: KeptCall[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #seen = new Seen([...namesShowing("files"), "resources/read"]);
  #totals = NO_CALLS;
  #number = 0;
  #bytes = 0;

  /** Can be used as an `audit`. */
  readonly add = (record: AuditRecord, content: string): void => {
    this.#number++;
    this.#totals = addCall(this.#totals, record);
    this.#seen.add(record);
    const line: CallLine = { type: "call", number: this.#number, totals: this.#totals, record };
    const kept = content.length <= MAX_ANSWER_CHARS ? content : null;
    const call = { ...line, text: `${JSON.stringify(line)}\n`, content: kept };
    this.#calls.push(call);
    this.#bytes += sizeOf(call);
    const { by } = record;
    if (this.#calls.filter((other) => other.record.by === by).length > MAX_CALLS[by])
      this.#drop(this.#calls.findIndex((other) => other.record.by === by));
    while (this.#bytes > MAX_BYTES) this.#drop(0);
    for (const tell of this.#listeners) tell();
  };

  /** Totals of all calls so far, including those no longer kept. */
  count(): CountedCalls {
    return { number: this.#number, totals: this.#totals, seen: this.#seen.toState() };
  }

  /** The first kept call after this number. */
  findAfter(number: number): KeptCall | undefined {
    return this.#calls.find((call) => call.number > number);
  }

  /** Null: no longer kept. */
  findAnswer(number: number): string | null {
    return this.#calls.find((call) => call.number === number)?.content ?? null;
  }

  /** Calls `tell` after each call, until the returned function is called. */
  listen(tell: () => void): () => void {
    this.#listeners.add(tell);
    return () => void this.#listeners.delete(tell);
  }

  #drop(index: number): void {
    for (const call of this.#calls.splice(index, 1)) this.#bytes -= sizeOf(call);
  }
}

function sizeOf({ text, content }: KeptCall): number {
  return BYTES_PER_CHAR * (text.length + (content?.length ?? 0));
}
