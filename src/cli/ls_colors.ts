// Colours of names by LS_COLORS, as dircolors(1) sets it. Only SGR codes are taken from it: nothing else may reach the terminal.

import type { EntryKind } from "../workspace/types.ts";

/** What is known of an entry. */
export interface NamedEntry {
  readonly name: string;
  readonly kind: EntryKind;
  /** Of a link: whether it leads nowhere. */
  readonly isOrphan?: boolean | undefined;
  readonly isExecutable?: boolean | undefined;
}

/** The SGR codes of a name, as in `01;34`; null for none. */
export type NameColours = (entry: NamedEntry) => string | null;

const CODES = /^[\d;]{1,64}$/;
const NO_COLOUR = /^[0;]*$/;
const DEFAULTS: readonly (readonly [string, string])[] = [
  ["di", "34"],
  ["ln", "36"],
];

/** Pairs that are malformed, or say something else than colours, are ignored. */
export function readLsColors(text: string): NameColours {
  const byType = new Map(DEFAULTS);
  const byEnd: (readonly [end: string, codes: string])[] = [];
  for (const pair of text.split(":")) {
    const [key = "", codes = "", ...rest] = pair.split("=");
    if (rest.length > 0 || !(CODES.test(codes) || codes === "")) continue;
    if (key.startsWith("*")) byEnd.unshift([key.slice(1), codes]);
    else byType.set(key, codes);
  }
  const ofFile = (name: string) => findByEnd(name, byEnd) ?? byType.get("fi");
  return (entry) => toColour(findCodes(entry, byType, ofFile) ?? byType.get("no"));
}

type OfFile = (name: string) => string | undefined;

// As ls does: what a program is counts for more than how it is called.
function findCodes(
  { name, kind, isOrphan, isExecutable }: NamedEntry,
  byType: ReadonlyMap<string, string>,
  ofFile: OfFile,
) {
  if (kind === "directory") return byType.get("di");
  if (kind === "symlink") return (isOrphan ? toColour(byType.get("or")) : null) ?? byType.get("ln");
  if (kind === "other") return undefined;
  return (isExecutable ? toColour(byType.get("ex")) : null) ?? ofFile(name);
}

/** The last that matches, by the letters as they stand; else in any case. */
function findByEnd(name: string, byEnd: readonly (readonly [string, string])[]): string | undefined {
  const lower = name.toLowerCase();
  const found = byEnd.find(([end]) => name.endsWith(end)) ?? byEnd.find(([end]) => lower.endsWith(end.toLowerCase()));
  return found?.[1];
}

function toColour(codes: string | undefined): string | null {
  return codes === undefined || NO_COLOUR.test(codes) ? null : codes;
}
