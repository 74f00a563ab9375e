// porthole complete: the script that a shell loads, and the suggestions that the script asks for.

import type { Command, Complete } from "@bomb.sh/tab";
import { COMMANDS, isCommandName, type OptionRow, optionsOf, SHELL_NAMES } from "./commands.ts";
import { EXIT, endOnBrokenOutput } from "./output.ts";
import { type Parsed, UsageError } from "./parse.ts";

export async function run({ positionals }: Parsed): Promise<number> {
  const [shell = ""] = positionals;
  if (!SHELL_NAMES.includes(shell)) throw new UsageError(`SHELL must be one of ${SHELL_NAMES.join(", ")}`);
  (await loadTab()).setup("porthole", "porthole", shell);
  return EXIT.ok;
}

export async function suggest(words: readonly string[]): Promise<number> {
  const tab = await loadTab();
  for (const name of Object.keys(COMMANDS).filter(isCommandName)) {
    const command = tab.command(name, COMMANDS[name].about);
    for (const [option, optionRow] of Object.entries(optionsOf(name))) describe(command, option, optionRow);
    if (name === "complete") command.argument("shell", offer(SHELL_NAMES));
  }
  tab.parse([...words]);
  return EXIT.ok;
}

/** A chunk of its own: no other command needs it. */
async function loadTab() {
  endOnBrokenOutput();
  return (await import("@bomb.sh/tab")).default;
}

function describe(command: Command, name: string, { about, choices = [], short, type }: OptionRow): void {
  if (type === "string") command.option(name, about, offer(choices), short);
  else if (short === undefined) command.option(name, about);
  else command.option(name, about, short);
}

function offer(choices: readonly string[]) {
  return (complete: Complete) => {
    for (const choice of choices) complete(choice, "");
  };
}
