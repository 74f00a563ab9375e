// Lays out a regular expression as a row of cells, one bit of the automaton each. A cell is set while some match has reached it. Characters
// lead from a cell to the next one; links need no character.

import { addCell } from "./cells.ts";
import type { Link } from "./closure.ts";
import { type CharSet, hashOf, isEqual } from "./ranges.ts";
import { type Assertion, isNullable, type RegexNode } from "./regex_tree.ts";

export interface AssertedLink extends Link {
  /** The link applies only if this assertion holds. */
  readonly assertion?: Assertion;
}

export class RegexCells {
  count = 0;
  /** By the characters that lead to the next cell. */
  readonly leaving = new Map<CharSet, number[]>();
  /** Cells whose characters also lead back to the same cell. */
  readonly staying: number[] = [];
  /**
   * A link back starts at the end of the repeated cells and leads to the first of them. All other paths enter these cells at the first one
   * and leave from the last. So no path without characters needs more than one such link.
   */
  readonly links: AssertedLink[] = [];
  readonly assertions = new Set<Assertion>();
  /** By set: the one in `leaving` that is equal to it. */
  readonly #equals = new Map<CharSet, CharSet>();
  /** By `hashOf`. */
  readonly #sets = new Map<number, CharSet[]>();

  /** A match starts at cell 0, and is complete at the last cell. */
  constructor(node: RegexNode) {
    this.#add(node);
    this.count += 1;
  }

  #add(node: RegexNode): void {
    if (node.kind === "chars") this.#addChars(node.set.ranges);
    else if (node.kind === "assertion") this.#addAssertion(node.assertion);
    else if (node.kind === "sequence") for (const item of node.items) this.#add(item);
    else if (node.kind === "choice") this.#addChoice(node.items);
    else if (node.kind === "repeat") this.#addRepeat(node.item, node.min, node.max);
  }

  #addChars(given: CharSet): void {
    const set = this.#equals.get(given) ?? this.#findEqual(given);
    this.#equals.set(given, set);
    addCell(this.leaving, set, this.count);
    this.count += 1;
  }

  #findEqual(given: CharSet): CharSet {
    const hash = hashOf(given);
    const known = this.#sets.get(hash) ?? [];
    const equal = known.find((set) => isEqual(set, given));
    if (equal === undefined) this.#sets.set(hash, [...known, given]);
    return equal ?? given;
  }

  #addAssertion(assertion: Assertion): void {
    this.assertions.add(assertion);
    this.links.push({ from: this.count, to: this.count + 1, assertion });
    this.count += 1;
  }

  #addChoice(items: readonly RegexNode[]): void {
    const fork = this.count++;
    const ends: number[] = [];
    for (const [index, item] of items.entries()) {
      this.links.push({ from: fork, to: this.count });
      this.#add(item);
      if (index < items.length - 1) ends.push(this.count++);
    }
    for (const end of ends) this.links.push({ from: end, to: this.count });
  }

  #addRepeat(item: RegexNode, min: number, max: number): void {
    const isEndless = max === Number.POSITIVE_INFINITY;
    for (let copy = isEndless ? 1 : 0; copy < min; copy++) this.#add(item);
    if (isEndless && min === 0) this.#addOptional(item, true);
    else if (isEndless) this.#addLoop(item);
    else for (let copy = min; copy < max; copy++) this.#addOptional(item, false);
  }

  #addOptional(item: RegexNode, isLoop: boolean): void {
    const first = this.count;
    // No extra cell is needed if the first cell is only reached from outside.
    const hasFork = item.kind !== "chars" && !isNullable(item) && (isLoop || item.kind !== "choice");
    if (hasFork) this.links.push({ from: this.count++, to: this.count });
    if (isLoop) this.#addLoop(item);
    else this.#add(item);
    if (item.kind === "chars" || !isNullable(item)) this.links.push({ from: first, to: this.count });
  }

  #addLoop(item: RegexNode): void {
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
