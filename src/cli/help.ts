// Makes the help texts from the table of commands.

import { COMMANDS, type CommandName, commandRow, optionsOf } from "./commands.ts";
import { COMMON_OPTIONS, type OptionRow } from "./option_rows.ts";

export function showHelp(command: CommandName | null): string {
  return command === null ? showOverview() : showCommand(command);
}

function showOverview(): string {
  const rows = Object.entries(COMMANDS).map(([name, { takes, about }]) => [[name, ...takes].join(" "), about]);
  return [
    "porthole: see what an agent sees in a folder",
    "",
    ...table(rows.map(([usage = "", about = ""]) => [`porthole ${usage}`, about])),
    "",
    "Options of every command (mcp takes its folder as DIR, not as --workspace):",
    ...table(optionRows(COMMON_OPTIONS)),
    "",
    "Exit codes: 0 success, 1 the tool answered with an error, 2 wrong usage, 70 a bug in porthole.",
    "Exit codes of find and search, as in grep: 0 found, 1 nothing found, 2 error.",
    "porthole COMMAND --help shows the options of a command, with examples; porthole --version shows the version.",
    "",
  ].join("\n");
}

function showCommand(name: CommandName): string {
  const { about, takes, options, examples } = commandRow(name);
  return [
    `porthole ${[name, ...takes].join(" ")}${Object.keys(options).length > 0 ? " [options]" : ""}: ${about}`,
    "",
    ...table(optionRows(optionsOf(name))),
    "",
    "Examples:",
    ...table(examples),
    "",
  ].join("\n");
}

function optionRows(options: Readonly<Record<string, OptionRow>>): [string, string][] {
  return Object.entries(options).map(([name, { short, value, about }]) => [
    `${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`,
    about,
  ]);
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
