// Parses the words of a command line into a command with its options, using the table in commands.ts.

import { didYouMean } from "../errors/quote.ts";
import type { ToolError } from "../errors.ts";
import { findNearest } from "../input/near_name.ts";
import { COMMANDS, type CommandName, commandRow, isCommandName, optionsOf } from "./commands.ts";
import { hasOptionalValue, readOptionWords, type Values } from "./read_options.ts";

export type { Values };

/** Wrong usage: printed on one line, with exit code 2. */
export class UsageError extends Error {}

export interface Parsed {
  readonly command: CommandName;
  readonly positionals: readonly string[];
  readonly values: Values;
}

export type Request = Parsed | { readonly help: CommandName | null } | "version" | "nothing";

export function parseWords(words: readonly string[]): Request {
  const [first, ...rest] = words;
  if (first === undefined) return "nothing";
  if (first === "--version" || first === "-v") return "version";
  if (first === "--help" || first === "-h" || first === "help") return parseHelp(rest[0]);
  if (first.startsWith("-")) throw new UsageError(`options come after the command: porthole COMMAND ${first}`);
  if (!isCommandName(first)) throw unknownCommand(first);
  const { values, positionals, fault } = readOptionWords(first, optionsOf(first), rest);
  if (fault !== null) throw new UsageError(fault);
  if (values.help) return { help: first };
  checkPositionals(first, positionals, rest);
  return { command: first, positionals, values };
}

function parseHelp(name: string | undefined): Request {
  if (name === undefined || isCommandName(name)) return { help: name ?? null };
  throw unknownCommand(name);
}

function unknownCommand(name: string): UsageError {
  const hint = didYouMean(findNearest(name, [...Object.keys(COMMANDS), "help"])) || "; see porthole --help";
  return new UsageError(`unknown command ${name}${hint}`);
}

function checkPositionals(command: CommandName, positionals: readonly string[], words: readonly string[]): void {
  const { takes, options } = commandRow(command);
  const required = takes.filter((name) => !name.startsWith("["));
  if (positionals.length < required.length) {
    throw new UsageError(`${command} needs ${required[positionals.length]}; see porthole ${command} --help`);
  }
  if (positionals.length > takes.length) {
    // Probably one of them was meant as the value of the option before it.
    const option = words.find(
      (word, index) => hasOptionalValue(options, word) && positionals.includes(words[index + 1] ?? ""),
    );
    if (option !== undefined) {
      const meant = JSON.stringify(words[words.indexOf(option) + 1]);
      throw new UsageError(`${option} must be ${options[option.slice(2)]?.allows}, not ${meant}`);
    }
    const extra = JSON.stringify(positionals[takes.length]);
    const hasGlob = words.some((word) => options[word.replace(/^--/, "")]?.value === "GLOB");
    const hint = hasGlob ? "quote globs, so that the shell does not expand them" : `see porthole ${command} --help`;
    throw new UsageError(
      `unexpected argument ${extra}: ${command} takes ${takes.join(" ") || "no arguments"}; ${hint}`,
    );
  }
}

/** The value of an option, or undefined. */
export function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

/** One of `choices`, which parsing has checked, or undefined. */
export function choiceOf<Choice extends string>(
  values: Values,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const given = textOf(values, name);
  return choices.find((choice) => choice === given);
}

/** All values of an option that may be given several times. */
export function textsOf(values: Values, name: string): readonly string[] {
  const given = values[name];
  return Array.isArray(given) ? given.map(String) : [];
}

/** Passed to the tool as it is: if it is not a number, the tool's error says what is allowed. */
export function numberOf(values: Values, name: string): number | undefined {
  const text = textOf(values, name);
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === "" || Number.isNaN(number))
    throw new UsageError(`--${name} must be a number, not ${JSON.stringify(text)}`);
  return number;
}

/** The message of a tool's error for a person, who knows the arguments as options. */
export function nameOptions(command: CommandName, error: ToolError): string {
  const options = new Map(Object.entries(commandRow(command).options).map(([name, row]) => [row.argument, name]));
  const toOption = (argument: string) => (options.has(argument) ? `--${options.get(argument)}` : argument);
  return error.messageFor((tool) => tool, toOption);
}
