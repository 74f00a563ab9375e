// Finds the row that a key moves to, according to the ARIA practices for trees.

import { canOpen, isNote, type Row } from "./tree_model.ts";

export type TreeStep = { readonly to: number } | { readonly toggle: number } | { readonly choose: number };

const TYPED_TOGETHER_MS = 700;

export class TreeKeys {
  #typed = "";
  #typedAt = 0;

  /** Null: the key has no meaning here. */
  find({ key, timeStamp }: KeyboardEvent, rows: readonly Row[], at: number, pageRows: number): TreeStep | null {
    const last = rows.length - 1;
    const clamp = (to: number) => ({ to: Math.max(0, Math.min(last, to)) });
    const steps: Readonly<Record<string, () => TreeStep | null>> = {
      ArrowDown: () => clamp(at + 1),
      ArrowUp: () => clamp(at - 1),
      PageDown: () => clamp(at + pageRows),
      PageUp: () => clamp(at - pageRows),
      Home: () => clamp(0),
      End: () => clamp(last),
      ArrowRight: () => stepIn(rows, at),
      ArrowLeft: () => stepOut(rows, at),
      Enter: () => ({ choose: at }),
      " ": () => ({ choose: at }),
    };
    const step = steps[key];
    if (step !== undefined) return step();
    return [...key].length === 1 ? this.#findTyped(key, timeStamp, rows, at) : null;
  }

  /** The next row whose name starts with the typed text. */
  #findTyped(key: string, now: number, rows: readonly Row[], at: number): TreeStep | null {
    this.#typed = (now - this.#typedAt < TYPED_TOGETHER_MS ? this.#typed : "") + key.toLowerCase();
    this.#typedAt = now;
    const start = this.#typed.length === 1 ? at + 1 : at;
    const turned = [...rows.keys()].map((index) => (start + index) % rows.length);
    const found = turned.find((index) => nameOf(rows[index]).startsWith(this.#typed));
    return found === undefined ? null : { to: found };
  }
}

function nameOf(row: Row | undefined): string {
  return row === undefined || isNote(row) ? "" : row.entry.name.toLowerCase();
}

/** Opens a closed folder; in an open one, moves to its first entry. */
function stepIn(rows: readonly Row[], at: number): TreeStep | null {
  const row = rows[at];
  if (row === undefined || isNote(row) || !canOpen(row)) return null;
  return row.isOpen ? { to: Math.min(at + 1, rows.length - 1) } : { toggle: at };
}

/** Closes an open folder; otherwise moves to the parent folder. */
function stepOut(rows: readonly Row[], at: number): TreeStep | null {
  const row = rows[at];
  if (row === undefined) return null;
  if (!isNote(row) && row.isOpen) return { toggle: at };
  const parent = row.parent === null ? -1 : rows.indexOf(row.parent);
  return parent === -1 ? null : { to: parent };
}
