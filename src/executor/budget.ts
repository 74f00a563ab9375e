// Keeps what a model reads within its bytes: text cut at a character, errors made shorter. Leaves to the
// tools how their own JSON fits.

import { outputBudgetTooSmall, type ToolError } from "../errors.ts";
import { sanitize } from "../security/sanitize.ts";

const TRUNCATION_MARKER = "\n\n... [output truncated]";

export function byteLength(text: string): number {
  return Buffer.byteLength(text, "utf8");
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
