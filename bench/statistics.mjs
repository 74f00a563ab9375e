// @ts-check
// Summary statistics. Pure.

/** By linear interpolation between the two nearest. @param {readonly number[]} values @param {number} share from 0 to 1 */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** @param {readonly number[]} values */
export function summarize(values) {
  return {
    median: quantile(values, 0.5),
    low: quantile(values, 0.25),
    high: quantile(values, 0.75),
    min: Math.min(...values),
  };
}
