// Keeps what a model reads within its bytes: the limit of a call, text cut at a character, errors made shorter. Leaves to the
// tools how their own JSON fits.

import { invalidArgument, outputBudgetTooSmall, quoteShort, type ToolError } from "../errors.ts";
import { sanitize } from "../security/sanitize.ts";

const TRUNCATION_MARKER = "\n\n... [output truncated]";

export function byteLength(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

function isLimit(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

export function smallestValid(limits: readonly unknown[], fallback: number): number {
  return Math.min(fallback, ...limits.filter(isLimit));
}

/** `limits` by the names under which the caller gave them. */
export function effectiveMax(limits: Readonly<Record<string, unknown>>): number {
  for (const [name, value] of Object.entries(limits)) {
    if (isLimit(value)) continue;
    throw invalidArgument(`${name} must be a whole number of at least 0, not ${quoteShort(value)}`);
  }
  return Math.min(...Object.values(limits).map(Number));
}

/** The last word on every successful answer: in budget, cut if the tool allows it, or refused. */
export function fitContent(content: string, maxBytes: number, allowsTruncation: boolean): string {
  // A UTF-16 code unit is three bytes at most: mostly nothing has to be counted.
  if (content.length * 3 <= maxBytes) return content;
  const length = byteLength(content);
  if (length <= maxBytes) return content;
  if (allowsTruncation) return truncate(content, maxBytes);
  throw outputBudgetTooSmall(length, maxBytes);
}

function truncate(text: string, maxBytes: number): string {
  const room = maxBytes - TRUNCATION_MARKER.length;
  return room < 0 ? cutToBytes(text, maxBytes) : cutToBytes(text, room) + TRUNCATION_MARKER;
}

/** The longest start of `text` that has at most `maxBytes` bytes and splits no character. */
function cutToBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}

/** Valid JSON from 256 bytes on; below that, the message is shortened as far as it goes, and at last nothing is said. */
export function renderError(error: ToolError, maxBytes: number): string {
  const { kind, code } = error;
  const render = (message: string) => JSON.stringify({ error: { kind, code, message } });
  const message = sanitize(error.message);
  const whole = render(message);
  if (byteLength(whole) <= maxBytes) return whole;
  const characters = Array.from(message);
  let [low, high] = [-1, characters.length];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (byteLength(render(`${characters.slice(0, middle).join("")}…`)) <= maxBytes) low = middle;
    else high = middle;
  }
  return low === -1 ? "" : render(`${characters.slice(0, low).join("")}…`);
}
