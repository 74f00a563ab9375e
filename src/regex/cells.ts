// Lays out patterns as a row of cells, one bit of the automaton each. A cell is set while some match has reached it. Patterns are added one
// by one, so that large rule files can be compiled in time slices.

import { addRange, type ByteSet, setBit } from "./bytes.ts";
import type { Link } from "./closure.ts";
import { ANY_FOLDERS, type Part, type Run } from "./parts.ts";

export interface PatternRule {
  readonly parts: readonly Part[];
  /** The automaton's answer if this is the last rule that matches. */
  readonly index: number;
  /** Matches a text only if it is a directory. */
  readonly isDirectoryOnly?: boolean;
}

export type Label = number | ByteSet;

export class Cells {
  count = 0;
  /** By the bytes that lead to the next cell. */
  readonly leaving = new Map<Label, number[]>();
  /** By the bytes that lead back to the same cell. */
  readonly staying = new Map<Label, number[]>();
  /** Once reached, they lead to the next cell without a byte. The next cell is never optional. */
  readonly optional: number[] = [];
  /** Transitions without a byte, all of them forward; no byte leads on from the cells where they start. */
  readonly forks: Link[] = [];
  /** The cells where rules have matched, with the rules' indexes. */
  readonly ends = new Map<number, number>();
  /** The ends that also count for files. */
  readonly fileEnds: number[] = [];
  readonly starts: number[] = [];
  /** A text that matches any pattern is empty or ends with one of these. */
  readonly lastBytes: ByteSet = new Int32Array(8);
  /** The starts that are reached again after every slash. */
  readonly floating: number[] = [];

  add({ parts, index, isDirectoryOnly }: PatternRule): void {
    const floats = parts[0] === ANY_FOLDERS;
    this.starts.push(this.count);
    if (floats) this.floating.push(this.count);
    this.#addAll(floats ? parts.slice(1) : parts);
    this.#addLast(parts.at(-1));
    this.ends.set(this.count, index);
    if (!isDirectoryOnly) this.fileEnds.push(this.count);
    this.count += 1;
  }

  #addAll(parts: readonly Part[]): void {
    let previous: Part | undefined;
    for (const part of parts) {
      if (typeof part === "number" || part instanceof Int32Array) this.#addByte(part);
      else if ("choices" in part) this.#addChoices(part.choices);
      else this.#addRun(part, previous);
      previous = part;
    }
  }

  #addLast(part: Part | undefined): void {
    const { lastBytes } = this;
    if (typeof part === "number") addRange(lastBytes, part, part);
    else if (part instanceof Int32Array)
      for (const [at, word] of part.entries()) lastBytes[at] = (lastBytes[at] ?? 0) | word;
    // It may be empty, so any byte may come last.
    else if (part !== undefined) lastBytes.fill(-1);
  }

  #addByte(label: Label): void {
    addCell(this.leaving, label, this.count);
    this.count += 1;
  }

  #addRun({ stay, leave }: Run, previous: Part | undefined): void {
    if (typeof previous === "object" && "stay" in previous) this.forks.push({ from: this.count++, to: this.count });
    this.optional.push(this.count);
    addCell(this.staying, stay, this.count);
    this.#addByte(leave);
  }

  #addChoices(choices: readonly (readonly Part[])[]): void {
    const fork = this.count++;
    const ends: number[] = [];
    for (const choice of choices) {
      this.forks.push({ from: fork, to: this.count });
      this.#addAll(choice);
      ends.push(this.count++);
    }
    for (const end of ends) this.forks.push({ from: end, to: this.count });
  }
}

export function addCell<Label>(cellsOf: Map<Label, number[]>, label: Label, cell: number): void {
  const cells = cellsOf.get(label);
  if (cells === undefined) cellsOf.set(label, [cell]);
  else cells.push(cell);
}

/** The cells whose label is of that kind, as bits. */
export function selectCells<Label>(
  words: number,
  cellsOf: ReadonlyMap<Label, readonly number[]>,
  isIn: (label: Label) => boolean,
): Int32Array {
  const bits = new Int32Array(words);
  for (const [label, cells] of cellsOf) if (isIn(label)) for (const cell of cells) setBit(bits, cell);
  return bits;
}
