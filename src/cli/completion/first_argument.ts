// The words that completion offers for the first argument of a command. All other arguments are left to the shell, which completes paths.

import { TOOL_DEFINITIONS } from "../../registory/definitions.ts";
import { COMMANDS, commandRow, isCommandName } from "../commands.ts";
import { SHELL_NAMES } from "../option_rows.ts";

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  "[TOOL]": Object.keys(TOOL_DEFINITIONS),
  SHELL: SHELL_NAMES,
};

/** By command, for those whose first argument has fixed values. */
export const FIRST_ARGUMENTS: readonly (readonly [command: string, choices: readonly string[]])[] = [
  ...Object.keys(COMMANDS)
    .filter(isCommandName)
    .flatMap((name) => {
      const choices = CHOICES[commandRow(name).takes[0] ?? ""];
      return choices === undefined ? [] : [[name, choices] as const];
    }),
  ["help", Object.keys(COMMANDS)],
];
