// Makes the help texts from the table of commands.

import { COMMANDS, COMMON_OPTIONS, type CommandName, commandRow, type OptionRow, optionsOf } from "./commands.ts";

export function showHelp(command: CommandName | null): string {
  return command === null ? showOverview() : showCommand(command);
}

function showOverview(): string {
  const rows = Object.entries(COMMANDS).map(([name, { takes, about }]) => [[name, ...takes].join(" "), about]);
  return [
    "porthole: what an agent sees of a folder",
    "",
    ...table(rows.map(([usage = "", about = ""]) => [`porthole ${usage}`, about])),
    "",
    "Options of every command; mcp takes its folder as DIR, not as --workspace:",
    ...table(optionRows(COMMON_OPTIONS)),
    "",
    "Exit codes: 0, 1 if the tool answered with an error, 2 for wrong usage, 70 for a fault of porthole.",
    "find and search, as grep: 0 found, 1 nothing found, 2 an error.",
    "porthole COMMAND --help tells more, with examples; porthole --version tells the version.",
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
