// Counts what a walk leaves out, by reason.

import type { Rule } from "../view/verdict.ts";

/** In the order in which they are written. `special`: a FIFO, socket or device. */
const REASONS = [
  ...(["hidden", "ignored", "excluded", "denied", "binary", "too_large", "unreadable", "linked", "special"] as const),
];

export type LeftOutReason = (typeof REASONS)[number];

/** Reasons that never applied are absent. */
export type LeftOutCounts = { [Reason in LeftOutReason]?: number };

export class LeftOut {
  readonly #counts = new Map<LeftOutReason, number>();
  #snapshot: LeftOutCounts | null = {};

  add(reason: LeftOutReason, count = 1): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
    this.#snapshot = null;
  }

  /** Counts what a rule has left out. */
  addBy(rule: Rule): void {
    const reason = reasonOf(rule);
    if (reason !== null) this.add(reason);
  }

  addAll(others: LeftOut): void {
    for (const [reason, count] of others.#counts) this.add(reason, count);
  }

  /** The current counts, which must not be changed. The same object while nothing is added. */
  snapshot(): Readonly<LeftOutCounts> {
    this.#snapshot ??= Object.fromEntries(
      REASONS.flatMap((reason) => (this.#counts.has(reason) ? [[reason, this.#counts.get(reason)]] : [])),
    );
    return this.#snapshot;
  }
}

/** Null if it is not counted. */
function reasonOf(rule: Rule): LeftOutReason | null {
  switch (rule.rule) {
    case "hidden":
    case "ignored":
    case "denied":
      return rule.rule;
    case "always":
    case "default":
    case "excluded":
      return "excluded";
    case "kind":
      return rule.counts;
    default:
      return "unreadable";
  }
}

/** For the head of a text form; null if nothing was left out. `first` precedes the counts. */
export function describeLeftOut(counts: Readonly<LeftOutCounts>, first: readonly string[] = []): string | null {
  const items = REASONS.flatMap((reason) => {
    const count = counts[reason];
    return count === undefined ? [] : [`${count} ${reason.replace("_", " ")}`];
  });
  const all = [...first, ...items];
  return all.length === 0 ? null : `left out: ${all.join(", ")}`;
}
