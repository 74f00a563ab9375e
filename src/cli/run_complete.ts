// porthole complete: prints the script that a shell loads to complete commands, options and their values.

import { bashScript } from "./completion/bash.ts";
import { fishScript } from "./completion/fish.ts";
import { zshScript } from "./completion/zsh.ts";
import { SHELL_NAMES } from "./option_rows.ts";
import { EXIT, writeOut } from "./output.ts";
import { type Parsed, UsageError } from "./parse.ts";
import { describeWrongChoice } from "./read_options.ts";

const SCRIPTS: Readonly<Record<(typeof SHELL_NAMES)[number], () => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export async function run({ positionals: [name = ""] }: Parsed): Promise<number> {
  const shell = SHELL_NAMES.find((known) => known === name);
  if (shell === undefined) throw new UsageError(describeWrongChoice("SHELL", SHELL_NAMES, name));
  await writeOut(SCRIPTS[shell]());
  return EXIT.ok;
}
