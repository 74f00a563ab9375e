// Matches a path against many globs at once, in one pass over its characters, whatever the patterns.
// Leaves to the grammar what a pattern means, and to its callers what a match is for.
//
// Every token of every alternative is one bit, set while the match has come up to that token. A character moves all
// bits of a word in a few operations, so the time is (characters of the path) x (tokens / 32): no backtracking.

import type { Alternative, Range, Token } from "./glob_parse.ts";

const SLASH = 47;
// Rows kept for characters already met, and for those that no class tells apart. Guesses: more than the characters of
// most trees; more than the largest glob can tell apart.
const MAX_ROWS = 256;
const MAX_SHARED_ROWS = 1024;

type Bits = Int32Array;

/**
 * What the bits stand for beside tokens. `begin`: before the first character. `globstar`: a `**` and the slash after
 * it. `any` and `rest`: a final `**`, its first character and all others. `accept`: the alternative has matched.
 */
type Cell = Token | { readonly kind: "begin" | "globstar" | "any" | "rest" | "accept" };

export interface OwnedAlternative {
  readonly alternative: Alternative;
  /** What `find` answers when this one matches. */
  readonly owner: number;
}

export interface AutomatonOptions {
  readonly ignoreCase: boolean;
  /** `ancestors`: a match of a directory counts for everything below it. */
  readonly scope: "path" | "ancestors";
}

export class GlobAutomaton {
  readonly #ignoreCase: boolean;
  readonly #ancestors: boolean;
  readonly #cells: readonly Cell[];
  readonly #owners: ReadonlyMap<number, number>;
  readonly #rootOwner: number;
  readonly #chars = new Map<number, number[]>();
  readonly #classes: number[] = [];
  /** Where ranges of classes begin and end, ascending: between two of them, all characters are in the same classes. */
  readonly #borders: readonly number[];
  readonly #rows = new Map<number, Bits>();
  readonly #sharedRows = new Map<number, Bits>();
  readonly #onSlash: Bits;
  readonly #onOther: Bits;
  readonly #stayOnSlash: Bits;
  readonly #stayOnOther: Bits;
  readonly #enter: Bits;
  readonly #skip: Bits;
  readonly #accept: Bits;
  readonly #initial: Bits;
  // One for all calls: a call never waits, so two never overlap.
  readonly #state: Bits;

  constructor(alternatives: readonly OwnedAlternative[], options: AutomatonOptions) {
    this.#ignoreCase = options.ignoreCase;
    this.#ancestors = options.scope === "ancestors";
    this.#rootOwner = alternatives.find(({ alternative }) => alternative.length === 0)?.owner ?? -1;
    const { cells, owners } = layOut(alternatives);
    this.#cells = cells;
    this.#owners = owners;
    const of = indexKinds(cells);
    this.#onSlash = union(of.any, of.globstar);
    this.#onOther = union(of.any, of.one);
    this.#stayOnSlash = union(of.rest, of.globstar);
    this.#stayOnOther = union(this.#stayOnSlash, of.star);
    this.#enter = of.globstar;
    this.#skip = union(of.star, of.rest);
    this.#accept = of.accept;
    this.#indexTokens();
    this.#borders = findBorders(cells);
    this.#state = of.begin.slice();
    this.#step(of.begin, new Int32Array(of.begin.length));
    this.#initial = this.#state.slice();
  }

  /** The owner of the first alternative that matches, or -1. `path` is normal: `.` or names with one `/` between. */
  find(path: string): number {
    if (path === "." || (this.#ancestors && this.#rootOwner !== -1)) return this.#rootOwner;
    this.#state.set(this.#initial);
    for (let at = 0; at < path.length; ) {
      const code = path.codePointAt(at) ?? 0;
      at += code > 0xffff ? 2 : 1;
      if (code === SLASH && this.#ancestors) {
        const owner = this.#findAccepted();
        if (owner !== -1) return owner;
      }
      const isAlive = this.#step(this.#rowOf(code), code === SLASH ? this.#stayOnSlash : this.#stayOnOther);
      if (!isAlive) return -1;
    }
    return this.#findAccepted();
  }

  // 1 advance: past the token that the character matches. 2 stay: in a wildcard that takes any number. 3 enter: a `**/`
  // just reached may also stand for nothing. 4 skip: a `*` may at any time take no more. Neither 3 nor 4 can lead to a
  // bit of its own kind (repeated stars are dropped), nor 4 to one of 3, so that once is enough.
  #step(row: Bits, stay: Bits): boolean {
    const [state, enter, skip] = [this.#state, this.#enter, this.#skip];
    let [advanceCarry, enterCarry, skipCarry, alive] = [0, 0, 0, 0];
    for (let word = 0; word < state.length; word++) {
      const before = state[word] ?? 0;
      const matched = before & (row[word] ?? 0);
      const advanced = (matched << 1) | advanceCarry;
      advanceCarry = matched >>> 31;
      const entered = advanced & (enter[word] ?? 0);
      const reached = advanced | (before & (stay[word] ?? 0)) | (entered << 1) | enterCarry;
      enterCarry = entered >>> 31;
      const skipped = reached & (skip[word] ?? 0);
      const after = reached | (skipped << 1) | skipCarry;
      skipCarry = skipped >>> 31;
      state[word] = after;
      alive |= after;
    }
    return alive !== 0;
  }

  #findAccepted(): number {
    for (let word = 0; word < this.#state.length; word++) {
      const accepted = (this.#state[word] ?? 0) & (this.#accept[word] ?? 0);
      if (accepted !== 0) return this.#owners.get(word * 32 + lowestBit(accepted)) ?? -1;
    }
    return -1;
  }

  /** The tokens that this character matches. */
  #rowOf(code: number): Bits {
    const folded = this.#ignoreCase ? foldCase(code) : code;
    const known = this.#rows.get(folded);
    if (known !== undefined) return known;
    const indexes = this.#chars.get(folded);
    let row = folded === SLASH ? this.#onSlash : this.#sharedRowOf(folded);
    if (indexes !== undefined) {
      row = row.slice();
      for (const index of indexes) setBit(row, index);
    }
    if (this.#rows.size < MAX_ROWS) this.#rows.set(folded, row);
    return row;
  }

  /** As if the character stood nowhere in the patterns, except within a class. */
  #sharedRowOf(code: number): Bits {
    const otherCase = this.#ignoreCase ? toUpperCase(code) : code;
    const key = countUpTo(this.#borders, code) * (this.#borders.length + 1) + countUpTo(this.#borders, otherCase);
    const known = this.#sharedRows.get(key);
    if (known !== undefined) return known;
    const row = this.#onOther.slice();
    for (const index of this.#classes) if (this.#classHas(index, code, otherCase)) setBit(row, index);
    if (this.#sharedRows.size < MAX_SHARED_ROWS) this.#sharedRows.set(key, row);
    return row;
  }

  #classHas(index: number, code: number, otherCase: number): boolean {
    const cell = this.#cells[index];
    if (cell?.kind !== "class") return false;
    return (hasCode(cell.ranges, code) || hasCode(cell.ranges, otherCase)) !== cell.negated;
  }

  #indexTokens(): void {
    for (let index = 0; index < this.#cells.length; index++) {
      const cell = this.#cells[index];
      if (cell?.kind === "class") this.#classes.push(index);
      if (cell?.kind !== "char") continue;
      const code = this.#ignoreCase ? foldCase(cell.code) : cell.code;
      const indexes = this.#chars.get(code);
      if (indexes === undefined) this.#chars.set(code, [index]);
      else indexes.push(index);
    }
  }
}

/** In one pass: every process that looks at a folder makes the automaton of the denied patterns. */
function indexKinds(cells: readonly Cell[]): Readonly<Record<Cell["kind"], Bits>> {
  const none = () => new Int32Array(Math.ceil(cells.length / 32));
  const bits = {
    begin: none(),
    char: none(),
    one: none(),
    class: none(),
    star: none(),
    globstar: none(),
    any: none(),
    rest: none(),
    accept: none(),
  };
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index];
    if (cell !== undefined) setBit(bits[cell.kind], index);
  }
  return bits;
}

function union(a: Bits, b: Bits): Bits {
  return a.map((word, at) => word | (b[at] ?? 0));
}

function layOut(alternatives: readonly OwnedAlternative[]): { cells: Cell[]; owners: Map<number, number> } {
  const cells: Cell[] = [];
  const owners = new Map<number, number>();
  for (const { alternative, owner } of alternatives) {
    cells.push({ kind: "begin" }, ...toCells(alternative));
    owners.set(cells.length, owner);
    cells.push({ kind: "accept" });
  }
  return { cells, owners };
}

function toCells(alternative: Alternative): Cell[] {
  return alternative.flatMap((segment, index): Cell[] => {
    const isLast = index === alternative.length - 1;
    if (segment === "**") return isLast ? [{ kind: "any" }, { kind: "rest" }] : [{ kind: "globstar" }];
    return isLast ? [...segment] : [...segment, { kind: "char", code: SLASH }];
  });
}

function setBit(bits: Bits, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31));
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

function findBorders(cells: readonly Cell[]): number[] {
  const borders = new Set<number>();
  for (const cell of cells) {
    if (cell.kind !== "class") continue;
    for (const [first, last] of cell.ranges) borders.add(first).add(last + 1);
  }
  return [...borders].sort((a, b) => a - b);
}

/** How many of the numbers, which ascend, are at most `limit`. */
function countUpTo(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function hasCode(ranges: readonly Range[], code: number): boolean {
  for (const range of ranges) if (range[0] <= code && code <= range[1]) return true;
  return false;
}

// By way of the upper case, so that the long s and the Kelvin sign fold to s and k, as case-insensitive disks do.
function foldCase(code: number): number {
  if (code < 128) return code >= 65 && code <= 90 ? code + 32 : code;
  return toLowerCase(toUpperCase(code));
}

// A character whose other case is several characters (the sharp s) is its own.
function toUpperCase(code: number): number {
  return onlyCode(String.fromCodePoint(code).toUpperCase()) ?? code;
}

function toLowerCase(code: number): number {
  return onlyCode(String.fromCodePoint(code).toLowerCase()) ?? code;
}

function onlyCode(text: string): number | undefined {
  const code = text.codePointAt(0);
  return code !== undefined && text.length === (code > 0xffff ? 2 : 1) ? code : undefined;
}
