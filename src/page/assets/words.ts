// Formats numbers, times, names and answers for people.

import type { Mark } from "../../explain/marks/types.ts";
import { showInvisible } from "../../input/sanitize.ts";

const BYTES_PER_TOKEN = 4;

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

/** On one line, with invisible characters and those that change the direction of text escaped. For labels; `drawName` is for the screen. */
export function toShownName(name: string): string {
  return showInvisible(name);
}

export const MARK_WORDS: Readonly<Record<Mark, string>> = {
  visible: "visible",
  hidden: "hidden",
  denied: "denied",
  outside: "leads out",
  nowhere: "leads nowhere",
};
