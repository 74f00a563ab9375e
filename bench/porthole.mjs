// @ts-check
// Porthole as the cases call it: through `execute`, with validation, gate, order, budget and JSON.

import { createAgentToolkit } from "../dist/lib.js";

// Room for the largest answer of any case, so that cutting is never measured.
const ROOM = { max_output_bytes: 64_000_000, available_capacity_bytes: 64_000_000 };

/** @param {string} root @param {import("../dist/lib.d.ts").PortholeConfig["tools"]} [tools] */
export function openToolkit(root, tools = {}) {
  return createAgentToolkit({ workspaceRoot: root, config: { tools } });
}

/**
 * @param {import("../dist/toolkit.d.ts").AgentToolkit} toolkit
 * @param {string} name
 * @param {Record<string, unknown>} args
 */
export function callOf(toolkit, name, args) {
  return async () => {
    const { content, is_error } = await toolkit.execute({ id: "1", name, arguments: args }, ROOM);
    if (is_error) throw new Error(content);
    return content;
  };
}

/** Checks how many of what an answer has. @param {string} field @param {number} expected */
export function expectField(field, expected) {
  return (/** @type {unknown} */ answer) => {
    const found = JSON.parse(String(answer))[field];
    if (found !== expected) throw new Error(`${field} is ${found}, not ${expected}`);
  };
}

/** Checks that an answer has as many bytes as this one, whatever their order. @param {string} expected */
export function expectBytes(expected) {
  return (/** @type {unknown} */ answer) => {
    const [found, wanted] = [String(answer), expected].map((text) => Buffer.byteLength(text));
    if (found !== wanted) throw new Error(`the answer has ${found} bytes, not ${wanted}`);
  };
}
