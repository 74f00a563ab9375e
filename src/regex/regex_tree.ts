// A regular expression as a simplified tree: without groups and redundant parts.

import type { RegexSet } from "./regex_sets.ts";

/** The start or end of the line, a word border, or no word border. */
export type Assertion = "start" | "end" | "border" | "noBorder";

export type RegexNode =
  | { readonly kind: "empty"; readonly size: 0 }
  | { readonly kind: "chars"; readonly set: RegexSet; readonly size: 1 }
  | { readonly kind: "assertion"; readonly assertion: Assertion; readonly size: 1 }
  | { readonly kind: "sequence"; readonly items: readonly RegexNode[]; readonly size: number }
  | { readonly kind: "choice"; readonly items: readonly RegexNode[]; readonly size: number }
  | {
      readonly kind: "repeat";
      readonly item: RegexNode;
      readonly min: number;
      readonly max: number;
      readonly size: number;
    };
// `size` is the number of positions, with repetitions expanded.

export const EMPTY: RegexNode = { kind: "empty", size: 0 };

export function toChars(set: RegexSet): RegexNode {
  return { kind: "chars", set, size: 1 };
}

export function toAssertion(assertion: Assertion): RegexNode {
  return { kind: "assertion", assertion, size: 1 };
}

export function toSequence(items: readonly RegexNode[]): RegexNode {
  const parts = items.flatMap((item) => (item.kind === "sequence" ? item.items : item.kind === "empty" ? [] : [item]));
  return join("sequence", parts) ?? EMPTY;
}

/** `unite` makes one set of several. */
export function toChoice(items: readonly RegexNode[], unite: (sets: readonly RegexSet[]) => RegexSet): RegexNode {
  const parts = items.flatMap((item) => (item.kind === "choice" ? item.items : item.kind === "empty" ? [] : [item]));
  const sets = parts.flatMap((item) => (item.kind === "chars" ? [item.set] : []));
  const longer = parts.filter((item) => item.kind !== "chars");
  const choice = join("choice", sets.length === 0 ? longer : [toChars(unite(sets)), ...longer]) ?? EMPTY;
  return items.some((item) => item.kind === "empty") ? toRepeat(choice, 0, 1) : choice;
}

function join(kind: "sequence" | "choice", items: readonly RegexNode[]): RegexNode | undefined {
  if (items.length < 2) return items[0];
  return { kind, items, size: items.reduce((sum, item) => sum + item.size, 0) };
}

/** `max` may be infinite. */
export function toRepeat(item: RegexNode, min: number, max: number): RegexNode {
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
export function isNullable(node: RegexNode): boolean {
  if (node.kind === "sequence") return node.items.every(isNullable);
  if (node.kind === "choice") return node.items.some(isNullable);
  if (node.kind === "repeat") return node.min === 0 || isNullable(node.item);
  return node.kind === "empty";
}

/** All sets of characters, each once. */
export function listSets(node: RegexNode, listed = new Set<RegexSet>()): ReadonlySet<RegexSet> {
  if (node.kind === "chars") listed.add(node.set);
  else if (node.kind === "sequence" || node.kind === "choice") for (const item of node.items) listSets(item, listed);
  else if (node.kind === "repeat") listSets(node.item, listed);
  return listed;
}

const MIRRORED = { start: "end", end: "start", border: "border", noBorder: "noBorder" } as const;

/** Matches the same texts read backwards. */
export function reverse(node: RegexNode): RegexNode {
  if (node.kind === "assertion") return { ...node, assertion: MIRRORED[node.assertion] };
  if (node.kind === "sequence") return { ...node, items: node.items.map(reverse).reverse() };
  if (node.kind === "choice") return { ...node, items: node.items.map(reverse) };
  return node.kind === "repeat" ? { ...node, item: reverse(node.item) } : node;
}
