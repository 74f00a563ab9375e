// @ts-check
// A minimal MCP client over stdio: one request at a time, a line out, a line in and parsed. The same for every server, so that only the
// servers differ.

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1" },
};

export class McpSession {
  #child;
  #id = 0;
  /** @type {Buffer[]} */
  #chunks = [];
  /** @type {{ resolve(answer: unknown): void, reject(error: Error): void } | null} */
  #waiting = null;

  /** @param {readonly string[]} args of node */
  constructor(args) {
    this.#child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"] });
    this.#child.stdout.on("data", (/** @type {Buffer} */ chunk) => this.#take(chunk));
    this.#child.on("exit", (code) => this.#waiting?.reject(new Error(`the server ended with ${code}`)));
  }

  get pid() {
    return this.#child.pid ?? 0;
  }

  async initialize() {
    await this.request("initialize", INITIALIZE);
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  }

  /** @param {string} tool @param {object} args */
  callTool(tool, args) {
    return this.request("tools/call", { name: tool, arguments: args });
  }

  /** @param {string} method @param {object} params @returns {Promise<unknown>} the answer */
  request(method, params) {
    this.#id++;
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: this.#id, method, params })}\n`);
    });
  }

  /** Processor milliseconds of the server's threads and of this process. Linux only: elsewhere, the clock. */
  readCpuMs() {
    try {
      const tasks = `/proc/${this.#child.pid}/task`;
      let nanoseconds = 0;
      for (const task of readdirSync(tasks)) {
        nanoseconds += Number(readFileSync(`${tasks}/${task}/schedstat`, "latin1").split(" ")[0]);
      }
      const { user, system } = process.cpuUsage();
      return nanoseconds / 1e6 + (user + system) / 1000;
    } catch {
      return performance.now();
    }
  }

  /** @returns {Promise<void>} */
  close() {
    return new Promise((resolve) => {
      this.#child.removeAllListeners("exit");
      this.#child.once("exit", () => resolve());
      this.#child.kill("SIGKILL");
    });
  }

  /** @param {Buffer} chunk */
  #take(chunk) {
    this.#chunks.push(chunk);
    if (chunk[chunk.length - 1] !== 10) return;
    const line = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    this.#chunks = [];
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve(JSON.parse(line.toString()));
  }
}
