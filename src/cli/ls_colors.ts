// Colours names according to LS_COLORS (see dircolors(1)). Only SGR codes are accepted, so nothing else can reach the terminal.

import type { EntryKind } from "../disk/types.ts";

/** The facts about an entry that decide its colour. */
export interface NamedEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

/** Returns the SGR codes of a name, such as `01;34`, or null. */
export type NameColours = (entry: NamedEntry) => string | null;

const CODES = /^[\d;]{1,64}$/;
const NO_COLOUR = /^[0;]*$/;
const KEYS: Readonly<Record<EntryKind, string>> = { directory: "di", symlink: "ln", file: "fi", other: "" };

/** Ignores malformed pairs and values that are not colours. Of several suffixes that match, the last one counts. */
export function readLsColors(text: string): NameColours {
  const byType = new Map([
    ["di", "34"],
    ["ln", "36"],
  ]);
  const byEnd: (readonly [end: string, codes: string])[] = [];
  for (const pair of text.split(":")) {
    const [key = "", codes = "", ...rest] = pair.split("=");
    if (rest.length > 0 || !(CODES.test(codes) || codes === "")) continue;
    if (key.startsWith("*")) byEnd.unshift([key.slice(1), codes]);
    else byType.set(key, codes);
  }
  return ({ name, kind }) => {
    const found = kind === "file" ? byEnd.find(([end]) => name.endsWith(end)) : undefined;
    const codes = found?.[1] ?? byType.get(KEYS[kind]) ?? "";
    return NO_COLOUR.test(codes) ? null : codes;
  };
}
