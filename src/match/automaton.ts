// Matches a text against many patterns at once, in one pass over its bytes and without backtracking, whatever the patterns. It can stop
// after any byte and continue later.
//
// Every cell of every pattern is one bit. A byte moves all bits of a word in a few operations, so a byte costs at most (cells / 32). States
// are cached (state_table.ts): a byte seen before in the same state costs one look-up.

import { hasBit, SLASH, toBits } from "../regex/bytes.ts";
import { Cells, type Label, type PatternRule, selectCells } from "../regex/cells.ts";
import { Closure } from "../regex/closure.ts";
import { NONE, type Progress, StateTable, UNKNOWN } from "../regex/state_table.ts";

type Bits = Int32Array;

/** Columns of the table: the bytes, then the results if the text of a file, or of a directory, ends here. */
const [FILE_END, DIRECTORY_END, WIDTH] = [256, 257, 258];

/** The cells that a byte leaves, and those where it stays. */
interface Column {
  readonly leave: Bits;
  readonly stay: Bits;
  /** The cells where patterns start after it. */
  readonly restart: Bits;
}

export function compileRules(rules: readonly PatternRule[]): Automaton {
  const cells = new Cells();
  for (const rule of rules) cells.add(rule);
  return new Automaton(cells);
}

export class Automaton extends StateTable {
  readonly start: Progress;
  readonly #cells: Cells;
  readonly #columns: (Column | undefined)[] = [];
  readonly #optional: Bits;
  readonly #fileEnds: Bits;
  readonly #ends: Bits;
  readonly #none: Bits;
  readonly #forks: Closure | null;

  /** `cells` must not change afterwards. */
  constructor(cells: Cells) {
    const words = Math.ceil(cells.count / 32);
    super(WIDTH, words);
    this.#cells = cells;
    this.#optional = toBits(words, cells.optional);
    this.#fileEnds = toBits(words, cells.fileEnds);
    this.#ends = toBits(words, cells.ends.keys());
    this.#none = toBits(words, []);
    // Also through an optional cell that they lead to.
    const skips = cells.forks
      .filter(({ to }) => hasBit(this.#optional, to))
      .map(({ from, to }) => ({ from, to: to + 1 }));
    this.#forks = cells.forks.length === 0 ? null : new Closure(words, [...cells.forks, ...skips]);
    this.#move({ leave: this.#none, stay: this.#none, restart: toBits(words, cells.starts) });
    this.start = this.save();
  }

  /** Null if no pattern can match any more. */
  advance(from: Progress, text: string): Progress | null {
    this.#run(from, text);
    return this.#cells.floating.length === 0 && this.isClear(this.bits.length) ? null : this.save();
  }

  /** The last rule that matches after reading `text`, or -1. */
  find(from: Progress, text: string, isDirectory: boolean): number {
    if (text !== "" && !hasBit(this.#cells.lastBytes, text.charCodeAt(text.length - 1))) return -1;
    this.#run(from, text);
    const ends = isDirectory ? this.#ends : this.#fileEnds;
    if (this.row === NONE) return this.#findEnd(ends);
    const entry = this.row + (isDirectory ? DIRECTORY_END : FILE_END);
    // One more than the rule, because -1 is UNKNOWN.
    if (this.entries[entry] === UNKNOWN) this.entries[entry] = this.#findEnd(ends) + 1;
    return (this.entries[entry] as number) - 1;
  }

  #run(from: Progress, text: string): void {
    this.resume(from);
    this.reads += text.length;
    for (let at = this.#follow(text, 0); at < text.length; at = this.#follow(text, at + 1)) {
      this.learn(text.charCodeAt(at));
      // Nothing can match before the next slash.
      if (this.row === NONE && this.isClear(this.bits.length)) at = text.indexOf("/", at + 1) - 1;
      if (at === -2) break;
    }
  }

  /** Follows the table while it knows the next state. Written for speed: destructuring here makes Bun twice as slow. */
  #follow(text: string, from: number): number {
    const entries = this.entries;
    let at = from;
    let row = this.row;
    if (row === NONE) return at;
    while (at < text.length) {
      const next = entries[row + text.charCodeAt(at)] as number;
      if (next < 0) break;
      row = next;
      at++;
    }
    this.row = row;
    return at;
  }

  protected override step(byte: number): boolean {
    this.#move(this.#column(byte));
    // Ends are checked when the text is over.
    return false;
  }

  // 1 leave: to the next cell 2 restart: patterns that may start here 3 skip: past optional cells that were just reached; the next cell is
  // never optional, so once is enough 4 stay 5 forks.
  #move({ leave, stay, restart }: Column): void {
    const [bits, optional] = [this.bits, this.#optional];
    let [leaveCarry, skipCarry] = [0, 0];
    for (let word = 0; word < bits.length; word++) {
      const before = bits[word] as number;
      const left = before & (leave[word] as number);
      const reached = (left << 1) | leaveCarry | (restart[word] as number);
      leaveCarry = left >>> 31;
      const skipped = reached & (optional[word] as number);
      bits[word] = reached | (before & (stay[word] as number)) | (skipped << 1) | skipCarry;
      skipCarry = skipped >>> 31;
    }
    this.#forks?.apply(bits);
  }

  #findEnd(ends: Bits): number {
    this.load();
    for (let word = ends.length - 1; word >= 0; word--) {
      const ended = (this.bits[word] as number) & (ends[word] as number);
      if (ended !== 0) return this.#cells.ends.get(word * 32 + 31 - Math.clz32(ended)) ?? -1;
    }
    return -1;
  }

  #column(byte: number): Column {
    const { leaving, staying, floating } = this.#cells;
    const words = this.bits.length;
    const isIn = (label: Label) => (typeof label === "number" ? label === byte : hasBit(label, byte));
    this.#columns[byte] ??= {
      leave: selectCells(words, leaving, isIn),
      stay: selectCells(words, staying, isIn),
      restart: byte === SLASH ? toBits(words, floating) : this.#none,
    };
    return this.#columns[byte];
  }
}
