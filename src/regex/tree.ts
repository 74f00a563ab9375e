// A pattern as a simplified tree, without groups and redundant parts: the one form that regular expressions, globs and ignore patterns take.

import type { LazySet } from "./lazy_sets.ts";

/** The start or end of the line, a word border, or no word border. */
export type Assertion = "start" | "end" | "border" | "noBorder";

export type PatternNode =
  | { readonly kind: "empty"; readonly size: 0 }
  | { readonly kind: "chars"; readonly set: LazySet; readonly size: 1 }
  | { readonly kind: "assertion"; readonly assertion: Assertion; readonly size: 1 }
  | { readonly kind: "sequence"; readonly items: readonly PatternNode[]; readonly size: number }
  | { readonly kind: "choice"; readonly items: readonly PatternNode[]; readonly size: number }
  | {
      readonly kind: "repeat";
      readonly item: PatternNode;
      readonly min: number;
      readonly max: number;
      readonly size: number;
    };
// `size` is the number of positions, with repetitions expanded.

export const EMPTY: PatternNode = { kind: "empty", size: 0 };

export function toChars(set: LazySet): PatternNode {
  return { kind: "chars", set, size: 1 };
}

export function toAssertion(assertion: Assertion): PatternNode {
  return { kind: "assertion", assertion, size: 1 };
}

export function toSequence(items: readonly PatternNode[]): PatternNode {
  const parts = items.flatMap((item) => (item.kind === "sequence" ? item.items : item.kind === "empty" ? [] : [item]));
  return join("sequence", parts) ?? EMPTY;
}

/** `unite` makes one set of several. */
export function toChoice(items: readonly PatternNode[], unite: (sets: readonly LazySet[]) => LazySet): PatternNode {
  const parts = items.flatMap((item) => (item.kind === "choice" ? item.items : item.kind === "empty" ? [] : [item]));
  const sets = parts.flatMap((item) => (item.kind === "chars" ? [item.set] : []));
  const longer = parts.filter((item) => item.kind !== "chars");
  const choice = join("choice", sets.length === 0 ? longer : [toChars(unite(sets)), ...longer]) ?? EMPTY;
  return items.some((item) => item.kind === "empty") ? toRepeat(choice, 0, 1) : choice;
}

function join(kind: "sequence" | "choice", items: readonly PatternNode[]): PatternNode | undefined {
  if (items.length < 2) return items[0];
  return { kind, items, size: items.reduce((sum, item) => sum + item.size, 0) };
}

/** `max` may be infinite. */
export function toRepeat(item: PatternNode, min: number, max: number): PatternNode {
  if (item.kind === "empty" || max === 0) return EMPTY;
  if (min === 1 && max === 1) return item;
  // Repeating an assertion changes nothing.
  if (item.kind === "assertion") return min === 0 ? EMPTY : item;
  if (item.kind === "repeat" && isSimple(item.min, item.max) && isSimple(min, max)) {
    return toRepeat(item.item, Math.min(min, item.min), Math.max(max, item.max));
  }
  const copies = max === Number.POSITIVE_INFINITY ? Math.max(min, 1) : max;
  return { kind: "repeat", item, min, max, size: item.size * copies };
}

/** `?`, `*` or `+`: two of them in a row can be merged. */
function isSimple(min: number, max: number): boolean {
  return min <= 1 && (max === 1 || max === Number.POSITIVE_INFINITY);
}

/** Whether it matches the empty text at every position. An assertion does so only at some. */
export function isNullable(node: PatternNode): boolean {
  if (node.kind === "sequence") return node.items.every(isNullable);
  if (node.kind === "choice") return node.items.some(isNullable);
  if (node.kind === "repeat") return node.min === 0 || isNullable(node.item);
  return node.kind === "empty";
}

/** All sets of characters, each once. */
export function listSets(node: PatternNode, listed = new Set<LazySet>()): ReadonlySet<LazySet> {
  if (node.kind === "chars") listed.add(node.set);
  else if (node.kind === "sequence" || node.kind === "choice") for (const item of node.items) listSets(item, listed);
  else if (node.kind === "repeat") listSets(node.item, listed);
  return listed;
}

const MIRRORED = { start: "end", end: "start", border: "border", noBorder: "noBorder" } as const;

/** Matches the same texts read backwards. */
export function reverse(node: PatternNode): PatternNode {
  if (node.kind === "assertion") return { ...node, assertion: MIRRORED[node.assertion] };
  if (node.kind === "sequence") return { ...node, items: node.items.map(reverse).reverse() };
  if (node.kind === "choice") return { ...node, items: node.items.map(reverse) };
  return node.kind === "repeat" ? { ...node, item: reverse(node.item) } : node;
}
