// Runs scripts one after another in this thread, each until it exits. What they import is loaded once. run_script.ts starts this thread.
// @ts-check

import { parentPort } from "node:worker_threads";

/** Thrown by process.exit, so that nothing after it runs. */
const EXITED = new Error("process.exit");

/** @typedef {{ url: string, argv: string[] }} Job */

/** @param {Job} job */
async function run({ url, argv }) {
  const printed = { stdout: "", stderr: "" };
  /** @type {number | undefined} */
  let status;
  process.argv = argv;
  for (const name of /** @type {const} */ (["stdout", "stderr"]))
    process[name].write = (/** @type {unknown} */ chunk) => {
      printed[name] += chunk;
      return true;
    };
  process.exit = (code) => {
    status = Number(code ?? 0);
    throw EXITED;
  };
  try {
    await import(url);
  } catch (error) {
    if (error !== EXITED) throw error;
  }
  // A script that did not exit goes on, so it must not share the thread.
  if (status === undefined) throw new Error(`${url} did not exit`);
  parentPort?.postMessage({ status, ...printed });
}

parentPort?.on("message", run);
