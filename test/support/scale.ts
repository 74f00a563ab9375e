// The counts of random tests, races and floods: moderate in `npm test`, large if PORTHOLE_THOROUGH is set. `npm run test:all` sets it to 1.
// A larger number multiplies the large counts and adds the combinations that are left out otherwise, for a run of many hours.

/** 0 without the variable. Throws if it is not a whole number. */
export function readFactor(wanted: string | undefined): number {
  if (wanted === undefined || wanted === "") return 0;
  if (/^\d{1,4}$/.test(wanted)) return Number(wanted);
  throw new Error(`PORTHOLE_THOROUGH must be a whole number up to 9999, not ${JSON.stringify(wanted)}`);
}

const factor = readFactor(process.env.PORTHOLE_THOROUGH);

export const isThorough = factor > 0;

/** Whether everything is combined with everything: with a factor above 1 only, because it takes an hour. */
export const isExhaustive = factor > 1;

/** `few` in `npm test`, `many` in `npm run test:all`. */
export function times(few: number, many: number): number {
  return isThorough ? many * factor : few;
}

/** All values in `npm run test:all`, only the first ones in `npm test`. */
export function firstOf<Value>(count: number, values: readonly Value[]): readonly Value[] {
  return isThorough ? values : values.slice(0, count);
}

/** As `paired`, in a suite that runs with each of `others`: whether its nth test runs with this one. */
export function isPaired<Other>(nth: number, other: Other, others: readonly Other[]): boolean {
  return isThorough || others.indexOf(other) === nth % others.length;
}

/** Each value with each of the others in `npm run test:all`; in `npm test` each value with one of them, in turn. */
export function paired<Value, Other>(values: readonly Value[], others: readonly Other[]): readonly [Value, Other][] {
  return values.flatMap((value, at) =>
    others.flatMap((other, nth): [Value, Other][] =>
      isThorough || nth === at % others.length ? [[value, other]] : [],
    ),
  );
}
