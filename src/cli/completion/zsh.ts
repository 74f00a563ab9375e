// The completion script for zsh.

import type { OptionRow } from "../option_rows.ts";
import { COMPLETED, HELP } from "./commands.ts";

export function zshScript(): string {
  const commands = COMPLETED.map(({ name, about }) => quote(`${name}:${about}`));
  const cases = [...COMPLETED, HELP].map(({ name, options, words }) => {
    const argument = words.length === 0 ? [] : [`1: :(${words.join(" ")})`];
    const specs = [...options.flatMap(toSpecs), ...argument, "*: :_files"];
    return `    ${name}) _arguments -s -S ${specs.map(quote).join(" ")} ;;`;
  });
  return `#compdef porthole
# Completion of porthole in zsh. To load it: source <(porthole complete zsh), or save it as _porthole in a folder of $fpath.
_porthole() {
  local -a commands
  if ((CURRENT == 2)); then
    commands=(${commands.join(" ")})
    _describe command commands -- '(--help --version)'
    return
  fi
  shift words
  ((CURRENT -= 1))
  case $words[1] in
${cases.join("\n")}
  esac
}
if [[ "\${zsh_eval_context[*]-}" == *loadautofunc* ]]; then
  _porthole "$@"
else
  typeset -f compdef > /dev/null || { autoload -Uz compinit && compinit -D -i; }
  compdef _porthole porthole
fi
`;
}

/** For `_arguments`: one for the long and one for the short name, each of which excludes the other. */
function toSpecs([name, { short, type, value, multiple, choices, about }]: readonly [string, OptionRow]): string[] {
  const action = choices === undefined ? ": :_files" : `: :(${choices.join(" ")})`;
  const rest = `[${about.replace(/[[\]\\]/g, "\\$&")}]${type === "boolean" ? "" : value?.startsWith("[") ? `:${action}` : action}`;
  const head = multiple ? "*" : short === undefined ? "" : `(-${short} --${name})`;
  const long = `${head}--${name}${type === "boolean" ? "" : "="}${rest}`;
  return short === undefined ? [long] : [long, `${head}-${short}${type === "boolean" ? "" : "+"}${rest}`];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
