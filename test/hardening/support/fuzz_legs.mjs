// Which surface, dialect, format and seal a slice of the fuzzer has. In a file of its own, because fuzz.mjs need not load the package.
// @ts-check

/** So many slices have both surfaces in both dialects, and both formats. */
export const ROUND = 4;

/**
 * @typedef {object} Leg
 * @property {"library" | "jsonl"} surface
 * @property {"forge" | "gemini"} dialect
 * @property {"json" | "text"} format of JSON lines; the library takes one call in each
 * @property {"handles" | "verify"} strategy of the library
 * @property {"specified" | "agent"} defaults of the library
 */

/** @param {number} slice @returns {Leg} */
export function legOf(slice) {
  const round = Math.floor(slice / ROUND);
  const [isJsonl, isGemini] = [slice % 2 === 1, slice % ROUND >= 2];
  return {
    surface: isJsonl ? "jsonl" : "library",
    dialect: isGemini ? "gemini" : "forge",
    format: isGemini === (round % 2 === 0) ? "text" : "json",
    // Three times as slow.
    strategy: round % 8 === 3 ? "verify" : "handles",
    defaults: round % 2 === 1 ? "agent" : "specified",
  };
}
