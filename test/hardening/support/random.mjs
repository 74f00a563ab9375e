// Random choices that are the same for the same seed, on every machine.
// @ts-check

export class Random {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1, by mulberry32. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** @param {number} limit */
  below(limit) {
    return Math.floor(this.next() * limit);
  }

  /** @param {number} chance from 0 to 1 */
  happens(chance) {
    return this.next() < chance;
  }

  /**
   * @template T
   * @param {readonly T[]} choices not empty
   * @returns {T}
   */
  pick(choices) {
    return /** @type {T} */ (choices[this.below(choices.length)]);
  }

  /** Any code units, halves of surrogate pairs and NUL among them. @param {number} longest */
  text(longest) {
    const codes = Array.from({ length: this.below(longest + 1) }, () => this.below(this.happens(0.7) ? 128 : 65_536));
    return String.fromCharCode(...codes);
  }
}
