// The supported shells: their scripts, and the answers to the scripts' requests.

import type { SHELL_NAMES } from "../option_rows.ts";
import { findOwnCommand } from "../own_command.ts";
import { bash } from "./bash.ts";
import { fish } from "./fish.ts";
import { findPlaces } from "./places.ts";
import type { Answer, Shell } from "./shell.ts";
import { findWanted } from "./wanted.ts";
import { zsh } from "./zsh.ts";

type ShellName = (typeof SHELL_NAMES)[number];

const SHELLS: Readonly<Record<ShellName, Shell>> = { bash, zsh, fish };

export function scriptFor(shell: ShellName): string {
  return SHELLS[shell].toScript(findOwnCommand());
}

/** `given` is what the shell's script passes about the line. */
export function answerShell(shell: ShellName, given: readonly string[]): Promise<string> {
  return SHELLS[shell].answer(given, findAnswer);
}

async function findAnswer(words: readonly string[]): Promise<Answer> {
  const wanted = findWanted(words);
  if (wanted.kind !== "places") return wanted;
  const { kept, offers } = await findPlaces(wanted.sought);
  return { kind: "places", kept: wanted.kept + kept, offers };
}
