// Formats the times of calls in local time.

/** With the date, for files that cover several days. */
export function showTime(epochMs: number): string {
  const date = new Date(epochMs);
  const day = [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join("-");
  return `${day} ${showClock(epochMs)}`;
}

export function showClock(epochMs: number): string {
  const date = new Date(epochMs);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(pad).join(":");
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
