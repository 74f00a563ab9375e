// The completion script for fish 3.1 and later. Fish completes `--option=value` and combined short options itself.

import { COMMANDS, isCommandName, optionsOf } from "../commands.ts";
import type { OptionRow } from "../option_rows.ts";
import { FIRST_ARGUMENTS } from "./first_argument.ts";

export function fishScript(): string {
  const commands = Object.entries(COMMANDS).map(([name, { about }]) =>
    toLine("__porthole_begins", `-f -a ${name} -d ${quote(about)}`),
  );
  const options = Object.keys(COMMANDS)
    .filter(isCommandName)
    .flatMap((name) =>
      Object.entries(optionsOf(name)).map(([option, row]) => toLine(`__porthole_runs ${name}`, describe(option, row))),
    );
  const first = FIRST_ARGUMENTS.map(([name, words]) =>
    toLine(`__porthole_begins ${name}`, `-f -a ${quote(words.join(" "))}`),
  );
  return `# Completion of porthole in fish. To load it: porthole complete fish | source
function __porthole_begins
    set -l words (commandline -opc)
    set -e words[1]
    test "$words" = "$argv"
end
function __porthole_runs
    set -l words (commandline -opc)
    test "$words[2]" = "$argv"
end
complete -c porthole -e
${[...commands, toLine("__porthole_begins", "-l help"), toLine("__porthole_begins", "-l version"), ...options, ...first].join("\n")}
`;
}

function describe(option: string, { short, type, value, choices, about }: OptionRow): string {
  const letter = short === undefined ? "" : ` -s ${short}`;
  const takesWord = type === "string" && value?.startsWith("[") !== true;
  const words = choices === undefined ? (takesWord ? " -r" : "") : ` -x -a ${quote(choices.join(" "))}`;
  return `-l ${option}${letter}${words} -d ${quote(about)}`;
}

function toLine(condition: string, rest: string): string {
  return `complete -c porthole -n ${quote(condition)} ${rest}`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
