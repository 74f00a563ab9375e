// Completion for fish 3 and later: the script, and the answers that it reads. Fish quotes inserted words itself.

import { isPrintable } from "./printable.ts";
import type { Shell } from "./shell.ts";

const SCRIPT = `# Completion of porthole in fish. To load it: porthole complete fish | source
function __porthole_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l typed (commandline -ct | string unescape | string collect)
    set -l answer (COMMAND complete -- fish $words "$typed" 2> /dev/null < /dev/null | string split0)
    set -l option (string match -r -- '^--[^=]*=' "$typed")
    set -l value (commandline -ct | string replace -r -- '^--[^=]*=' '')
    switch "$answer[1]"
        case files
            printf "$option%s\\n" (__fish_complete_path "$value")
        case directories
            printf "$option%s\\n" (__fish_complete_directories "$value" '')
        case '*'
            set -e answer[1]
            string join0 -- $answer | string split0
    end
end
complete -c porthole -e
complete -c porthole -f -a '(__porthole_complete)'
`;

/** ASCII control characters except the tab, which separates a word from its description. */
const SPELLED_OUT = /(?!\t)[\p{Cc}](?<=\p{ASCII})/gu;

export const fish: Shell = {
  toScript: (command) => SCRIPT.replace("COMMAND", () => command.map(quoteForFish).join(" ")),

  /** Prints the kind, then whole words with a tab and their description, each ended by NUL. */
  async answer(words, ask) {
    const answer = await ask(words);
    if (!("offers" in answer)) return answer.kind;
    const shown = answer.offers.filter(({ text }) => isPrintable(text, SPELLED_OUT));
    return [answer.kind, ...shown.map(({ text, about }) => `${answer.kept}${text}\t${about}`)].join("\0");
  },
};

function quoteForFish(word: string): string {
  return `'${word.replace(/[\\']/g, "\\$&")}'`;
}
