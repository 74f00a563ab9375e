// Completion for bash 3.2 and later, with or without the package bash-completion: the script, and the answers that it reads.

import { type OpenQuote, quoteForBash } from "../bash_quote.ts";
import { scanBash } from "./scan_bash.ts";
import type { Shell } from "./shell.ts";

// Bash inserts the words unchanged, with quotes and trailing space: only version 4 can control the space for each word.
const SCRIPT = `# Completion of porthole in bash. To load it: source <(porthole complete bash)
_porthole() {
  local answer line kind=
  COMPREPLY=()
  answer=$(COMMAND complete -- bash "\${COMP_LINE:0:COMP_POINT}" "\${2-}" 2> /dev/null < /dev/null) || return 0
  while IFS= read -r line; do
    if [[ -z $kind ]]; then kind=$line; else COMPREPLY+=("$line"); fi
  done <<< "$answer"
  case $kind in
    files) _porthole_ask_bash default -f "\${2-}" ;;
    directories) _porthole_ask_bash dirnames -d "\${2-}" ;;
  esac
  return 0
}
_porthole_ask_bash() {
  compopt -o "$1" +o nospace 2> /dev/null && return 0
  local line
  while IFS= read -r line; do
    printf -v line %q "$line"
    COMPREPLY+=("$line")
  done <<< "$(compgen "$2" -- "$3")"
}
complete -o nospace -F _porthole porthole
`;

export const bash: Shell = {
  toScript: (command) => SCRIPT.replace("COMMAND", () => command.map((word) => quoteForBash(word)).join(" ")),

  /** Takes the line up to the cursor, and its last part, which bash replaces. */
  async answer([line = "", replaced = ""], ask) {
    const { words, isTarget } = scanBash(line);
    const answer = isTarget ? ({ kind: "files" } as const) : await ask(words.slice(1));
    if (!("offers" in answer)) return `${answer.kind}\n`;
    const before = scanBash(line.slice(0, line.length - replaced.length));
    const standing = before.words.at(-1) ?? "";
    const found = answer.offers
      .map(({ text }) => answer.kept + text)
      .filter((word) => word.startsWith(standing))
      .map((word) => toReplacement(word.slice(standing.length), before.quote, replaced));
    return ["words", ...found, ""].join("\n");
  },
};

/** A tilde for the home folder must not be quoted, and inside quotes bash itself adds the end of the word. */
function toReplacement(text: string, quote: OpenQuote, replaced: string): string {
  const tilde = quote === "" && replaced.startsWith("~") && text.startsWith("~") ? "~" : "";
  const end = quote !== "" || text.endsWith("/") ? "" : " ";
  return `${tilde}${quoteForBash(text.slice(tilde.length), quote)}${end}`;
}
