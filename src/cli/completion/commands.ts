// What completion offers for each command: its options, and the words for its first argument. The shell completes all other arguments, which
// are paths.

import { TOOL_DEFINITIONS } from "../../registory/definitions.ts";
import { COMMANDS, commandRow, isCommandName, optionsOf } from "../commands.ts";
import { type OptionRow, SHELL_NAMES } from "../option_rows.ts";

export interface CompletedCommand {
  readonly name: string;
  readonly about: string;
  readonly options: readonly (readonly [name: string, row: OptionRow])[];
  /** Empty: any. */
  readonly words: readonly string[];
}

const WORDS: Readonly<Record<string, readonly string[]>> = {
  "[TOOL]": Object.keys(TOOL_DEFINITIONS),
  SHELL: SHELL_NAMES,
};

const names = Object.keys(COMMANDS).filter(isCommandName);

export const COMPLETED: readonly CompletedCommand[] = names.map((name) => {
  const { about, takes } = commandRow(name);
  return { name, about, options: Object.entries(optionsOf(name)), words: WORDS[takes[0] ?? ""] ?? [] };
});

export const HELP: CompletedCommand = { name: "help", about: "", options: [], words: names };
