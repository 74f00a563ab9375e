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

/** One connection for each call under way. @param {Awaited<ReturnType<typeof serve>>} server */
export function connectTo({ url, authorization }) {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 2000 });
  let id = 0;
  /**
   * The milliseconds that it took; throws unless the tool answered.
   * @param {string} name
   * @param {object} args
   * @param {AbortSignal} [signal]
   */
  const call = (name, args, signal) => {
    id += 1;
    const body = JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
    const headers = {
      authorization,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      accept: "application/json, text/event-stream",
    };
    const start = performance.now();
    return /** @type {Promise<number>} */ (
      new Promise((resolve, reject) => {
        const sent = request(
          url,
          { method: "POST", headers, agent, ...(signal ? { signal } : {}) },
          async (response) => {
            let text = "";
            response.on("error", reject);
            for await (const chunk of response) text += chunk;
            const isAnswer =
              response.statusCode === 200 && text.includes('"content"') && !text.includes('"isError":true');
            if (isAnswer) resolve(performance.now() - start);
            else reject(new Error(`${response.statusCode}: ${text.slice(0, 300)}`));
          },
        );
        sent.on("error", reject);
        sent.end(body);
      })
    );
  };
  return { call, close: () => agent.destroy() };
}

/** What the process holds, or null where the system does not tell. @param {number} pid */
export function look(pid) {
  if (process.platform !== "linux") return null;
  const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { rssMb: Math.round(Number(rss) / 1024), descriptors: readdirSync(`/proc/${pid}/fd`).length };
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
