// porthole complete: prints the script that a shell loads, and answers the script's requests.

import { answerShell, scriptFor } from "./completion/shells.ts";
import { SHELL_NAMES } from "./option_rows.ts";
import { EXIT, writeOut } from "./output.ts";
import { type Parsed, UsageError } from "./parse.ts";
import { describeWrongChoice } from "./read_options.ts";

type ShellName = (typeof SHELL_NAMES)[number];

export async function run({ positionals: [name = ""] }: Parsed): Promise<number> {
  await writeOut(scriptFor(readShell(name)));
  return EXIT.ok;
}

/** `porthole complete -- SHELL …`. Errors are printed as usual; the scripts drop them. */
export async function suggest([name = "", ...given]: readonly string[]): Promise<number> {
  await writeOut(await answerShell(readShell(name), given));
  return EXIT.ok;
}

function readShell(name: string): ShellName {
  const shell = SHELL_NAMES.find((known) => known === name);
  if (shell === undefined) throw new UsageError(describeWrongChoice("SHELL", SHELL_NAMES, name));
  return shell;
}
