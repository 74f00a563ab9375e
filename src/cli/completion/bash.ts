// The completion script for bash 3.2 and later, with or without the package bash-completion.

import { COMMANDS, isCommandName, optionsOf } from "../commands.ts";
import { FIRST_ARGUMENTS } from "./first_argument.ts";

const NAMES = Object.keys(COMMANDS).filter(isCommandName);

/** No word of the table has a character with a meaning in bash. */
export function bashScript(): string {
  const choices = NAMES.flatMap((name) =>
    Object.entries(optionsOf(name)).flatMap(([option, row]) =>
      row.choices === undefined ? [] : [toCase(`${name} --${option}`, row.choices)],
    ),
  );
  const first = FIRST_ARGUMENTS.map(([name, words]) => toCase(`${name} ${name}`, words));
  const options = NAMES.map((name) =>
    toCase(
      name,
      Object.keys(optionsOf(name)).map((option) => `--${option}`),
    ),
  );
  return `# Completion of porthole in bash. To load it: source <(porthole complete bash)
_porthole() {
  local IFS=$' \\t\\n' before=$3 typed=\${COMP_WORDS[COMP_CWORD]} words=
  # From version 4 on, "=" is a word of its own.
  if [[ $before == = ]]; then before=\${COMP_WORDS[COMP_CWORD-2]}
  elif [[ $typed == --*=* ]]; then before=\${typed%%=*}; fi
  if ((COMP_CWORD == 1)); then words='${[...NAMES, "--help", "--version"].join(" ")}'
  elif [[ $2 == -* ]]; then case \${COMP_WORDS[1]} in
${options.join("\n")}
  esac; else case "\${COMP_WORDS[1]} $before" in
${[...choices, ...first].join("\n")}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$2")) || COMPREPLY=()
  return 0
}
complete -o default -F _porthole porthole
`;
}

function toCase(pattern: string, words: readonly string[]): string {
  return `    '${pattern}') words='${words.join(" ")}' ;;`;
}
