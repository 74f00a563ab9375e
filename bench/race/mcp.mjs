// @ts-check
// Starts an MCP server on stdio without a network, and asks it with the official client. bench/mcp_client.mjs is faster, but takes every
// line for an answer, and some servers send notifications.

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { environmentIn, toCommand } from "./offline.mjs";

/** @typedef {import("./candidates.mjs").Answer} Answer */
/** @typedef {(path: string) => [tool: string, args: Record<string, unknown>]} ToCall */

/**
 * @param {readonly string[]} words of node
 * @param {string} home
 * @param {{ read: ToCall, list: ToCall }} calls
 * @returns {Promise<import("./candidates.mjs").Opened>}
 */
export async function openMcp(words, home, { read, list }) {
  const transport = new StdioClientTransport({
    ...toCommand(words),
    env: environmentIn(home),
    cwd: home,
    stderr: "ignore",
  });
  const client = new Client({ name: "bench", version: "1" });
  let isOpen = true;
  client.onclose = () => {
    isOpen = false;
  };
  await client.connect(transport);
  const ask = async (/** @type {[tool: string, args: Record<string, unknown>]} */ [name, args]) => {
    try {
      return toAnswer(await client.callTool({ name, arguments: args }));
    } catch (error) {
      if (!isOpen) throw new Error("the server ended");
      return { text: String(error), wire: String(error), isError: true };
    }
  };
  return { read: (path) => ask(read(path)), list: (path) => ask(list(path)), close: () => client.close() };
}

/** @param {{ content?: unknown, isError?: unknown }} result @returns {Answer} */
function toAnswer(result) {
  const parts = Array.isArray(result.content) ? result.content : [];
  const text = parts.map((part) => String(part.text ?? "")).join("\n");
  return { text, wire: JSON.stringify(result), isError: result.isError === true };
}
