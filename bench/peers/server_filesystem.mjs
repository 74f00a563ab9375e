// @ts-check
// @modelcontextprotocol/server-filesystem in this process: calls the handlers that it registers, as its server would. cases/mcp.mjs
// measures it over MCP.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const NAME = "@modelcontextprotocol/server-filesystem";
const require = createRequire(import.meta.url);

export function findServer() {
  return require.resolve(`${NAME}/dist/index.js`);
}

/**
 * Importing the server starts it, so its connection is left out, and the handlers are caught as they are registered: the code
 * that runs is the published one.
 * @param {string} root
 * @returns {Promise<(tool: string, args: object) => Promise<{ content: { text: string }[] }>>}
 */
export async function loadHandlers(root) {
  const server = findServer();
  const sdk = createRequire(server).resolve("@modelcontextprotocol/sdk/server/mcp.js");
  const { McpServer } = await import(pathToFileURL(sdk.replace("/dist/cjs/", "/dist/esm/")).href);
  /** @type {Map<string, (args: object) => Promise<{ content: { text: string }[] }>>} */
  const handlers = new Map();
  McpServer.prototype.registerTool = (
    /** @type {string} */ name,
    /** @type {unknown} */ _,
    /** @type {any} */ handler,
  ) => void handlers.set(name, handler);
  McpServer.prototype.connect = async () => {};
  const { argv } = process;
  const print = console.error;
  process.argv = [argv[0] ?? "", server, root];
  console.error = () => {};
  await import(pathToFileURL(server).href);
  process.argv = argv;
  console.error = print;
  return (tool, args) => {
    const handler = handlers.get(tool);
    if (handler === undefined) throw new Error(`${NAME} has no tool ${tool}`);
    return handler(args);
  };
}
