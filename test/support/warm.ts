// Asks warm_cli.mjs, which is started once in a process of the tests, to run commands.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startPartner } from "./partner.ts";
import { makeTempFolder } from "./tree.ts";

const SCRIPT = fileURLToPath(new URL("warm_cli.mjs", import.meta.url));

export interface WarmCommand {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** In base64. */
  readonly input: string;
}

let started: { readonly ask: ReturnType<typeof startPartner>; readonly folder: string } | undefined;

export function runWarm(main: string, command: WarmCommand): { status: number; stdout: string; stderr: string } {
  started ??= { ask: startPartner([process.execPath, SCRIPT, main]), folder: makeTempFolder() };
  const { ask, folder } = started;
  const [stdout, stderr] = [join(folder, "stdout"), join(folder, "stderr")];
  const status = Number(ask({ ...command, stdout, stderr }));
  return { status, stdout: readFileSync(stdout, "utf8"), stderr: readFileSync(stderr, "utf8") };
}
