// Lays out patterns as a row of cells, one bit of the automaton each. A cell is set while some match has reached it. Characters lead from a
// cell to the next one; links need no character. Patterns are added one by one, so that large rule files can be compiled in time slices.

import { type CharSet, INVALID_BYTE } from "./char_sets.ts";
import { type Assertion, isNullable, type PatternNode } from "./tree.ts";

const ANY: CharSet = [[0, INVALID_BYTE]];

export interface Rule {
  /** In sequence. */
  readonly nodes: readonly PatternNode[];
  /** The automaton's answer if this is the last rule that matches. */
  readonly index: number;
  /** Matches a path only if it is a directory. */
  readonly isDirectoryOnly?: boolean;
  /** A match may also start after every slash. */
  readonly floats?: boolean;
}

/** From one cell to another, without a character. */
export interface Link {
  readonly from: number;
  readonly to: number;
}

export interface AssertedLink extends Link {
  /** The link applies only if this assertion holds. */
  readonly assertion?: Assertion;
}

export class Cells {
  count = 0;
  /** By the characters that lead to the next cell. */
  readonly leaving = new Map<CharSet, number[]>();
  /** Cells whose characters also lead back to the same cell. */
  readonly staying: number[] = [];
  /** Cells that are never reached without the next one, as if linked to it. The next one is not among them. */
  readonly optional: number[] = [];
  /**
   * A link back starts at the end of the repeated cells and leads to the first of them. All other paths enter these cells at the first one
   * and leave from the last. So no path without characters needs more than one such link.
   */
  readonly links: AssertedLink[] = [];
  readonly assertions = new Set<Assertion>();
  readonly starts: number[] = [];
  /** The starts that are reached again after every slash. */
  readonly floating: number[] = [];
  /** The cells where rules have matched, with the rules' indexes. */
  readonly ends = new Map<number, number>();
  /** The ends that also count for files. */
  readonly fileEnds: number[] = [];
  /** The last character of a match is in one of these, unless the match is empty. */
  readonly lasts = new Set<CharSet>();

  add({ nodes, index, isDirectoryOnly, floats }: Rule): void {
    this.starts.push(this.count);
    if (floats) this.floating.push(this.count);
    for (const node of nodes) this.#add(node);
    const last = nodes.at(-1);
    this.lasts.add(last?.kind === "chars" ? last.set.ranges : ANY);
    this.ends.set(this.count, index);
    if (!isDirectoryOnly) this.fileEnds.push(this.count);
    this.count += 1;
  }

  #add(node: PatternNode): void {
    if (node.kind === "chars") this.#addChars(node.set.ranges);
    else if (node.kind === "assertion") this.#addAssertion(node.assertion);
    else if (node.kind === "sequence") for (const item of node.items) this.#add(item);
    else if (node.kind === "choice") this.#addChoice(node.items);
    else if (node.kind === "repeat") this.#addRepeat(node.item, node.min, node.max);
  }

  #addChars(set: CharSet): void {
    const cells = this.leaving.get(set);
    if (cells === undefined) this.leaving.set(set, [this.count]);
    else cells.push(this.count);
    this.count += 1;
  }

  #addAssertion(assertion: Assertion): void {
    this.assertions.add(assertion);
    this.links.push({ from: this.count, to: this.count + 1, assertion });
    this.count += 1;
  }

  #addChoice(items: readonly PatternNode[]): void {
    const fork = this.count++;
    const ends: number[] = [];
    for (const [index, item] of items.entries()) {
      this.links.push({ from: fork, to: this.count });
      this.#add(item);
      if (index < items.length - 1) ends.push(this.count++);
    }
    for (const end of ends) this.links.push({ from: end, to: this.count });
  }

  #addRepeat(item: PatternNode, min: number, max: number): void {
    const isEndless = max === Number.POSITIVE_INFINITY;
    for (let copy = isEndless ? 1 : 0; copy < min; copy++) this.#add(item);
    if (isEndless && min === 0) this.#addOptional(item, true);
    else if (isEndless) this.#addLoop(item);
    else for (let copy = min; copy < max; copy++) this.#addOptional(item, false);
  }

  #addOptional(item: PatternNode, isLoop: boolean): void {
    const first = this.count;
    const add = () => (isLoop ? this.#addLoop(item) : this.#add(item));
    if (item.kind === "chars") {
      if (this.optional.at(-1) === first - 1) this.links.push({ from: first, to: first + 1 });
      else this.optional.push(first);
      add();
      return;
    }
    // No extra cell is needed if the first cell is only reached from outside.
    const hasFork = !isNullable(item) && (isLoop || item.kind !== "choice");
    if (hasFork) this.links.push({ from: this.count++, to: this.count });
    add();
    if (!isNullable(item)) this.links.push({ from: first, to: this.count });
  }

  #addLoop(item: PatternNode): void {
    const first = this.count;
    this.#add(item);
    if (item.kind === "chars") {
      this.staying.push(first);
      return;
    }
    const end = this.count++;
    this.links.push({ from: end, to: first }, { from: end, to: this.count });
  }
}

/** A set of cells. */
export type Bits = Int32Array;

/** This many words, with these bits set. */
export function toBits(words: number, indexes: readonly number[]): Bits {
  const bits = new Int32Array(words);
  setBits(bits, indexes);
  return bits;
}

export function setBits(bits: Bits, indexes: readonly number[]): void {
  for (let at = 0; at < indexes.length; at++) {
    const index = indexes[at] as number;
    bits[index >>> 5] = (bits[index >>> 5] as number) | (1 << (index & 31));
  }
}
