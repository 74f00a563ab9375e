// Runs a script of the repository on this runtime, in the root of the repository.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Ran } from "../../support/cli.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** Without colour settings: Node warns about contradictory ones. */
const ENV = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(NO|FORCE)_COLOR$/.test(name)));

export function runScript(script: string, words: readonly string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], {
    cwd: ROOT,
    env: ENV,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}
