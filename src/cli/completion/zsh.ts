// Completion for zsh: the script, and the answers that it reads. Zsh quotes inserted words itself.

import { quoteForBash } from "../bash_quote.ts";
import { isPrintable } from "./printable.ts";
import type { Shell } from "./shell.ts";

const SCRIPT = `#compdef porthole
# Completion of porthole in zsh. To load it: source <(porthole complete zsh), or save it as _porthole in a folder of $fpath.
_porthole() {
  local typed=$compstate[quote]$PREFIX$compstate[quote] text about
  local -a answer folders others described
  answer=("\${(@ps:\\0:)$(COMMAND complete -- zsh "\${(@Q)words[2,CURRENT-1]}" "\${(Q)typed}" 2> /dev/null < /dev/null)}")
  compset -P 1 '--*='
  case $answer[1] in
    files) _files; return ;;
    directories) _path_files -/; return ;;
    places) compset -P '*/' ;;
  esac
  for text about in "\${(@)answer[2,-1]}"; do
    if [[ $text == */ ]]; then
      folders+=("\${text%/}")
    else
      others+=("$text")
      described+=("$text\${about:+  -- $about}")
    fi
  done
  compadd -q -S / -a -- folders
  if [[ $answer[1] == places ]]; then compadd -a -- others; else compadd -l -d described -a -- others; fi
}
if [[ "\${zsh_eval_context[*]-}" == *loadautofunc* ]]; then
  _porthole "$@"
else
  typeset -f compdef > /dev/null || { autoload -Uz compinit && compinit -D -i; }
  compdef _porthole porthole
fi
`;

const SPELLED_OUT = /\p{Cc}/gu;

export const zsh: Shell = {
  toScript: (command) => SCRIPT.replace("COMMAND", () => command.map((word) => quoteForBash(word)).join(" ")),

  /** Prints the kind, then words and descriptions in turn, each ended by NUL. */
  async answer(words, ask) {
    const answer = await ask(words);
    if (!("offers" in answer)) return answer.kind;
    const shown = answer.offers.filter(({ text }) => isPrintable(text, SPELLED_OUT));
    return [answer.kind, ...shown.flatMap(({ text, about }) => [text, about])].join("\0");
  },
};
