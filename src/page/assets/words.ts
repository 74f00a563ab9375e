// How numbers, times, names and answers are written for a person.

import { sanitize, sanitizeLine } from "../../security/sanitize.ts";
import type { Mark } from "../../tools/marks/types.ts";

const BYTES_PER_TOKEN = 4;
/** A browser draws more only slowly; the whole answer can be copied. */
const MAX_SHOWN_CHARS = 1_000_000;

const numbers = new Intl.NumberFormat("en");
const encoder = new TextEncoder();

export function toCount(count: number, one: string, many = `${one}s`): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}

export function toNumber(count: number): string {
  return numbers.format(count);
}

export function countBytes(text: string): number {
  return encoder.encode(text).length;
}

export function estimateTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

export function toTime(iso: string): string {
  return new Date(iso).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

/** On one line, with everything visible that would not be, or that would turn the text around. */
export function toShownName(name: string): string {
  return sanitize(name);
}

/** Line by line, likewise. */
export function toShownText(text: string): string {
  const cut = text.slice(0, MAX_SHOWN_CHARS);
  const shown = cut.split("\n").map(sanitizeLine).join("\n");
  return cut.length < text.length ? `${shown}\n… ${toNumber(text.length - cut.length)} characters more` : shown;
}

export const MARK_WORDS: Readonly<Record<Mark, string>> = {
  visible: "visible",
  hidden: "left out of lists",
  denied: "denied",
  outside: "leads out",
  nowhere: "leads nowhere",
};
