// The two tools under comparison: the published original and ours, each in the original's own configuration object.
// Leaves what they are asked to worlds.mjs and differences.mjs.

import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Neither shall read what the person who runs this keeps at home. */
export const home = realpathSync(mkdtempSync(join(tmpdir(), "porthole-gemini-")));
Object.assign(process.env, { HOME: home, XDG_CONFIG_HOME: join(home, "config") });
// The original writes here what it skips, and which folders it cannot read.
console.error = () => {};
console.warn = () => {};

// Not literal, so that nobody who checks this repository has to install it.
const ORIGINAL = "@google/gemini-cli-core";

/** @param {string} dist the folder of the built package */
export async function loadTools(dist) {
  const original = await import(ORIGINAL);
  const load = (file) => import(pathToFileURL(join(dist, file)).href);
  const { LSTool } = await load("tools/ls.js");
  const { FileDiscoveryService } = await load("view/discovery_service.js");
  return { original, OurTool: LSTool, OurService: FileDiscoveryService };
}

/** @param {{ targetDir: string, includeDirectories?: string[], fileFiltering?: object, fileService?: object }} options */
export function makeConfig(original, { targetDir, includeDirectories = [], fileFiltering, fileService }) {
  return new original.Config({
    sessionId: "comparison",
    model: "none",
    debugMode: false,
    usageStatisticsEnabled: false,
    targetDir,
    cwd: targetDir,
    includeDirectories,
    ...(fileFiltering && { fileFiltering }),
    ...(fileService && { fileDiscoveryService: fileService }),
  });
}

const signal = new AbortController().signal;

export function call(tool, params) {
  return tool.validateBuildAndExecute(params, signal);
}

/** What the original's host makes of a call: the parts that go to the model, and what a person sees. */
export async function callThroughHost(original, config, tool, params) {
  config.toolRegistry = new original.ToolRegistry(config);
  config.toolRegistry.registerTool(tool);
  const request = { callId: "1", name: tool.name, args: params, isClientInitiated: false, prompt_id: "1" };
  const { responseParts, resultDisplay, errorType } = await original.executeToolCall(config, request, signal);
  return { responseParts, resultDisplay, errorType };
}
