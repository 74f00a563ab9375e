// @ts-check
// Starts the tools of gemini-cli-core in a process of their own (gemini_child.mjs), without a network, and asks them.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { environmentIn, toCommand } from "./offline.mjs";

/** @typedef {import("./candidates.mjs").Answer} Answer */

const CHILD = fileURLToPath(new URL("./gemini_child.mjs", import.meta.url));

/** @param {import("./candidates.mjs").Place} place @returns {Promise<import("./candidates.mjs").Opened>} */
export async function openGemini({ root, home }) {
  const { command, args } = toCommand([CHILD, root]);
  const child = spawn(command, args, {
    cwd: home,
    env: environmentIn(home),
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  /** @type {Promise<never>} */
  const ended = new Promise((_, reject) => child.once("exit", (code) => reject(new Error(`it ended with ${code}`))));
  ended.catch(() => {});
  const next = () => Promise.race([ended, new Promise((resolve) => child.once("message", resolve))]);
  const ask = (/** @type {"read" | "list"} */ kind) => async (/** @type {string} */ path) => {
    child.send({ kind, path });
    return /** @type {Answer} */ (await next());
  };
  const close = async () => {
    child.kill("SIGKILL");
    await ended.catch(() => {});
  };
  await next();
  return { read: ask("read"), list: ask("list"), close };
}
