// Matches a text against all wildcard patterns of one ignore file at once, in one pass over its bytes, whatever the patterns.
// Leaves to pattern.ts what the tokens mean, and to rule_set.ts which texts are matched.
//
// Every token of every pattern is one bit, set while the match has come up to that token. A byte moves all bits of a word in
// a few operations, so the time is (bytes of the text) x (tokens / 32): no backtracking.

import { addRange, type ByteSet, hasByte, SLASH } from "./bytes.ts";
import { ANY_BYTE, ANY_FOLDERS, ANY_STAR, STAR, type Token } from "./pattern.ts";

/** How far the match of every pattern has come. */
export type Progress = Int32Array;

export interface MachineRule {
  readonly tokens: readonly Token[];
  /** What `find` answers; ascends. */
  readonly index: number;
  readonly isDirectoryOnly: boolean;
}

const ACCEPT = 260;
const SET = 261;

export class Machine {
  readonly start: Progress;
  readonly #cells: Int16Array;
  readonly #sets = new Map<number, ByteSet>();
  readonly #indexes = new Map<number, number>();
  readonly #rows: (Int32Array | undefined)[] = [];
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
    this.#cells = new Int16Array(rules.reduce((sum, { tokens }) => sum + tokens.length + 1, 0));
    const words = Math.ceil(this.#cells.length / 32);
    this.start = new Int32Array(words);
    this.#acceptFiles = new Int32Array(words);
    this.#layOut(rules);
    this.#stay = this.#bitsOf(STAR, ANY_STAR, ANY_FOLDERS);
    this.#stayOnSlash = this.#bitsOf(ANY_STAR, ANY_FOLDERS);
    this.#enter = this.#bitsOf(ANY_FOLDERS);
    this.#skip = this.#bitsOf(STAR, ANY_STAR);
    this.#accept = this.#bitsOf(ACCEPT);
    this.#spread(this.start);
    this.#now = new Int32Array(words);
  }

  /** Null when no pattern can match any longer. */
  advance(from: Progress, text: string): Progress | null {
    return this.#run(from, text) ? this.#now.slice() : null;
  }

  /** The last rule that matches once `text` is read, or -1. */
  find(from: Progress, text: string, isDirectory: boolean): number {
    if (!hasByte(this.#lastBytes, text.charCodeAt(text.length - 1)) || !this.#run(from, text)) return -1;
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

  /** Steps 3 and 4 for the beginning, where every pattern has just been reached. */
  #spread(progress: Progress): void {
    for (let cell = 0; cell < this.#cells.length; cell++) {
      const kind = this.#cells[cell];
      if ((kind === ANY_FOLDERS || kind === STAR || kind === ANY_STAR) && hasBit(progress, cell)) {
        setBit(progress, cell + 1);
      }
    }
  }

  /** The cells that this byte leads past. */
  #makeRow(byte: number): Int32Array {
    const row = new Int32Array(this.start.length);
    const passesAny = byte === SLASH ? ANY_FOLDERS : ANY_BYTE;
    for (let cell = 0; cell < this.#cells.length; cell++) {
      const kind = this.#cells[cell];
      if (kind === byte || kind === passesAny) setBit(row, cell);
      else if (kind === SET && hasByte(this.#sets.get(cell) ?? NO_BYTES, byte)) setBit(row, cell);
    }
    this.#rows[byte] = row;
    return row;
  }

  #layOut(rules: readonly MachineRule[]): void {
    let cell = 0;
    for (const { tokens, index, isDirectoryOnly } of rules) {
      setBit(this.start, cell);
      for (const token of tokens) {
        if (typeof token !== "number") this.#sets.set(cell, token);
        this.#cells[cell++] = typeof token === "number" ? token : SET;
      }
      this.#addLast(tokens.at(-1));
      this.#cells[cell] = ACCEPT;
      this.#indexes.set(cell, index);
      if (!isDirectoryOnly) setBit(this.#acceptFiles, cell);
      cell++;
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

  #bitsOf(...kinds: readonly number[]): Int32Array {
    const bits = new Int32Array(this.start.length);
    for (let cell = 0; cell < this.#cells.length; cell++) {
      if (kinds.includes(this.#cells[cell] ?? 0)) setBit(bits, cell);
    }
    return bits;
  }
}

const NO_BYTES: ByteSet = new Int32Array(8);

function setBit(bits: Int32Array, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31));
}

function hasBit(bits: Int32Array, index: number): boolean {
  return (((bits[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1;
}
