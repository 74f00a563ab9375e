// @ts-check
// LSTool, ReadFileTool and GrepTool of @google/gemini-cli-core, an old and a new version, each with its own configuration.

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
    config,
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

/**
 * Loaded with its first call, and so only in the process that runs it.
 * @param {string} name @param {string} module @param {"ls" | "read"} tool @param {string} root @param {object} params
 * @returns {import("../types.d.ts").Contestant}
 */
export function geminiContestant(name, module, tool, root, params) {
  /** @type {(() => Promise<string>) | undefined} */
  let call;
  const run = async () => {
    call ??= geminiCall((await loadGemini(module, root))[tool], params);
    return call();
  };
  return { name, run };
}
