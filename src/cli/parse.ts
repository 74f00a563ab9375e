// From the words of a command line to a command with its options, by the table in commands.ts. Leaves meaning to the commands.

import { parseArgs } from "node:util";
import { COMMON_OPTIONS, type CommandName, commandRow, isCommandName, type OptionRow } from "./commands.ts";

/** Wrong usage: said in one line, exit code 2. */
export class UsageError extends Error {}

export interface Parsed {
  readonly command: CommandName;
  readonly positionals: readonly string[];
  readonly values: Values;
}

export type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

export type Request = Parsed | { readonly help: CommandName | null } | "version" | "nothing";

export function parseWords(words: readonly string[]): Request {
  const [first, ...rest] = words;
  if (first === undefined) return "nothing";
  if (first === "--version" || first === "-v") return "version";
  if (first === "--help" || first === "-h" || first === "help") return parseHelp(rest[0]);
  if (first.startsWith("-")) throw new UsageError(`options come after the command: porthole COMMAND ${first}`);
  if (!isCommandName(first)) throw new UsageError(`there is no command ${first}; see porthole --help`);
  const { values, positionals } = parseOptions(first, rest);
  if (values.help) return { help: first };
  checkPositionals(first, positionals);
  return { command: first, positionals, values };
}

function parseHelp(name: string | undefined): Request {
  if (name === undefined || isCommandName(name)) return { help: name ?? null };
  throw new UsageError(`there is no command ${name}; see porthole --help`);
}

function parseOptions(command: CommandName, words: readonly string[]) {
  const rows: Readonly<Record<string, OptionRow>> = { ...commandRow(command).options, ...COMMON_OPTIONS };
  const options = Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [
      name,
      { type: row.type, ...(row.short ? { short: row.short } : {}), ...(row.multiple ? { multiple: true } : {}) },
    ]),
  );
  try {
    return parseArgs({ args: fillOptionalValues(words, rows), options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(`${firstSentence(error)}; see porthole ${command} --help`);
  }
}

/** `--http` may stand alone; parseArgs knows only options that always or never have a value. */
function fillOptionalValues(words: readonly string[], rows: Readonly<Record<string, OptionRow>>): string[] {
  const last = words.indexOf("--");
  return words.flatMap((word, index) => {
    if (last !== -1 && index > last) return [word];
    const isOptional = word.startsWith("--") && rows[word.slice(2)]?.value?.startsWith("[");
    const next = words[index + 1];
    return isOptional && (next === undefined || !/^\d+$/.test(next)) ? [`${word}=`] : [word];
  });
}

function firstSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : "wrong usage";
  return (message.split(/\.\s|\n/)[0] ?? message).replace(/\.$/, "");
}

function checkPositionals(command: CommandName, positionals: readonly string[]): void {
  const { takes } = commandRow(command);
  const required = takes.filter((name) => !name.startsWith("["));
  if (positionals.length < required.length) {
    throw new UsageError(`${command} needs ${required[positionals.length]}; see porthole ${command} --help`);
  }
  if (positionals.length > takes.length) {
    throw new UsageError(`${command} takes ${takes.join(" ") || "no arguments"}; see porthole ${command} --help`);
  }
}

/** An option that has a value, or undefined. */
export function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

/** As the tool would get it: what is no number is told by the tool, which names what is allowed. */
export function numberOf(values: Values, name: string): number | undefined {
  const text = textOf(values, name);
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === "" || Number.isNaN(number))
    throw new UsageError(`--${name} must be a number, not ${JSON.stringify(text)}`);
  return number;
}

/** A tool's complaint for a person, who knows the arguments as options. What stands in quotes is left as it was given. */
export function nameOptions(command: CommandName, message: string): string {
  const options = new Map(Object.entries(commandRow(command).options).map(([name, row]) => [row.argument, name]));
  return message.replace(/"(?:[^"\\]|\\.)*"|(\w+)(?:\[\d+\])?/g, (text, word?: string) => {
    const option = word === undefined ? undefined : options.get(word);
    return option === undefined ? text : `--${option}`;
  });
}
