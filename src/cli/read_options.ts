// Reads the options and arguments of a command, and reports wrong options.

import { type ParseArgsConfig, parseArgs } from "node:util";
import { didYouMean, quoteShort } from "../errors/quote.ts";
import { findNearest } from "../input/near_name.ts";
import { type CommandName, commandRow } from "./commands.ts";
import type { OptionRow } from "./option_rows.ts";

export type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

export interface OptionWords {
  readonly values: Values;
  readonly positionals: readonly string[];
  /** Null: the options are valid. */
  readonly fault: string | null;
}

type Rows = Readonly<Record<string, OptionRow>>;

/** Of `parseArgs`. */
interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly index: number;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

export function readOptionWords(command: CommandName, rows: Rows, words: readonly string[]): OptionWords {
  const args = fillOptionalValues(words, rows);
  const config = { args, options: toOptions(rows), allowPositionals: true, strict: false, tokens: true } as const;
  const { values, positionals, tokens } = parseArgs(config);
  const faults = tokens.map((token) => (token.kind === "option" ? findFault(command, rows, token, args) : null));
  return { values, positionals, fault: faults.find((fault) => fault !== null) ?? null };
}

function toOptions(rows: Rows): NonNullable<ParseArgsConfig["options"]> {
  return Object.fromEntries(
    Object.entries(rows).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short ? { short } : {}), ...(multiple ? { multiple } : {}) },
    ]),
  );
}

/** `--http` has an optional value, which parseArgs does not support. A number after it is its value. */
function fillOptionalValues(words: readonly string[], rows: Rows): string[] {
  const end = words.includes("--") ? words.indexOf("--") : words.length;
  const takesValue = (at: number) => at >= 0 && at < end && hasOptionalValue(rows, words[at] ?? "");
  const isValue = (at: number) => takesValue(at - 1) && /^-?\d+$/.test(words[at] ?? "");
  return words.flatMap((word, at) => {
    if (isValue(at)) return [];
    return takesValue(at) ? [`${word}=${isValue(at + 1) ? words[at + 1] : ""}`] : [word];
  });
}

export function hasOptionalValue(rows: Rows, word: string): boolean {
  return word.startsWith("--") && rows[word.slice(2)]?.value?.startsWith("[") === true;
}

function findFault(command: CommandName, rows: Rows, token: OptionToken, args: readonly string[]): string | null {
  const { name, rawName, value, inlineValue } = token;
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
  if (row === undefined) return describeUnknown(command, rows, rawName, args[token.index] ?? rawName);
  if (row.type === "boolean") return value === undefined ? null : `${rawName} takes no value`;
  if (value === undefined) return `${rawName} needs a value: ${rawName} ${row.value}`;
  if (!inlineValue && /^-./.test(value))
    return `${rawName} needs a value; write --${name}=${value} if ${quoteShort(value)} is meant`;
  return row.choices?.includes(value) === false ? describeWrongChoice(`--${name}`, row.choices, value) : null;
}

/** `word` is the original word: `-depth` is parsed as short options but was probably meant as a long one. */
function describeUnknown(command: CommandName, rows: Rows, rawName: string, word: string): string {
  const names = Object.entries(rows).flatMap(([name, { short }]) => [`--${name}`, ...(short ? [`-${short}`] : [])]);
  const [asked = rawName] = word.split("=", 1);
  const instead = commandRow(command).instead?.[asked];
  const hint =
    instead === undefined
      ? didYouMean(findNearest(asked, names)) || `; see porthole ${command} --help`
      : `; ${instead}`;
  return `${command} has no option ${rawName}${hint}`;
}

/** `subject` names the option or argument with the wrong value. */
export function describeWrongChoice(subject: string, choices: readonly string[], given: string): string {
  const allowed = `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
  return `${subject} must be ${allowed}, not ${quoteShort(given)}${didYouMean(findNearest(given, choices))}`;
}
