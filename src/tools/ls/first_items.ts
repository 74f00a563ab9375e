// The first few of any number of things, in an order, with memory for those few: a heap whose top is the last one kept. Leaves sorting
// them to others.

type ItemOrder<T> = (a: T, b: T) => number;

export class FirstItems<T> {
  readonly #limit: number;
  readonly #order: ItemOrder<T>;
  readonly #heap: T[] = [];
  #left = 0;

  /** `order` is total: two things are never equal. */
  constructor(limit: number, order: ItemOrder<T>) {
    this.#limit = limit;
    this.#order = order;
  }

  /** In no order. */
  get kept(): readonly T[] {
    return this.#heap;
  }

  /** The last one in order of those that are kept. */
  get last(): T | undefined {
    return this.#heap[0];
  }

  /** How many were offered and are not kept. */
  get left(): number {
    return this.#left;
  }

  offer(item: T): void {
    if (this.#heap.length < this.#limit) {
      this.#heap.push(item);
      this.#rise(this.#heap.length - 1);
      return;
    }
    this.#left += 1;
    const { last } = this;
    if (last === undefined || this.#order(item, last) > 0) return;
    this.#heap[0] = item;
    this.#sink();
  }

  #rise(start: number): void {
    for (let at = start; at > 0; ) {
      const parent = (at - 1) >>> 1;
      if (!this.#isBehind(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(): void {
    for (let at = 0; ; ) {
      const left = at * 2 + 1;
      const child = this.#isBehind(left + 1, left) ? left + 1 : left;
      if (!this.#isBehind(child, at)) return;
      this.#swap(at, child);
      at = child;
    }
  }

  /** False where there is nothing. */
  #isBehind(a: number, b: number): boolean {
    const [first, second] = [this.#heap[a], this.#heap[b]];
    return first !== undefined && second !== undefined && this.#order(first, second) > 0;
  }

  #swap(a: number, b: number): void {
    const [first, second] = [this.#heap[a], this.#heap[b]];
    if (first === undefined || second === undefined) return;
    this.#heap[a] = second;
    this.#heap[b] = first;
  }
}
