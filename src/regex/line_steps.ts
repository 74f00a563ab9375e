// One step of a regular expression's automaton: reads one symbol in all active cells. A word of 32 cells takes a few operations.

import { toBits } from "./bytes.ts";
import { selectCells } from "./cells.ts";
import { Closure } from "./closure.ts";
import type { AssertedLink, RegexCells } from "./regex_cells.ts";
import { END, type Symbols } from "./symbols.ts";

// The cost of a link of a closure, and of a set of a mask, in bytes read from the table. Guesses.
const [LINK_COST, SET_COST] = [300, 30];

/** The neighbour of a position: the border of the line, a word character, or another character. */
const [BORDER, OTHER, WORD_CHAR] = [0, 1, 2];

export class LineSteps {
  readonly words: number;
  /** What the tables made in the last steps cost, in bytes read from the table. The caller counts it and sets it to 0. */
  uncounted = 0;
  readonly symbols: Symbols;
  readonly #cells: RegexCells;
  readonly #staying: Int32Array;
  readonly #masks: (Int32Array | undefined)[] = [];
  readonly #closures: (Closure | undefined)[] = [];
  /** By symbol. */
  readonly #kinds: Uint8Array;
  readonly #last: number;

  constructor(cells: RegexCells, symbols: Symbols) {
    this.words = Math.ceil(cells.count / 32);
    this.symbols = symbols;
    this.#cells = cells;
    this.#staying = toBits(this.words, cells.staying);
    this.#last = cells.count - 1;
    this.#kinds = Uint8Array.from({ length: symbols.count }, (_, symbol) =>
      symbols.isWord[symbol] ? WORD_CHAR : OTHER,
    );
    this.#kinds[END] = BORDER;
  }

  /** The state at a position after this symbol, where a match starts. */
  startBehind(symbol: number): Int32Array {
    const bits = toBits(this.words + 1, [0]);
    bits[this.words] = this.#kindAfter(symbol);
    return bits;
  }

  /**
   * `bits` are the cells reached before a symbol, and are replaced by those reached after it; one more word holds the kind of the previous
   * symbol. Returns whether a match was complete before the symbol.
   */
  step(bits: Int32Array, symbol: number): boolean {
    const before = bits[this.words] as number;
    this.#closure(before, this.#simplify(this.#kinds[symbol] as number, "end")).apply(bits);
    const last = this.#last;
    const isMatch = (((bits[last >>> 5] as number) >>> (last & 31)) & 1) === 1;
    const mask = this.#mask(symbol);
    const staying = this.#staying;
    let carry = 0;
    for (let word = 0; word < this.words; word++) {
      const left = (bits[word] as number) & (mask[word] as number);
      bits[word] = (left << 1) | carry | (left & (staying[word] as number));
      carry = left >>> 31;
    }
    bits[this.words] = this.#kindAfter(symbol);
    return isMatch;
  }

  /** The kind of a symbol as seen from the next position, as far as the pattern needs it. */
  #kindAfter(symbol: number): number {
    return this.#simplify(this.#kinds[symbol] as number, "start");
  }

  /** Merges the kinds that the pattern does not distinguish. */
  #simplify(kind: number, border: "start" | "end"): number {
    const { assertions } = this.#cells;
    const asksWords = assertions.has("border") || assertions.has("noBorder");
    if (kind === BORDER) return assertions.has(border) ? BORDER : OTHER;
    return asksWords ? kind : OTHER;
  }

  #closure(before: number, after: number): Closure {
    const key = before * 3 + after;
    const known = this.#closures[key];
    if (known !== undefined) return known;
    const isBorder = (before === WORD_CHAR) !== (after === WORD_CHAR);
    const holds = { start: before === BORDER, end: after === BORDER, border: isBorder, noBorder: !isBorder };
    const isOpen = ({ assertion }: AssertedLink) => assertion === undefined || holds[assertion];
    const closure = new Closure(this.words, this.#cells.links.filter(isOpen));
    this.#closures[key] = closure;
    this.uncounted += LINK_COST * this.#cells.links.length;
    return closure;
  }

  #mask(symbol: number): Int32Array {
    const known = this.#masks[symbol];
    if (known !== undefined) return known;
    const mask = selectCells(this.words, this.#cells.leaving, (set) => this.symbols.isIn(set, symbol));
    this.#masks[symbol] = mask;
    this.uncounted += SET_COST * this.#cells.leaving.size;
    return mask;
  }
}
