// Runs the built command line as a person or a program would. Needs a fresh build.

import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
/** Without the user's own configuration and colours. */
const CLEAN_ENV = { ...process.env, XDG_CONFIG_HOME: "/nonexistent", NO_COLOR: "", FORCE_COLOR: "" };

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function porthole(
  cwd: string,
  args: readonly string[],
  options: { input?: string | Buffer; env?: object } = {},
): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd,
    encoding: "utf8",
    input: options.input ?? "",
    env: { ...CLEAN_ENV, ...options.env },
    maxBuffer: 256 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}

export function startPorthole(cwd: string, args: readonly string[]) {
  return spawn(process.execPath, [MAIN, ...args], { cwd, env: CLEAN_ENV });
}
