// Runs a script of the repository on this runtime, in the root of the repository.

import { spawnSync } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
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

/** In a thread of this process, which starts faster. Only for Node, and for scripts that do not depend on the current folder. */
export async function runInThread(script: string, words: readonly string[]): Promise<Ran> {
  const argv = [...words];
  const worker = new Worker(pathToFileURL(`${ROOT}${script}`), {
    argv,
    env: ENV,
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  const ended = new Promise<number>((resolve, reject) => worker.on("exit", resolve).on("error", reject));
  const [status, stdout, stderr] = await Promise.all([ended, text(worker.stdout), text(worker.stderr)]);
  return { status, stdout, stderr };
}
