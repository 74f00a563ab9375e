// Counts what a walk leaves out, by reason.

/** In the order in which they are written out. */
const REASONS = ["hidden", "ignored", "excluded", "denied", "binary", "too_large", "unreadable", "linked"] as const;

export type LeftOutReason = (typeof REASONS)[number];

/** Reasons that never applied are absent. */
export type LeftOutCounts = { [Reason in LeftOutReason]?: number };

export class LeftOut {
  readonly #counts = new Map<LeftOutReason, number>();
  #snapshot: LeftOutCounts | null = {};

  add(reason: LeftOutReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
    this.#snapshot = null;
  }

  /** As it is now; not to be changed. The same object as long as nothing is added. */
  snapshot(): Readonly<LeftOutCounts> {
    this.#snapshot ??= Object.fromEntries(
      REASONS.flatMap((reason) => (this.#counts.has(reason) ? [[reason, this.#counts.get(reason)]] : [])),
    );
    return this.#snapshot;
  }
}
