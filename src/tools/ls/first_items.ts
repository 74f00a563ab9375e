// Keeps the first few of any number of items, in order, with memory for those few.

type ItemOrder<T> = (a: T, b: T) => number;

export class FirstItems<T> {
  /** In order. */
  readonly kept: T[] = [];
  /** The number of items that were offered but not kept. */
  left = 0;
  readonly #limit: number;
  readonly #order: ItemOrder<T>;

  /** `order` must be total: no two items are equal. */
  constructor(limit: number, order: ItemOrder<T>) {
    this.#limit = limit;
    this.#order = order;
  }

  offer(item: T): void {
    const { kept } = this;
    if (kept.length === this.#limit) {
      this.left += 1;
      if (!this.#isBefore(item, kept.length - 1)) return;
      kept.pop();
    }
    let [low, high] = [0, kept.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#isBefore(item, middle)) high = middle;
      else low = middle + 1;
    }
    kept.splice(low, 0, item);
  }

  #isBefore(item: T, index: number): boolean {
    const other = this.kept[index];
    return other !== undefined && this.#order(item, other) < 0;
  }
}
