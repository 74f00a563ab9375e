// The tree on the screen. Only the visible rows and the focused one are elements, so that folders of any size scroll.

import type { Seen } from "../seen.ts";
import { el } from "./dom.ts";
import { TreeKeys, type TreeStep } from "./tree_keys.ts";
import { isNote, type Row, type TreeNode, toRows } from "./tree_model.ts";
import { drawRow, makeRow, ROW_HEIGHT } from "./tree_row.ts";

export interface TreeEvents {
  onToggle(node: TreeNode): void;
  onChoose(node: TreeNode): void;
}

/** Drawn above and below the visible rows. */
const MARGIN_ROWS = 8;

export class TreeView {
  readonly #scroller: HTMLElement;
  readonly #space = el("div", { class: "tree-space", role: "none" });
  readonly #seen: Seen;
  readonly #events: TreeEvents;
  readonly #keys = new TreeKeys();
  readonly #elements = new Map<Row, HTMLElement>();
  #root: TreeNode | null = null;
  #rows: readonly Row[] = [];
  #active: Row | null = null;
  #selected: TreeNode | null = null;
  #isDue = false;

  constructor(scroller: HTMLElement, seen: Seen, events: TreeEvents) {
    this.#scroller = scroller;
    this.#seen = seen;
    this.#events = events;
    scroller.append(this.#space);
    scroller.addEventListener("scroll", () => this.drawSoon());
    scroller.addEventListener("keydown", (event) => this.#press(event));
    scroller.addEventListener("click", (event) => this.#click(event));
    new ResizeObserver(() => this.drawSoon()).observe(scroller);
  }

  show(root: TreeNode): void {
    this.#root = root;
    this.#active = null;
    this.#selected = null;
    this.update();
  }

  /** Call this after folders were opened, closed or listed. */
  update(): void {
    if (this.#root === null) return;
    this.#rows = toRows(this.#root);
    if (this.#active === null || !this.#rows.includes(this.#active)) this.#active = this.#findNearest();
    this.#draw();
  }

  get selected(): TreeNode | null {
    return this.#selected;
  }

  select(node: TreeNode): void {
    this.#selected = node;
    this.#active = node;
    this.#scrollTo(this.#rows.indexOf(node));
    this.#draw();
  }

  drawSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#draw();
    });
  }

  /** For a row that is gone: the nearest remaining folder around it. */
  #findNearest(): Row | null {
    let row: Row | null = this.#active;
    while (row !== null && !this.#rows.includes(row)) row = row.parent;
    return row ?? this.#rows[0] ?? null;
  }

  #draw(): void {
    const hadFocus = this.#space.contains(document.activeElement);
    this.#space.style.height = `${this.#rows.length * ROW_HEIGHT}px`;
    const wanted = this.#findWanted();
    const kept = new Set(wanted.map((index) => this.#rows[index]));
    for (const [row, element] of this.#elements) {
      if (kept.has(row)) continue;
      element.remove();
      this.#elements.delete(row);
    }
    let next = this.#space.firstElementChild;
    for (const index of wanted) next = this.#place(index, next);
    if (hadFocus && !this.#space.contains(document.activeElement)) this.#focusActive();
  }

  /** In order, so that existing elements never move and keep the focus. */
  #place(index: number, next: Element | null): Element | null {
    const row = this.#rows[index];
    if (row === undefined) return next;
    const element = this.#elements.get(row) ?? makeRow();
    this.#elements.set(row, element);
    drawRow(element, row, this.#seen, { index, isActive: row === this.#active, isSelected: row === this.#selected });
    if (element === next) return next.nextElementSibling;
    this.#space.insertBefore(element, next);
    return next;
  }

  #findWanted(): number[] {
    const { scrollTop, clientHeight } = this.#scroller;
    const first = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - MARGIN_ROWS);
    const end = Math.min(this.#rows.length, Math.ceil((scrollTop + clientHeight) / ROW_HEIGHT) + MARGIN_ROWS);
    const wanted = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
    const active = this.#active === null ? -1 : this.#rows.indexOf(this.#active);
    if (active !== -1 && active < first) wanted.unshift(active);
    else if (active >= end) wanted.push(active);
    return wanted;
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#active === null) return;
    const at = this.#rows.indexOf(this.#active);
    const pageRows = Math.max(1, Math.floor(this.#scroller.clientHeight / ROW_HEIGHT) - 1);
    const step = this.#keys.find(event, this.#rows, at, pageRows);
    if (step === null) return;
    event.preventDefault();
    this.#take(step);
  }

  #take(step: TreeStep): void {
    if ("to" in step) {
      this.#moveTo(step.to);
      return;
    }
    const row = this.#rows["toggle" in step ? step.toggle : step.choose];
    if (row === undefined || isNote(row)) return;
    if ("toggle" in step) this.#events.onToggle(row);
    else this.#events.onChoose(row);
  }

  #moveTo(index: number): void {
    this.#active = this.#rows[index] ?? this.#active;
    this.#scrollTo(index);
    this.#draw();
    this.#focusActive();
  }

  #click({ target }: MouseEvent): void {
    if (!(target instanceof Element)) return;
    const found = [...this.#elements].find(([, element]) => element.contains(target));
    if (found === undefined) return;
    const [row] = found;
    this.#active = row;
    const wasSelected = row === this.#selected;
    const isTwisty = target.closest(".twisty") !== null;
    if (!isNote(row)) {
      if (isTwisty || !row.isOpen || wasSelected) this.#events.onToggle(row);
      if (!isTwisty) this.#events.onChoose(row);
    }
    this.#draw();
    this.#focusActive();
  }

  #scrollTo(index: number): void {
    if (index < 0) return;
    const top = index * ROW_HEIGHT;
    const { scrollTop, clientHeight } = this.#scroller;
    if (top < scrollTop) this.#scroller.scrollTop = top;
    else if (top + ROW_HEIGHT > scrollTop + clientHeight) this.#scroller.scrollTop = top + ROW_HEIGHT - clientHeight;
  }

  #focusActive(): void {
    if (this.#active !== null) this.#elements.get(this.#active)?.focus({ preventScroll: true });
  }
}
