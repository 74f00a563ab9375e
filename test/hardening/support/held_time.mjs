// Measures how long a pattern holds the event loop, as a call would run it: parsed at once, compiled and run in steps, and a turn whenever a
// slice is used up. In milliseconds of processor time.
// @ts-check

/** @typedef {typeof import("../../../src/regex/text_pattern.ts")} Patterns */
/** @typedef {{ held: number, where: string, total: number, isRefused: boolean }} Held */

/** As in src/disk/call_clock.ts and src/tools/edit/search_text/content_search.ts. */
const [SLICE_MS, STEPS_AT_ONCE] = [10, 65_536];

function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

class Slices {
  total = 0;
  held = 0;
  where = "";
  #slice = 0;

  /** @template T @param {string} where @param {() => T} act @returns {T} */
  step(where, act) {
    const start = processorMs();
    try {
      return act();
    } finally {
      const took = processorMs() - start;
      this.total += took;
      this.#slice += took;
      if (this.#slice > this.held) [this.held, this.where] = [this.#slice, where];
      if (this.#slice >= SLICE_MS) this.#slice = 0;
    }
  }
}

/**
 * @param {Patterns["parseTextPattern"]} parse
 * @param {string} source
 * @param {Buffer} content
 * @param {number} maxScans how many steps of the scan, at most
 * @returns {Held}
 */
export function measureHeld(parse, source, content, maxScans) {
  const slices = new Slices();
  const result = (/** @type {boolean} */ isRefused) => {
    const { held, where, total } = slices;
    return { held, where, total, isRefused };
  };
  const pattern = slices.step("parse", () => {
    try {
      return parse(source, { literal: false, ignoreCase: false });
    } catch (error) {
      if (error instanceof Error && error.name === "PatternFault") return null;
      throw error;
    }
  });
  if (pattern === null) return result(true);
  const steps = pattern.compile();
  for (;;) {
    const { done, value } = slices.step("compile", () => steps.next());
    if (!done) continue;
    const scanner = slices.step("scan", () => value.scan(content));
    for (let scans = 0; scans < maxScans; scans++) {
      if (slices.step("scan", () => scanner.next(STEPS_AT_ONCE)) === null) break;
    }
    return result(false);
  }
}
