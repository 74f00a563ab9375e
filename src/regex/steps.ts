// One step of the automaton: reads one symbol in all active cells. A word of 32 cells takes a few operations.

import { type AssertedLink, type Bits, type Cells, setBits, toBits } from "./cells.ts";
import { WORD } from "./char_sets.ts";
import { Closure } from "./closure.ts";
import { END, type Symbols } from "./symbols.ts";
import { atOnce, type Work } from "./work.ts";

// The cost of a link of a closure, and of a set of a mask, in bytes read from the table. Guesses.
const [LINK_COST, SET_COST] = [300, 30];

/** The neighbour of a position: the border of the text, a word character, or another character. */
const [BORDER, OTHER, WORD_CHAR] = [0, 1, 2];

/** Closures follow optional cells at no cost, if they have tables anyway. In more cells than these, filling the tables takes too long. */
const MAX_CLOSURE_CELLS = 8192;

/** The bits of a state are the cells reached before a symbol; one more word holds the kind of the previous symbol. */
export class Steps {
  readonly words: number;
  /** What the tables made in the last steps cost, in bytes read from the table. The caller counts it and sets it to 0. */
  uncounted = 0;
  readonly symbols: Symbols;
  readonly #cells: Cells;
  readonly #links: readonly AssertedLink[];
  readonly #staying: Bits;
  readonly #optional: Bits;
  /** The words with optional cells, unless the closures take these along. */
  readonly #skipping: Int32Array;
  readonly #masks: (Bits | undefined)[] = [];
  readonly #closures: (Closure | undefined)[] = [];
  /** By symbol. */
  readonly #kinds: Uint8Array;
  readonly #last: number;

  /** `cells` must not change afterwards. */
  constructor(cells: Cells, symbols: Symbols) {
    this.words = Math.ceil(cells.count / 32);
    this.symbols = symbols;
    this.#cells = cells;
    this.#staying = toBits(this.words, cells.staying);
    this.#optional = toBits(this.words, cells.optional);
    const isInClosure = cells.links.length > 0 && cells.count <= MAX_CLOSURE_CELLS;
    this.#skipping = Int32Array.from(isInClosure ? [] : new Set(cells.optional.map((cell) => cell >>> 5)));
    const skips = cells.optional.map((from) => ({ from, to: from + 1 }));
    this.#links = [...cells.links, ...(isInClosure ? skips : skipFrom(cells))];
    this.#last = cells.count - 1;
    this.#kinds = Uint8Array.from({ length: symbols.count }, (_, symbol) =>
      symbols.isIn(WORD, symbol) ? WORD_CHAR : OTHER,
    );
    this.#kinds[END] = BORDER;
  }

  /** The state at a position after this symbol, where a match starts. */
  startBehind(symbol: number): Bits {
    const bits = toBits(this.words + 1, this.#cells.starts);
    bits[this.words] = this.#kindAfter(symbol);
    return bits;
  }

  /** Adds the cells that are reached without a character, before this symbol. */
  close(bits: Bits, symbol: number): void {
    const [skipping, optional] = [this.#skipping, this.#optional];
    for (let at = 0; at < skipping.length; at++) {
      const word = skipping[at] as number;
      const skipped = (bits[word] as number) & (optional[word] as number);
      bits[word] = (bits[word] as number) | (skipped << 1);
      if (skipped < 0) bits[word + 1] = (bits[word + 1] as number) | 1;
    }
    this.#closure(bits[this.words] as number, this.#simplify(this.#kinds[symbol] as number, "end")).apply(bits);
  }

  /** Replaces the state before a symbol by the one after it. Returns whether the last rule's match was complete before the symbol. */
  step(bits: Bits, symbol: number): boolean {
    this.close(bits, symbol);
    const last = this.#last;
    const isMatch = (((bits[last >>> 5] as number) >>> (last & 31)) & 1) === 1;
    const [mask, staying] = [this.#mask(symbol), this.#staying];
    let carry = 0;
    for (let word = 0; word < this.words; word++) {
      const left = (bits[word] as number) & (mask[word] as number);
      bits[word] = (left << 1) | carry | (left & (staying[word] as number));
      carry = left >>> 31;
    }
    bits[this.words] = this.#kindAfter(symbol);
    return isMatch;
  }

  /** The kind of a symbol as seen from the next position, as far as the patterns need it. */
  #kindAfter(symbol: number): number {
    return this.#simplify(this.#kinds[symbol] as number, "start");
  }

  /** Merges the kinds that the patterns do not distinguish. */
  #simplify(kind: number, border: "start" | "end"): number {
    const { assertions } = this.#cells;
    const asksWords = assertions.has("border") || assertions.has("noBorder");
    if (kind === BORDER) return assertions.has(border) ? BORDER : OTHER;
    return asksWords ? kind : OTHER;
  }

  /** Makes what nearly every step needs if the patterns have no assertions. Otherwise it is made when it is first needed. */
  *prepare(): Work<void> {
    this.#closures[closureKey(OTHER, OTHER)] = yield* this.#makeClosure(OTHER, OTHER);
  }

  #closure(before: number, after: number): Closure {
    const known = this.#closures[closureKey(before, after)];
    if (known !== undefined) return known;
    const closure = atOnce(this.#makeClosure(before, after));
    this.#closures[closureKey(before, after)] = closure;
    this.uncounted += LINK_COST * this.#links.length;
    return closure;
  }

  #makeClosure(before: number, after: number): Work<Closure> {
    const isBorder = (before === WORD_CHAR) !== (after === WORD_CHAR);
    const holds = { start: before === BORDER, end: after === BORDER, border: isBorder, noBorder: !isBorder };
    const isOpen = ({ assertion }: AssertedLink) => assertion === undefined || holds[assertion];
    return Closure.build(this.words, this.#links.filter(isOpen));
  }

  /** The cells that a symbol leads on from. */
  #mask(symbol: number): Bits {
    const known = this.#masks[symbol];
    if (known !== undefined) return known;
    const { leaving } = this.#cells;
    const mask = toBits(this.words, []);
    for (const [set, cells] of leaving) if (this.symbols.isIn(set, symbol)) setBits(mask, cells);
    this.#masks[symbol] = mask;
    this.uncounted += SET_COST * leaving.size;
    return mask;
  }
}

function closureKey(before: number, after: number): number {
  return before * 3 + after;
}

/** Whatever leads to an optional cell also leads to the next one. */
function skipFrom({ links, optional }: Cells): AssertedLink[] {
  const skipped = new Set(optional);
  return links.filter(({ to }) => skipped.has(to)).map((link) => ({ ...link, to: link.to + 1 }));
}
