// Random values that are no sane arguments: JSON that makes parsers fall over, and what only a program can pass.
// @ts-check

/** @typedef {import("./random.mjs").Random} Random */

/**
 * Any JSON value, and with it what makes parsers fall over.
 * @param {Random} random
 * @param {number} depth
 * @returns {unknown}
 */
export function randomValue(random, depth) {
  const kind = random.below(depth > 0 ? 10 : 6);
  if (kind === 0) return random.pick([null, true, false, 0, -0, 1e308, -1.5]);
  if (kind < 4) return random.text(20);
  if (kind === 4) return random.pick(["x", "\u001b", "\ud800", '"']).repeat(random.pick([100, 10_000, 300_000]));
  if (kind === 5) return random.below(1000);
  if (kind === 6) return nest(random.pick([10, 1000, 20_000]), random.happens(0.5));
  if (kind === 7) return JSON.parse('{"__proto__":{"path":"."},"constructor":{"prototype":{"path":"."}}}');
  const values = Array.from({ length: random.below(4) }, () => randomValue(random, depth - 1));
  return kind === 8 ? values : Object.fromEntries(values.map((value) => [random.text(8), value]));
}

/** @param {number} depth @param {boolean} isArray */
function nest(depth, isArray) {
  /** @type {unknown} */
  let value = 1;
  for (let i = 0; i < depth; i++) value = isArray ? [value] : { a: value };
  return value;
}

/** @returns {never} */
function fail() {
  throw new Error("a getter that throws");
}

/**
 * What only a program can pass, never JSON.
 * @param {Random} random
 * @returns {unknown}
 */
export function randomAlien(random) {
  /** @type {Record<string, unknown>} */
  const cycle = { path: "." };
  cycle.self = cycle;
  const thrower = Object.defineProperty({}, "path", { enumerable: true, get: fail });
  return random.pick([
    undefined,
    5n,
    () => {},
    Symbol("x"),
    cycle,
    thrower,
    { path: 5n },
    new Map(),
    new Date(Number.NaN),
  ]);
}
