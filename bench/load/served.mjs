// A server of a generated folder in a process of its own, a client for it, and the memory and descriptors of the process. For the load
// benchmarks.
// @ts-check

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** Small folders for ordinary calls, and `huge` for a walk that takes its time. @param {number} hugeEntries */
export function makeFolder(hugeEntries) {
  const root = mkdtempSync(join(tmpdir(), "porthole-bench-"));
  for (let i = 0; i < 40; i++) {
    mkdirSync(join(root, `d${i}`));
    for (let j = 0; j < 25; j++) writeFileSync(join(root, `d${i}`, `f${j}.txt`), `${"a line of text\n".repeat(20)}`);
  }
  mkdirSync(join(root, "huge"));
  for (let i = 0; i < hugeEntries; i++) writeFileSync(join(root, "huge", `f${i}`), "");
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** @typedef {Awaited<ReturnType<typeof serve>>} Served */

/** @param {string} root */
export async function serve(root) {
  const child = spawn(process.execPath, [MAIN, "mcp", root, "--http", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  await new Promise((resolve, reject) => {
    child.on("exit", () => reject(new Error("the server did not start")));
    child.stdout.on("data", (chunk) => {
      printed += chunk;
      if (printed.includes("Ctrl-C")) resolve(undefined);
    });
  });
  const { url, headers } = JSON.parse(printed.slice(printed.indexOf("{"), printed.lastIndexOf("}") + 1)).mcpServers
    .porthole;
  return { pid: child.pid ?? 0, url: new URL(url), authorization: headers.Authorization, end: () => endChild(child) };
}

/** @param {import("node:child_process").ChildProcess} child */
function endChild(child) {
  const ended = new Promise((resolve) => child.on("exit", resolve));
  child.kill("SIGTERM");
  return ended;
}

/** One connection for each call under way. @param {Pick<Served, "url" | "authorization">} server @param {{ maxSockets?: number }} [options] */
export function connectTo({ url, authorization }, { maxSockets = Number.POSITIVE_INFINITY } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets, maxFreeSockets: 2000 });
  let id = 0;
  /**
   * The milliseconds that it took; throws unless there was a result that is not an error.
   * @param {string} method
   * @param {object} params
   * @param {AbortSignal} [signal]
   * @returns {Promise<number>}
   */
  const ask = async (method, params, signal) => {
    id += 1;
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    const start = performance.now();
    const { status, text } = await post(url, { headers: headersFor(body, authorization), agent, signal }, body);
    if (status === 200 && isResult(text)) return performance.now() - start;
    throw new Error(`${status}: ${text.slice(0, 300)}`);
  };
  return {
    ask,
    /** @param {string} name @param {object} args @param {AbortSignal} [signal] */
    call: (name, args, signal) => ask("tools/call", { name, arguments: args }, signal),
    close: () => agent.destroy(),
  };
}

/** @param {string} body @param {string} authorization */
export function headersFor(body, authorization) {
  return {
    authorization,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    accept: "application/json, text/event-stream",
  };
}

/**
 * @param {URL} url
 * @param {{ headers: Record<string, string | number>, agent: Agent, signal: AbortSignal | undefined }} options
 * @param {string} body
 * @returns {Promise<{ status: number | undefined, text: string }>}
 */
function post(url, { headers, agent, signal }, body) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers, agent, ...(signal ? { signal } : {}) }, (response) => {
      const chunks = /** @type {Buffer[]} */ ([]);
      response.on("error", reject);
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** @param {string} text as it came, or as one event */
function isResult(text) {
  const { result } = JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text);
  return result !== undefined && result.isError !== true;
}

/** What the process holds, or null where the system does not tell. @param {number} pid */
export function look(pid) {
  if (process.platform !== "linux") return null;
  const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { rssMb: Math.round(Number(rss) / 1024), descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/** @param {ReturnType<typeof look>} held */
export function showHeld(held) {
  return held === null ? "" : `RSS ${held.rssMb} MB, ${held.descriptors} descriptors`;
}

/** @param {readonly number[]} values @param {number} share */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

/** An ordinary mix, by number. @param {number} i @returns {[string, object]} */
export function pickCall(i) {
  if (i % 3 === 0) return ["read_file", { path: `d${i % 40}/f${i % 25}.txt` }];
  if (i % 3 === 1) return ["list_directory", { path: `d${i % 40}` }];
  return ["tree", { path: `d${i % 40}`, entry_kind: "all" }];
}

/** @param {number} milliseconds @returns {Promise<void>} */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
