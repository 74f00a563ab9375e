// Matches a text against all wildcard patterns of one ignore file at once, in one pass over its bytes, whatever the patterns.
// Leaves to pattern.ts what the tokens mean, and to rule_set.ts which texts are matched.
//
// Every token of every pattern is one bit, set while the match has come up to that token. A byte moves all bits of a word in
// a few operations, so the time is (bytes of the text) x (tokens / 32): no backtracking.

import { addRange, type ByteSet, hasByte, SLASH } from "./bytes.ts";
import { ANY_BYTE, ANY_FOLDERS, STAR, type Token } from "./pattern.ts";

/** How far the match of every pattern has come. */
export type Progress = Int32Array;

export interface MachineRule {
  readonly tokens: readonly Token[];
  /** What `find` answers; ascends. */
  readonly index: number;
  readonly isDirectoryOnly: boolean;
}

export class Machine {
  readonly start: Progress;
  /** Tokens that are bytes, by their byte, and sets, by themselves: many of them are the same. */
  readonly #bytes: (number[] | undefined)[] = [];
  readonly #sets = new Map<ByteSet, number[]>();
  readonly #indexes = new Map<number, number>();
  readonly #rows: (Int32Array | undefined)[] = [];
  readonly #any: Int32Array;
  readonly #stay: Int32Array;
  readonly #stayOnSlash: Int32Array;
  readonly #enter: Int32Array;
  readonly #skip: Int32Array;
  readonly #accept: Int32Array;
  readonly #acceptFiles: Int32Array;
  /** What a text ends with if any pattern matches it: most texts end otherwise. */
  readonly #lastBytes: ByteSet = new Int32Array(8);
  // One for all calls: a call never waits, so two never overlap.
  readonly #now: Progress;

  constructor(rules: readonly MachineRule[]) {
    const cells = rules.reduce((sum, { tokens }) => sum + tokens.length + 1, 0);
    const makeBits = () => new Int32Array(Math.ceil(cells / 32));
    this.start = makeBits();
    this.#any = makeBits();
    this.#stay = makeBits();
    this.#stayOnSlash = makeBits();
    this.#enter = makeBits();
    this.#skip = makeBits();
    this.#accept = makeBits();
    this.#acceptFiles = makeBits();
    this.#now = makeBits();
    let cell = 0;
    for (const rule of rules) cell = this.#layOut(rule, cell);
  }

  /** Null when no pattern can match any longer. */
  advance(from: Progress, text: string): Progress | null {
    return this.#run(from, text) ? this.#now.slice() : null;
  }

  /** The last rule that matches once `text` is read, or -1. */
  find(from: Progress, text: string, isDirectory: boolean): number {
    const canMatch = text === "" || hasByte(this.#lastBytes, text.charCodeAt(text.length - 1));
    if (!canMatch || !this.#run(from, text)) return -1;
    const accept = isDirectory ? this.#accept : this.#acceptFiles;
    for (let word = this.#now.length - 1; word >= 0; word--) {
      const accepted = (this.#now[word] ?? 0) & (accept[word] ?? 0);
      if (accepted !== 0) return this.#indexes.get(word * 32 + 31 - Math.clz32(accepted)) ?? -1;
    }
    return -1;
  }

  // 1 advance: past the token that the byte matches. 2 stay: in a wildcard that takes any number. 3 enter: an ANY_FOLDERS just
  // reached may also stand for nothing. 4 skip: a star may at any time take no more. Neither 3 nor 4 can lead to a bit of its
  // own kind (the parser joins repeated ones), nor 4 to one of 3, so that once is enough.
  #run(from: Progress, text: string): boolean {
    const now = this.#now;
    const enter = this.#enter;
    const skip = this.#skip;
    // Mostly a word or two, for which `set` takes longer than all that follows.
    for (let word = 0; word < now.length; word++) now[word] = from[word] ?? 0;
    for (let at = 0; at < text.length; at++) {
      const byte = text.charCodeAt(at);
      const row = this.#rows[byte] ?? this.#makeRow(byte);
      const stay = byte === SLASH ? this.#stayOnSlash : this.#stay;
      let advanceCarry = 0;
      let enterCarry = 0;
      let skipCarry = 0;
      let alive = 0;
      for (let word = 0; word < now.length; word++) {
        const before = now[word] ?? 0;
        const matched = before & (row[word] ?? 0);
        const advanced = (matched << 1) | advanceCarry;
        advanceCarry = matched >>> 31;
        const entered = advanced & (enter[word] ?? 0);
        const reached = advanced | (before & (stay[word] ?? 0)) | (entered << 1) | enterCarry;
        enterCarry = entered >>> 31;
        const skipped = reached & (skip[word] ?? 0);
        const after = reached | (skipped << 1) | skipCarry;
        skipCarry = skipped >>> 31;
        now[word] = after;
        alive |= after;
      }
      if (alive === 0) return false;
    }
    return true;
  }

  /** The cells that this byte leads past. */
  #makeRow(byte: number): Int32Array {
    const row = (byte === SLASH ? this.#enter : this.#any).slice();
    for (const cell of this.#bytes[byte] ?? []) setBit(row, cell);
    for (const [set, cells] of this.#sets) {
      if (hasByte(set, byte)) for (const cell of cells) setBit(row, cell);
    }
    this.#rows[byte] = row;
    return row;
  }

  /** Returns the cell behind the rule's last. */
  #layOut({ tokens, index, isDirectoryOnly }: MachineRule, first: number): number {
    let cell = first;
    setBit(this.start, cell);
    for (const token of tokens) {
      this.#addToken(token, cell);
      // Steps 3 and 4 for the beginning, where every pattern has just been reached.
      if (hasBit(this.start, cell) && (hasBit(this.#enter, cell) || hasBit(this.#skip, cell)))
        setBit(this.start, cell + 1);
      cell++;
    }
    this.#addLast(tokens.at(-1));
    setBit(this.#accept, cell);
    this.#indexes.set(cell, index);
    if (!isDirectoryOnly) setBit(this.#acceptFiles, cell);
    return cell + 1;
  }

  #addToken(token: Token, cell: number): void {
    if (typeof token !== "number") {
      const cells = this.#sets.get(token) ?? [];
      this.#sets.set(token, cells);
      cells.push(cell);
    } else if (token < ANY_BYTE) {
      const cells = this.#bytes[token] ?? [];
      this.#bytes[token] = cells;
      cells.push(cell);
    } else if (token === ANY_BYTE) {
      setBit(this.#any, cell);
    } else {
      setBit(this.#stay, cell);
      setBit(token === ANY_FOLDERS ? this.#enter : this.#skip, cell);
      if (token !== STAR) setBit(this.#stayOnSlash, cell);
    }
  }

  #addLast(token: Token | undefined): void {
    if (typeof token === "number") {
      const [first, last] = token < ANY_BYTE ? [token, token] : [0, 255];
      addRange(this.#lastBytes, first, last);
    } else if (token !== undefined) {
      for (let word = 0; word < token.length; word++) {
        this.#lastBytes[word] = (this.#lastBytes[word] ?? 0) | (token[word] ?? 0);
      }
    }
  }
}

function setBit(bits: Int32Array, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31));
}

function hasBit(bits: Int32Array, index: number): boolean {
  return (((bits[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1;
}
