// Colours names according to LS_COLORS (see dircolors(1)). Only SGR codes are accepted, so nothing else can reach the terminal.

import type { EntryKind } from "../workspace/types.ts";

/** The facts about an entry that decide its colour. */
export interface NamedEntry {
  readonly name: string;
  readonly kind: EntryKind;
  /** For links: whether the target is missing. */
  readonly isOrphan?: boolean | undefined;
  readonly isExecutable?: boolean | undefined;
}

/** Returns the SGR codes of a name, such as `01;34`, or null. */
export type NameColours = (entry: NamedEntry) => string | null;

const CODES = /^[\d;]{1,64}$/;
const NO_COLOUR = /^[0;]*$/;
const DEFAULTS: readonly (readonly [string, string])[] = [
  ["di", "34"],
  ["ln", "36"],
];

/** Ignores malformed pairs and values that are not colours. */
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

// As in ls, being executable counts for more than the file name.
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

/** The last suffix that matches exactly; otherwise the last that matches in any case. */
function findByEnd(name: string, byEnd: readonly (readonly [string, string])[]): string | undefined {
  const lower = name.toLowerCase();
  const found = byEnd.find(([end]) => name.endsWith(end)) ?? byEnd.find(([end]) => lower.endsWith(end.toLowerCase()));
  return found?.[1];
}

function toColour(codes: string | undefined): string | null {
  return codes === undefined || NO_COLOUR.test(codes) ? null : codes;
}
