// Formats sizes and times for people.

const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"];

/** Formats a number of bytes for people. */
export function showBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < UNITS.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}

/** In local time: `2023-11-14` and `22:13:20`. */
export function toLocalTime(epochMs: number): { readonly day: string; readonly clock: string } {
  const date = new Date(epochMs);
  const join = (numbers: readonly number[], mark: string) =>
    numbers.map((number) => String(number).padStart(2, "0")).join(mark);
  return {
    day: join([date.getFullYear(), date.getMonth() + 1, date.getDate()], "-"),
    clock: join([date.getHours(), date.getMinutes(), date.getSeconds()], ":"),
  };
}
