// Runs a script of the repository on this runtime, in the root of the repository.

import { spawnSync } from "node:child_process";
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

const HOST = new URL("script_host.mjs", import.meta.url);
let runs = 0;

/** Runs scripts in one thread, which loads what they import once. Only for Node, and for scripts that exit before they do anything else. */
export class ScriptHost {
  readonly #worker = new Worker(HOST, { env: ENV, execArgv: [] });

  run(script: string, words: readonly string[]): Promise<Ran> {
    if (this.#worker.threadId === -1) return Promise.reject(new Error("the thread ended with an earlier script"));
    const file = `${ROOT}${script}`;
    // Another address each time, because a module runs only once.
    const url = `${pathToFileURL(file)}?${runs++}`;
    return new Promise((resolve, reject) => {
      this.#worker.removeAllListeners().once("message", resolve).once("error", reject);
      this.#worker.postMessage({ url, argv: [process.execPath, file, ...words] });
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
