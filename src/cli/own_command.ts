// The command that runs this program again, from any folder and whatever the path of commands says.

import { devNull } from "node:os";
import { resolve } from "node:path";

/** Bun obeys files in the folder where it starts, unless it is told not to. */
const SEALED_BUN = ["--no-env-file", `--config=${devNull}`];

/** The words, each an absolute path or an option of the runtime. */
export function findOwnCommand(): readonly string[] {
  const { argv, execArgv, execPath, versions } = process;
  const flags = versions.bun === undefined ? execArgv : SEALED_BUN;
  return [execPath, ...flags, resolve(argv[1] ?? "")];
}
