// The completion script for fish 3.1 and later. Fish completes `--option=value` and combined short options itself.

import type { OptionRow } from "../option_rows.ts";
import { COMPLETED, HELP } from "./commands.ts";

export function fishScript(): string {
  const commands = COMPLETED.map(({ name, about }) => toLine("__porthole_begins", `-f -a ${name} -d ${quote(about)}`));
  const options = COMPLETED.flatMap(({ name, options }) =>
    options.map(([option, row]) => toLine(`__porthole_runs ${name}`, describe(option, row))),
  );
  const first = [...COMPLETED, HELP].flatMap(({ name, words }) =>
    words.length === 0 ? [] : [toLine(`__porthole_begins ${name}`, `-f -a ${quote(words.join(" "))}`)],
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
