// Decides what the last word of a command line can be, from the table of commands. Pure.

import { TOOL_DEFINITIONS } from "../../registory/definitions.ts";
import { COMMANDS, type CommandName, commandRow, isCommandName, optionsOf } from "../commands.ts";
import { type OptionRow, SHELL_NAMES } from "../option_rows.ts";
import { readOptionWords, type Values } from "../read_options.ts";

export interface Offer {
  /** What can follow the kept part of the word. Directory names end in `/`. */
  readonly text: string;
  readonly about: string;
}

export type Wanted =
  /** One of these. `kept` is the part of the word before them. */
  | { readonly kind: "words"; readonly kept: string; readonly offers: readonly Offer[] }
  /** A workspace path, or a glob. */
  | { readonly kind: "places"; readonly kept: string; readonly sought: SoughtPlace }
  /** The shell completes these itself. */
  | { readonly kind: "files" | "directories" };

export interface SoughtPlace {
  readonly command: CommandName;
  /** The part typed so far. */
  readonly typed: string;
  readonly isGlob: boolean;
  /** The folder that globs are relative to; `.` for the root. */
  readonly base: string;
  /** Set if `DIR` is an argument. */
  readonly folder: string | undefined;
  readonly values: Values;
}

interface Line {
  readonly command: CommandName;
  readonly rows: Readonly<Record<string, OptionRow>>;
  readonly positionals: readonly string[];
  readonly values: Values;
}

const TOOL_NAMES = Object.keys(TOOL_DEFINITIONS);
const START_OPTIONS: readonly Offer[] = [
  { text: "--help", about: "all commands" },
  { text: "--version", about: "the version" },
];
const NOTHING: Wanted = { kind: "words", kept: "", offers: [] };

/** Takes the words after `porthole`; the last one is being typed. */
export function findWanted(words: readonly string[]): Wanted {
  const typed = words.at(-1) ?? "";
  const [command, ...before] = words.slice(0, -1);
  if (command === undefined) return offer(typed, typed.startsWith("-") ? START_OPTIONS : listCommands());
  if (command === "help" && before.length === 0) return offer(typed, listCommands());
  if (!isCommandName(command)) return NOTHING;
  const rows = optionsOf(command);
  const line = { command, rows, ...readOptionWords(command, rows, before) };
  if (before.includes("--")) return wantArgument(line, typed);
  const [, kept, name = "", begun = ""] = /^(--([^=]+)=)(.*)$/su.exec(typed) ?? [];
  if (kept !== undefined) return wantValue(line, rows[name], begun, kept);
  const awaiting = findAwaiting(rows, before.at(-1) ?? "");
  if (awaiting !== undefined) return wantValue(line, awaiting, typed);
  return typed.startsWith("-") ? wantOption(line, typed) : wantArgument(line, typed);
}

/** The option whose value is the next word. */
function findAwaiting(rows: Line["rows"], word: string): OptionRow | undefined {
  const [, name, letter] = /^--(.+)|^-[^-]*([^-])$/su.exec(word) ?? [];
  const row = name === undefined ? Object.values(rows).find(({ short }) => short === letter) : rows[name];
  return letter === undefined && name === undefined ? undefined : takesWord(row);
}

function takesWord(row: OptionRow | undefined): OptionRow | undefined {
  return row?.type === "string" && !row.value?.startsWith("[") ? row : undefined;
}

function wantValue(line: Line, row: OptionRow | undefined, typed: string, kept = ""): Wanted {
  if (row?.type !== "string") return NOTHING;
  if (row.choices !== undefined) return offer(typed, toOffers(row.choices), kept);
  // The globs of a search are relative to its path, all others to the root.
  const isBelowPath = line.command === "search" && row.argument !== undefined;
  return wantPlaceholder(line, row.value ?? "", typed, kept, isBelowPath ? line.positionals[1] : undefined);
}

function wantArgument(line: Line, typed: string): Wanted {
  const placeholder = commandRow(line.command).takes[line.positionals.length];
  return placeholder === undefined ? NOTHING : wantPlaceholder(line, placeholder.replace(/[[\]]/g, ""), typed);
}

/** By the placeholder that help shows for the value. */
function wantPlaceholder(line: Line, placeholder: string, typed: string, kept = "", base = "."): Wanted {
  if (placeholder === "FILE") return { kind: "files" };
  if (placeholder === "DIR") return { kind: "directories" };
  if (placeholder === "SHELL") return offer(typed, toOffers(SHELL_NAMES));
  if (placeholder === "TOOL") return offer(typed, toOffers(TOOL_NAMES));
  if (placeholder !== "PATH" && placeholder !== "GLOB") return NOTHING;
  const { command, positionals, values } = line;
  const folder = commandRow(command).takes[0] === "DIR" ? positionals[0] : undefined;
  const sought = { command, typed, isGlob: placeholder === "GLOB", base, folder, values };
  return { kind: "places", kept, sought };
}

/** The options that may still be given. */
function wantOption({ rows, values }: Line, typed: string): Wanted {
  const open = Object.entries(rows).filter(([name, { multiple }]) => multiple || values[name] === undefined);
  return offer(
    typed,
    open.map(([name, { about }]) => ({ text: `--${name}`, about })),
  );
}

function offer(typed: string, offers: readonly Offer[], kept = ""): Wanted {
  return { kind: "words", kept, offers: offers.filter(({ text }) => text.startsWith(typed)) };
}

function listCommands(): Offer[] {
  return Object.entries(COMMANDS).map(([name, { about }]) => ({ text: name, about }));
}

function toOffers(texts: readonly string[]): Offer[] {
  return texts.map((text) => ({ text, about: "" }));
}
