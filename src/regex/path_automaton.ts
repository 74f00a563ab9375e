// Matches a path against many patterns at once, in one pass and without backtracking, whatever the patterns. It can stop after any
// character and continue later. States are cached (state_table.ts): a character seen before in the same state costs one look-up.

import { type Bits, Cells, type Rule, toBits } from "./cells.ts";
import { SLASH, toCharSet } from "./char_sets.ts";
import { NONE, type Progress, StateTable, toProgress, UNKNOWN } from "./state_table.ts";
import { Steps } from "./steps.ts";
import { END, Symbols, UNCLEAR } from "./symbols.ts";
import { atOnce, type Work } from "./work.ts";

/** Two more columns of the table: the results if the path of a file, or of a directory, ends here. */
const ENDS = 2;
/** A unit below this is a character. */
const LATIN_1 = 256;
const SLASH_ONLY = toCharSet(SLASH, SLASH);

export function compileRules(rules: readonly Rule[]): PathAutomaton {
  const cells = new Cells();
  for (const rule of rules) cells.add(rule);
  return atOnce(compileCells(cells));
}

export function* compileCells(cells: Cells): Work<PathAutomaton> {
  yield cells.count / 32;
  const symbols = yield* Symbols.divide([...cells.leaving.keys(), SLASH_ONLY], false);
  const steps = new Steps(cells, symbols);
  yield* steps.prepare();
  return new PathAutomaton(cells, steps);
}

export class PathAutomaton extends StateTable {
  readonly start: Progress;
  readonly #cells: Cells;
  readonly #steps: Steps;
  readonly #ofUnit: Uint16Array;
  readonly #slash: number;
  readonly #floating: Bits;
  readonly #fileEnds: Bits;
  readonly #ends: Bits;
  /** By unit: whether a match may end in it. Settles most names; without it, listing below 30 KiB of hostile rules takes four times as long. */
  readonly #mayEnd = new Uint8Array(LATIN_1);

  constructor(cells: Cells, steps: Steps) {
    const { symbols, words } = steps;
    super(symbols.count + ENDS, words + 1);
    this.#cells = cells;
    this.#steps = steps;
    this.#ofUnit = Uint16Array.from({ length: LATIN_1 }, (_, code) => symbols.of(code));
    this.#slash = symbols.of(SLASH);
    this.#floating = toBits(words, cells.floating);
    this.#fileEnds = toBits(words, cells.fileEnds);
    this.#ends = toBits(words, [...cells.ends.keys()]);
    for (const set of cells.lasts) for (const [first, last] of set) this.#mayEnd.fill(1, first, last + 1);
    this.start = toProgress(steps.startBehind(END));
  }

  /** Null if no pattern can match any more. */
  advance(from: Progress, text: string): Progress | null {
    this.#run(from, text);
    return this.#cells.floating.length === 0 && this.isClear(this.#steps.words) ? null : this.save();
  }

  /** The last rule that matches after reading `text`, or -1. */
  find(from: Progress, text: string, isDirectory: boolean): number {
    if (this.#mayEnd[text.charCodeAt(text.length - 1)] === 0) return -1;
    this.#run(from, text);
    const ends = isDirectory ? this.#ends : this.#fileEnds;
    if (this.row === NONE) return this.#findEnd(ends);
    const entry = this.row + this.#steps.symbols.count + (isDirectory ? 1 : 0);
    // One more than the rule, because -1 is UNKNOWN.
    if (this.entries[entry] === UNKNOWN) this.entries[entry] = this.#findEnd(ends) + 1;
    return (this.entries[entry] as number) - 1;
  }

  #run(from: Progress, text: string): void {
    this.resume(from);
    this.reads += text.length;
    for (let at = this.#follow(text, 0); at < text.length; at = this.#follow(text, at)) {
      const code = text.codePointAt(at) ?? 0;
      this.read(this.#steps.symbols.of(code));
      at += code > 0xffff ? 2 : 1;
    }
  }

  /** Follows the table while it knows the next state. Written for speed: destructuring here makes Bun twice as slow. */
  #follow(text: string, from: number): number {
    const entries = this.entries;
    const ofUnit = this.#ofUnit;
    let at = from;
    let row = this.row;
    if (row === NONE) return at;
    while (at < text.length) {
      const unit = text.charCodeAt(at);
      const next = entries[row + (unit < LATIN_1 ? (ofUnit[unit] as number) : UNCLEAR)] as number;
      if (next < 0) break;
      row = next;
      at++;
    }
    this.row = row;
    return at;
  }

  protected override step(symbol: number): boolean {
    const [bits, floating] = [this.bits, this.#floating];
    this.#steps.step(bits, symbol);
    if (symbol === this.#slash)
      for (let word = 0; word < floating.length; word++)
        bits[word] = (bits[word] as number) | (floating[word] as number);
    // Ends are checked when the path is over.
    return false;
  }

  #findEnd(ends: Bits): number {
    this.load();
    this.#steps.close(this.bits, END);
    for (let word = ends.length - 1; word >= 0; word--) {
      const ended = (this.bits[word] as number) & (ends[word] as number);
      if (ended !== 0) return this.#cells.ends.get(word * 32 + 31 - Math.clz32(ended)) ?? -1;
    }
    return -1;
  }
}
