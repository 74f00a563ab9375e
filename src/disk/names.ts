// Converts and compares names. On disk a name is bytes, kept here as a string with one character per byte ("raw"); readers see UTF-8 text.
// Names are compared by code unit or by byte, never by locale, so that the order is the same everywhere.

import { type PathPlatform, platformOf, rulesOf } from "./path_rules.ts";

// UTF-8 that may have halves of surrogate pairs, as names on NTFS do. https://wtf-8.codeberg.page
const WTF_8 =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant.
  /^(?:[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})*$/;
const NO_CHILD = /^\.{0,2}$|[/\0]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant.
const ASCII = /^[\x00-\x7f]*$/;

export function isAscii(name: string): boolean {
  return ASCII.test(name);
}

/** The text of a raw name; invalid UTF-8 becomes U+FFFD. */
export function rawToText(raw: string): string {
  return ASCII.test(raw) ? raw : Buffer.from(raw, "latin1").toString("utf8");
}

export function textToRaw(text: string): string {
  return ASCII.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

/** A raw path for file system calls, which would encode a string as UTF-8 again. */
export function rawToFsPath(raw: string): string | Buffer {
  return ASCII.test(raw) ? raw : Buffer.from(raw, "latin1");
}

/** The location of a child, as text. */
export function joinLocation(parent: string, raw: string): string {
  return toPrefix(parent) + rawToText(raw);
}

/** The part of children's paths before their names. */
export function toPrefix(path: string): string {
  return path === "." ? "" : `${path}/`;
}

/**
 * Whether a text is a single name, not a path or `..`. What Windows makes something else of is no name there: a stream, a device, a name
 * that ends in a dot.
 */
export const isChildName: (text: string) => boolean = childNameRule(platformOf(process.platform));

/**
 * The same for a raw name. Text passed here would be cut to the low bytes of its characters. On Windows, bytes that are not UTF-8 are no name:
 * the runtime reads E0 80 AE as a dot.
 */
export const isRawChildName: (raw: string) => boolean = rawChildNameRule(platformOf(process.platform));

export function childNameRule(platform: PathPlatform): (text: string) => boolean {
  const { faultOf } = rulesOf(platform);
  return (text) => !NO_CHILD.test(text) && faultOf(text) === undefined;
}

export function rawChildNameRule(platform: PathPlatform): (raw: string) => boolean {
  const isChild = childNameRule(platform);
  return platform === "posix" ? isChild : (raw) => WTF_8.test(raw) && isChild(rawToText(raw));
}

/** `path` relative to `root`, both raw, or null if it is elsewhere. The root itself is "". */
export function stripRoot(path: string, root: string, separator: string): string | null {
  if (path === root) return "";
  const prefix = root.endsWith(separator) ? root : root + separator;
  return path.startsWith(prefix) ? path.slice(prefix.length) : null;
}

/** By UTF-16 code unit, so that an astral character comes before U+E000 to U+FFFF. */
export function compareUtf16(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By the bytes of UTF-8, so that an astral character comes after U+E000 to U+FFFF. For text without lone surrogates. */
export function compareUtf8(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const unit = a.charCodeAt(i);
    const other = b.charCodeAt(i);
    if (unit !== other) return rankUnit(unit) - rankUnit(other);
  }
  return a.length - b.length;
}

// The first units that differ decide. Surrogates are below U+E000 but stand for characters after U+FFFF, so they are moved behind all
// others.
function rankUnit(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
