// Escapes JSON so that every reader sees it as one line.

import { UNSAFE } from "./sanitize.ts";

const ENDINGS = ["\u0085", "\u2028", "\u2029"];

/**
 * Some readers (node:readline among them) end a line at characters that JSON leaves unescaped; in a name or a file they could forge a whole
 * message. In JSON they occur only in strings.
 */
export function toJsonLine(json: string): string {
  return isOneLine(json) ? json : json.replace(/[\u0085\u2028\u2029]/g, escapeCodeUnit);
}

/**
 * For a line that people read too: also escapes control characters and changes of the reading direction, without losing information. White
 * space between values becomes spaces.
 */
export function toSafeJsonLine(json: string): string {
  return json
    .trim()
    .replace(/[\t\r\n]/g, " ")
    .replace(UNSAFE, escapeCodeUnit);
}

/** The size of the value in such a line, in bytes. */
export function measureSafeJson(value: unknown): number {
  return Buffer.byteLength(toSafeJsonLine(JSON.stringify(value)));
}

/** Takes text or UTF-8. Nearly all answers are one line, and a replacement that finds nothing takes twenty times as long. */
export function isOneLine(json: string | Buffer): boolean {
  return !ENDINGS.some((ending) => json.includes(ending));
}

function escapeCodeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
