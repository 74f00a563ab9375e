// Chooses how output is coloured: whether at all, and names according to LS_COLORS (see dircolors(1)). Of LS_COLORS, only SGR codes are
// accepted, so nothing else can reach the terminal.

import type { EntryKind } from "../disk/types.ts";
import { isTerminal } from "./output.ts";
import { textOf, type Values } from "./parse.ts";

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

// 1 --color 2 NO_COLOR 3 FORCE_COLOR 4 whether it is a terminal.
export function wantsColour(env: NodeJS.ProcessEnv, isTerminal: boolean, when = "auto"): boolean {
  if (when !== "auto") return when === "always";
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== "0";
  return isTerminal && env.TERM !== "dumb";
}

export interface Style {
  dim(text: string): string;
  /** For entries that an agent cannot reach. */
  warning(text: string): string;
  /** The name of an entry, shown as `text`. */
  name(entry: NamedEntry, text: string): string;
  path(text: string): string;
  match(text: string): string;
  readonly isColoured: boolean;
}

const paint = (codes: string) => (text: string) => `\u001b[${codes}m${text}\u001b[0m`;
const plain = (text: string) => text;
const PLAIN: Style = {
  dim: plain,
  warning: plain,
  name: (_, text) => text,
  path: plain,
  match: plain,
  isColoured: false,
};

/** As --color says. */
export function chooseStyle(values: Values): Style {
  const when = textOf(values, "color");
  if (!wantsColour(process.env, isTerminal("stdout"), when)) return PLAIN;
  const coloursOf = readLsColors(process.env.LS_COLORS ?? "");
  const name = (entry: NamedEntry, text: string) => {
    const codes = coloursOf(entry);
    return codes === null ? text : paint(codes)(text);
  };
  return {
    dim: paint("2"),
    warning: paint("31"),
    name,
    path: paint("35"),
    match: paint("31"),
    isColoured: true,
  };
}
