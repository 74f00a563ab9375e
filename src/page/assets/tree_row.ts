// Draws one row of the tree.

import type { MarkedEntry } from "../../explain/marks/types.ts";
import { showInvisible } from "../../input/sanitize.ts";
import type { Seen, Uses } from "../seen.ts";
import { drawName, el, icon, setAll } from "./dom.ts";
import { canOpen, countSiblings, isNote, type Note, type Row, type TreeNode } from "./tree_model.ts";
import { MARK_WORDS, toCount } from "./words.ts";

/** In pixels, the same as in page.css. */
export const ROW_HEIGHT = 30;

export interface RowState {
  readonly index: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
}

export function makeRow(): HTMLElement {
  return el("div", { role: "treeitem", class: "row" });
}

export function drawRow(element: HTMLElement, row: Row, seen: Seen, { index, isActive, isSelected }: RowState): void {
  element.style.transform = `translateY(${index * ROW_HEIGHT}px)`;
  setAll(element, {
    tabindex: isActive ? 0 : -1,
    "aria-setsize": countSiblings(row),
    "aria-selected": isSelected ? "true" : "false",
  });
  if (isNote(row)) drawNote(element, row);
  else drawNode(element, row, seen);
}

function drawNote(element: HTMLElement, { text, isProblem, parent }: Note): void {
  element.style.setProperty("--level", String(parent.level));
  setAll(element, {
    class: isProblem ? "row note failed" : "row note",
    title: text,
    "aria-level": parent.level + 1,
    "aria-posinset": (parent.children?.length ?? 0) + 1,
    "aria-disabled": "true",
  });
  element.replaceChildren(el("span", {}, text));
}

function drawNode(element: HTMLElement, node: TreeNode, seen: Seen): void {
  const { entry, level, position, isOpen } = node;
  const opens = canOpen(node);
  const uses = seen.usesOf(entry.path);
  const isAbove = uses === null && !isOpen && seen.isAbove(entry.path);
  const looked = [...describeUses(uses), ...describeInside(entry.path, isAbove, seen)];
  const label = describe(node, looked);
  element.style.setProperty("--level", String(level - 1));
  setAll(element, { "aria-level": level, "aria-posinset": position, "aria-expanded": opens && String(isOpen) });
  // Redrawn only if something changed, because this runs on every scroll step.
  if (element.getAttribute("aria-label") === label) return;
  setAll(element, { class: `row mark-${entry.mark} kind-${entry.kind}`, "aria-label": label, title: label });
  element.replaceChildren(
    el("span", { class: "twisty" }, ...(opens ? [icon("twisty")] : [])),
    icon(entry.kind),
    el("bdi", { class: "name" }, ...drawName(entry.name)),
    " ",
    el("bdi", { class: "rule" }, ...drawName(toShortRule(entry))),
    ...(looked.length === 0 ? [] : [el("span", { class: uses?.read ? "eye" : "eye above" }, icon("seen"))]),
    el("span", { class: "mark" }, icon(entry.mark)),
  );
}

/** The mark already says what happens, and the row is narrow. */
function toShortRule({ rule }: MarkedEntry): string {
  const short = rule?.replace(/^(?:ignored|denied|content denied) by (?:the )?/, "").replace(/^leads .*/, "");
  return short ?? "";
}

const KIND_WORDS = { directory: "folder", file: "file", symlink: "link", other: "special file" } as const;

function* describeUses(uses: Uses | null): Iterable<string> {
  if (uses === null) return;
  const { read, searched, listed } = uses;
  if (read > 0) yield `content given in ${toCount(read, "call")}`;
  if (searched > 0) yield `opened by a search in ${toCount(searched, "call")}`;
  if (listed > 0) yield `listed in ${toCount(listed, "call")}`;
}

function* describeInside(path: string, isAbove: boolean, seen: Seen): Iterable<string> {
  if (seen.isPartly(path)) yield "agents looked inside; not everything is marked";
  else if (isAbove) yield "agents looked inside";
}

function describe({ entry }: TreeNode, looked: readonly string[]): string {
  const rule = toShortRule(entry);
  // Starts with the visible text of the row, so that voice control works.
  const shown = `${showInvisible(entry.name)}${rule === "" ? "" : ` ${showInvisible(rule)}`}`;
  return [shown, KIND_WORDS[entry.kind], MARK_WORDS[entry.mark], ...looked].join(", ");
}
