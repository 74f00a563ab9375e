// Runs a regular expression over the bytes of lines. States are cached (state_table.ts); if the next one is unknown, the step is computed
// (steps.ts).

import type { LineReader } from "./line_reader.ts";
import { NONE, type Progress, StateTable, toProgress } from "./state_table.ts";
import type { Steps } from "./steps.ts";
import { END } from "./symbols.ts";

/** The cost of `read` if the next state is known. */
const KNOWN_COST = 8;

export type Outcome = "match" | "end" | "paused";

export class LineAutomaton extends StateTable {
  /** Where `run` stopped; after a match, the symbol behind it. */
  at = 0;
  /** How much more work may be done before a pause, in bytes read from the table. */
  steps = 0;
  readonly #machine: Steps;
  readonly #reader: LineReader;
  readonly #restarts: boolean;
  /** The cost of one computed step, in such bytes. */
  readonly #stepCost: number;
  readonly #lineStart: Progress;

  /** With `restarts`, a match may start anywhere. */
  constructor(machine: Steps, reader: LineReader, restarts: boolean) {
    super(machine.symbols.count, machine.words + 1);
    this.#machine = machine;
    this.#reader = reader;
    this.#restarts = restarts;
    this.#stepCost = 100 + 30 * machine.words;
    this.#lineStart = toProgress(machine.startBehind(END));
  }

  /** At the start of a line. */
  start(): void {
    this.resume(this.#lineStart);
  }

  /** Within a line, after this symbol. */
  startBehind(symbol: number): void {
    this.resume(toProgress(this.#machine.startBehind(symbol)));
  }

  /** Without `restarts`: whether no match is possible any more. */
  get isDead(): boolean {
    return this.isClear(this.#machine.words);
  }

  /** Up to `stop`, at most. */
  run(content: Uint8Array, from: number, stop: number): Outcome {
    let at = from;
    for (;;) {
      if (this.row !== NONE) {
        const begin = at;
        // Must be an integer: otherwise, on Node, the loop takes 6 ns per byte instead of 2.5.
        at = this.#follow(content, at, Math.min(stop, at + this.steps) | 0);
        this.steps -= at - begin;
        this.reads += at - begin;
      }
      this.at = at;
      if (at >= stop) return "end";
      if (this.steps <= 0) return "paused";
      const symbol = this.#reader.read(content, at);
      if (this.read(symbol >>> 3)) return "match";
      at += symbol & 7;
    }
  }

  /** Follows the table while it knows the next state. Written for speed: destructuring here makes Bun three times slower. */
  #follow(content: Uint8Array, from: number, limit: number): number {
    const entries = this.entries;
    const ofByte = this.#reader.ofByte;
    let at = from;
    let row = this.row;
    while (at < limit) {
      const next = entries[row + (ofByte[content[at] as number] as number)] as number;
      if (next < 0) break;
      row = next;
      at++;
    }
    this.row = row;
    return at;
  }

  override read(symbol: number): boolean {
    this.reads += 1;
    this.steps -= KNOWN_COST;
    return super.read(symbol);
  }

  protected override step(symbol: number): boolean {
    const machine = this.#machine;
    const isMatch = machine.step(this.bits, symbol);
    this.steps -= this.#stepCost + machine.uncounted;
    machine.uncounted = 0;
    if (this.#restarts) this.bits[0] = (this.bits[0] as number) | 1;
    return isMatch;
  }
}
