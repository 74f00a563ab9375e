// Turns the calls of a race into messages of the Model Context Protocol, and reads the answers.
// @ts-check

/** @typedef {import("./targets.mjs").Target} Target */

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const TEMPLATE = { type: "ref/resource", uri: "porthole:///{+path}" };

/** @typedef {{ jsonrpc: "2.0", id: string, method: string, params: Record<string, unknown> }} Message */

/** @param {string} id @param {Target} target @returns {Message} */
export function toRpc(id, target) {
  const { method, ...params } = toRequest(target);
  return { jsonrpc: "2.0", id, method, params: { ...params, _meta: META } };
}

/** @param {Target} target @returns {{ method: string, [name: string]: unknown }} */
function toRequest({ name, args }) {
  if (name === "completion/complete")
    return { method: name, ref: TEMPLATE, argument: { name: "path", value: args.path } };
  return name.includes("/") ? { method: name, ...args } : { method: "tools/call", name, arguments: args };
}

/**
 * @param {string} wire
 * @param {{ result?: any, error?: unknown }} message
 * @param {Target} target
 * @returns {import("./oracle.mjs").Answer}
 */
export function fromRpc(wire, { result, error }, { name }) {
  if (error !== undefined || result === undefined)
    return { wire, content: JSON.stringify(error ?? null), isError: true };
  if (!name.includes("/")) return { wire, content: result.content[0]?.text ?? "", isError: result.isError === true };
  return { wire, content: JSON.stringify(result.contents?.[0] ?? result.completion ?? result), isError: false };
}
