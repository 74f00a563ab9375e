// Starts porthole in a process of its own and sends calls to it: as JSON lines, over MCP or to the page.
// @ts-check

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { openPage, openPost } from "./http_calls.mjs";
import { fromRpc, toRpc } from "./mcp_calls.mjs";

const SERVE = fileURLToPath(new URL("serve.mjs", import.meta.url));
const MAIN = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

/** @typedef {import("./oracle.mjs").Answer} Answer */
/** @typedef {import("./targets.mjs").Target} Target */
/** @typedef {"jsonl" | "stdio" | "http" | "page"} ServedSurface */
/**
 * @typedef {object} Served
 * @property {ServedSurface} surface
 * @property {"handles" | "verify"} seal
 * @property {"forge" | "gemini"} dialect
 * @property {"json" | "text"} format
 * @property {string} root
 */
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
  child.stdin.on("error", () => {});
  const lines = createInterface({ input: child.stdout });
  const call = isHttp(served)
    ? await overHttp(lines, ended, served)
    : overLines(lines, (line) => child.stdin.write(line), served.surface === "jsonl" ? toJsonl : toRpc, ended);
  const close = async () => {
    child.stdin.end();
    await ended;
  };
  return { call, close, pid: child.pid };
}

/** @param {Served} served */
function isHttp({ surface }) {
  return surface === "http" || surface === "page";
}

/**
 * The command line itself, where it can be used: it always takes the strongest seal.
 * @param {Served} served
 */
function wordsFor({ surface, seal, dialect, format, root }) {
  if (seal === "verify" || surface === "http" || surface === "page")
    return [SERVE, surface === "page" ? "http" : surface, seal, dialect, format, root];
  const words = surface === "jsonl" ? ["call", "--jsonl", "--workspace", root] : ["mcp", root];
  return [MAIN, ...words, "--format", format, "--dialect", dialect];
}

function cleanEnvironment() {
  return { ...process.env, XDG_CONFIG_HOME: "/nonexistent" };
}

/** Never a number: it could be the size of a file outside. @param {number} count */
export function toId(count) {
  return `c${count}`;
}

/** @param {string} id @param {Target} target */
function toJsonl(id, { name, args }) {
  return { id, name, arguments: args };
}

/**
 * @param {import("node:readline").Interface} lines
 * @param {(line: string) => void} write
 * @param {(id: string, target: Target) => object} toMessage
 * @param {Promise<unknown>} ended
 * @returns {import("./tally.mjs").Call}
 */
function overLines(lines, write, toMessage, ended) {
  /** @type {Map<string, { target: Target, resolve: (answer: Answer) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  lines.on("line", (wire) => {
    const message = JSON.parse(wire);
    const id = String(message.tool_call_id ?? message.id);
    const asked = waiting.get(id);
    asked?.resolve("tool_call_id" in message ? fromJsonl(wire, message) : fromRpc(wire, message, asked.target));
    waiting.delete(id);
  });
  let endedWith = "";
  void ended.then((code) => {
    endedWith = `the process ended with ${code} and did not answer`;
    for (const { reject } of waiting.values()) reject(new Error(endedWith));
  });
  let last = 0;
  return (target) => {
    const id = toId(++last);
    return new Promise((resolve, reject) => {
      if (endedWith !== "") return reject(new Error(endedWith));
      waiting.set(id, { target, resolve, reject });
      write(`${JSON.stringify(toMessage(id, target))}\n`);
    });
  };
}

/**
 * @param {import("node:readline").Interface} lines
 * @param {Promise<unknown>} ended
 * @param {Served} served
 * @returns {Promise<import("./tally.mjs").Call>}
 */
async function overHttp(lines, ended, { surface, format }) {
  const first = new Promise((resolve) => lines.once("line", resolve));
  const { url, token, pageToken } = JSON.parse(String(await Promise.race([first, ended.then(() => "{}")])));
  if (surface === "page") return openPage(openPost(url, pageToken), format);
  const post = openPost(url, token);
  let last = 0;
  return async (target) => {
    const message = toRpc(toId(++last), target);
    const { name, uri } = message.params;
    const named = name ?? uri;
    const wire = await post("", message, {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": message.method,
      ...(named === undefined ? {} : { "mcp-name": String(named) }),
    });
    return fromRpc(wire, JSON.parse(/^data: (.*)$/m.exec(wire)?.[1] ?? wire), target);
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
