// @ts-check
// LSTool, ReadFileTool and GrepTool of @google/gemini-cli-core, an old and a new version, each with its own configuration.

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** @typedef {{ validateBuildAndExecute(params: object, signal: AbortSignal): Promise<{ llmContent: unknown, error?: unknown }> }} Tool */

const signal = new AbortController().signal;

/** Both name their parameters otherwise. */
export const VERSIONS = [
  {
    name: "gemini-cli-core 0.5",
    module: "gemini-cli-core-0.5",
    listParams: (/** @type {string} */ path) => ({ path }),
    readParams: (/** @type {string} */ path) => ({ absolute_path: path, offset: 0, limit: 200 }),
  },
  {
    name: "gemini-cli-core 0.61",
    module: "gemini-cli-core-0.61",
    listParams: (/** @type {string} */ path) => ({ dir_path: path }),
    readParams: (/** @type {string} */ path) => ({ file_path: path, start_line: 1, end_line: 200 }),
  },
];

/** @param {string} module @param {string} root */
export async function loadGemini(module, root) {
  const core = await import(module);
  const config = new core.Config({
    sessionId: "bench",
    model: "none",
    debugMode: false,
    usageStatisticsEnabled: false,
    targetDir: root,
    cwd: root,
  });
  return {
    ls: new core.LSTool(config, config.messageBus),
    read: new core.ReadFileTool(config, config.messageBus),
    grep: new core.GrepTool(config, config.messageBus),
  };
}

/** @param {Tool} tool @param {object} params */
export function geminiCall(tool, params) {
  return async () => {
    const { llmContent, error } = await tool.validateBuildAndExecute(params, signal);
    if (error !== undefined) throw new Error(String(llmContent));
    return String(llmContent);
  };
}

const CHILD = fileURLToPath(new URL("./gemini_child.mjs", import.meta.url));

/**
 * In a process of its own, so that what it does to the runtime falls on nobody else.
 * @param {string} name @param {string} module @param {"ls" | "read"} tool @param {string} root @param {object} params
 * @returns {Promise<import("../types.d.ts").Contestant>}
 */
export async function geminiContestant(name, module, tool, root, params) {
  const child = fork(CHILD, [module, tool, root, JSON.stringify(params)], { stdio: "ignore" });
  child.unref();
  child.channel?.unref();
  /** @returns {Promise<any>} */
  const nextMessage = () =>
    new Promise((resolve, reject) => {
      child.channel?.ref();
      child.once("exit", (code) => reject(new Error(`${name} ended with ${code}`)));
      child.once("message", (message) => {
        child.removeAllListeners("exit");
        child.channel?.unref();
        resolve(message);
      });
    });
  await nextMessage();
  const sample = async (/** @type {number} */ calls) => {
    child.send(calls);
    const times = await nextMessage();
    if (times.error !== undefined) throw new Error(times.error);
    return times;
  };
  return { name, sample, run: () => sample(1) };
}
