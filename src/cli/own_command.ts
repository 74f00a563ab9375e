// The command that runs this program again, from any folder and independent of PATH.

import { devNull } from "node:os";
import { resolve } from "node:path";

/** Otherwise Bun reads settings from files in the current folder. */
const SEALED_BUN = ["--no-env-file", `--config=${devNull}`];

/** Returns words; each is an absolute path or an option of the runtime. */
export function findOwnCommand(): readonly string[] {
  const { argv, execArgv, execPath, versions } = process;
  const flags = versions.bun === undefined ? execArgv : SEALED_BUN;
  return [execPath, ...flags, resolve(argv[1] ?? "")];
}
