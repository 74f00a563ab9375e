// One interface for all surfaces: a call with a name and arguments, and the answer as sent. Starts and ends the processes that are needed.
// @ts-check

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const SERVE = fileURLToPath(new URL("serve.mjs", import.meta.url));
const MAIN = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** @typedef {import("./arena.mjs").Answer} Answer */
/** @typedef {"jsonl" | "stdio" | "http"} ServedSurface */
/** @typedef {{ surface: ServedSurface, seal: "handles" | "verify", dialect: "forge" | "gemini", root: string }} Served */
/** @typedef {{ call: import("./tally.mjs").Call, close: () => Promise<void>, pid: number | undefined }} OpenSurface */

/**
 * @param {string} command the runtime
 * @param {Served} served
 * @returns {Promise<OpenSurface>}
 */
export async function openSurface(command, served) {
  // Not in the current folder: on Bun the command line refuses to start next to a `bunfig.toml`.
  const cwd = "/";
  const child = spawn(command, wordsFor(served), { cwd, stdio: ["pipe", "pipe", "inherit"], env: cleanEnvironment() });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const close = async () => {
    child.stdin.end();
    await ended;
  };
  child.stdin.on("error", () => {});
  const lines = createInterface({ input: child.stdout });
  if (served.surface === "http") return { call: await overHttp(lines, ended), close, pid: child.pid };
  const toLine = served.surface === "jsonl" ? toJsonl : toRpc;
  const call = overLines(lines, (line) => child.stdin.write(line), toLine, ended);
  return { call, close, pid: child.pid };
}

/**
 * The command line itself where it does what is wanted: it takes the strongest seal that there is.
 * @param {Served} served
 */
function wordsFor({ surface, seal, dialect, root }) {
  if (seal === "verify" || surface === "http") return [SERVE, surface, seal, dialect, root];
  const words = surface === "jsonl" ? ["call", "--jsonl", "--workspace", root] : ["mcp", root, "--format", "json"];
  return [MAIN, ...words, "--dialect", dialect];
}

function cleanEnvironment() {
  return { ...process.env, XDG_CONFIG_HOME: "/nonexistent" };
}

/** Never a number, which might be the very one that an answer must not tell. @param {number} count */
export function toId(count) {
  return `c${count}`;
}

/** @param {string} id @param {string} name @param {object} args */
function toJsonl(id, name, args) {
  return { id, name, arguments: args };
}

/** @param {string} id @param {string} name @param {object} args */
function toRpc(id, name, args) {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args, _meta: META } };
}

/**
 * @param {import("node:readline").Interface} lines
 * @param {(line: string) => void} write
 * @param {(id: string, name: string, args: object) => object} toMessage
 * @param {Promise<unknown>} ended
 * @returns {import("./tally.mjs").Call}
 */
function overLines(lines, write, toMessage, ended) {
  /** @type {Map<string, { resolve: (answer: Answer) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  lines.on("line", (wire) => {
    const message = JSON.parse(wire);
    const id = String(message.tool_call_id ?? message.id);
    waiting.get(id)?.resolve("tool_call_id" in message ? fromJsonl(wire, message) : fromRpc(wire, message));
    waiting.delete(id);
  });
  void ended.then((code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the process ended with ${code} and did not answer`));
  });
  let last = 0;
  return (name, args) => {
    const id = toId(++last);
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      write(`${JSON.stringify(toMessage(id, name, args))}\n`);
    });
  };
}

/**
 * @param {import("node:readline").Interface} lines
 * @param {Promise<unknown>} ended
 * @returns {Promise<import("./tally.mjs").Call>}
 */
async function overHttp(lines, ended) {
  const first = new Promise((resolve) => lines.once("line", resolve));
  const { url, token } = JSON.parse(String(await Promise.race([first, ended.then(() => "{}")])));
  let last = 0;
  return async (name, args) => {
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
    };
    const body = JSON.stringify(toRpc(toId(++last), name, args));
    const response = await fetch(url, { method: "POST", headers, body });
    const wire = await response.text();
    return fromRpc(wire, JSON.parse(/^data: (.*)$/m.exec(wire)?.[1] ?? wire));
  };
}

/**
 * @param {string} wire
 * @param {{ content: string, is_error: boolean }} message
 * @returns {Answer}
 */
function fromJsonl(wire, { content, is_error }) {
  return { wire, content, isError: is_error };
}

/**
 * @param {string} wire
 * @param {{ result: { content: { text: string }[], isError?: boolean } }} message
 * @returns {Answer}
 */
function fromRpc(wire, { result }) {
  return { wire, content: result.content[0]?.text ?? "", isError: result.isError === true };
}
