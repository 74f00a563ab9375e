// The text of an answer in a given number of bytes: entries are left out from the end of the list until it fits.
// Leaves to usecase.ts which entries there are, and that every object has its fields in the specified order.

import { outputBudgetTooSmall } from "../../../errors.ts";
import type { ListDirectoryOutput } from "./types.ts";

/** What `JSON.stringify` makes of the output, or of as much of it as fits. */
export function fitToBudget(output: ListDirectoryOutput, maxBytes: number): string {
  const whole = JSON.stringify(output);
  // A UTF-16 code unit is three bytes at most: mostly nothing has to be counted.
  if (whole.length * 3 <= maxBytes || Buffer.byteLength(whole) <= maxBytes) return whole;
  // Written and measured once each, however many have to go.
  const entries = output.entries.map((entry) => JSON.stringify(entry));
  const sizes = entries.map((entry) => Buffer.byteLength(entry) + COMMA_BYTES);
  const cut = { ...output, returned: 0, truncated: true, truncated_reason: "max_output_bytes" } as const;
  const emptyBytes = Buffer.byteLength(write(cut, []));
  let listBytes = sizes.reduce((sum, size) => sum + size, 0);
  for (let kept = entries.length - 1; kept >= 0; kept--) {
    listBytes -= sizes[kept] ?? 0;
    const extraDigits = String(kept).length - 1;
    const bytes = emptyBytes + extraDigits + Math.max(0, listBytes - COMMA_BYTES);
    if (bytes <= maxBytes) return write({ ...cut, returned: kept }, entries.slice(0, kept));
  }
  throw outputBudgetTooSmall(entries.length === 0 ? Buffer.byteLength(whole) : emptyBytes, maxBytes);
}

const COMMA_BYTES = 1;

function write(output: ListDirectoryOutput, entries: readonly string[]): string {
  const { path, returned, max_entries, truncated, truncated_reason } = output;
  const rest = JSON.stringify({ returned, max_entries, truncated, truncated_reason });
  return `{"path":${JSON.stringify(path)},"entries":[${entries.join(",")}],${rest.slice(1)}`;
}
