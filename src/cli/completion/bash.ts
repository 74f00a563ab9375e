// The completion script for bash 3.2 and later, with or without the package bash-completion.

import { COMPLETED, HELP } from "./commands.ts";

/** No word of the table has a character with a meaning in bash. */
export function bashScript(): string {
  const options = COMPLETED.map(({ name, options }) =>
    toCase(
      name,
      options.map(([option]) => `--${option}`),
    ),
  );
  const choices = COMPLETED.flatMap(({ name, options }) =>
    options.flatMap(([option, { choices }]) => (choices === undefined ? [] : [toCase(`${name} --${option}`, choices)])),
  );
  const first = [...COMPLETED, HELP].flatMap(({ name, words }) =>
    words.length === 0 ? [] : [toCase(`${name} ${name}`, words)],
  );
  return `# Completion of porthole in bash. To load it: source <(porthole complete bash)
_porthole() {
  local IFS=$' \\t\\n' before=$3 typed=\${COMP_WORDS[COMP_CWORD]} words=
  # From version 4 on, "=" is a word of its own.
  if [[ $before == = ]]; then before=\${COMP_WORDS[COMP_CWORD-2]}
  elif [[ $typed == --*=* ]]; then before=\${typed%%=*}; fi
  if ((COMP_CWORD == 1)); then words='${[...HELP.words, "--help", "--version"].join(" ")}'
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
