// The two ways in which random calls reach the tools: a toolkit in this process, and `porthole call --jsonl` in a process of its own. Leaves the
// calls to fuzz_turns.mjs.
// @ts-check

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { settledHeapBytes } from "./memory.mjs";

const MAIN = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
const HEAP_REPORTER = new URL("./heap_reporter.mjs", import.meta.url).href;

/** @typedef {Readonly<Record<string, unknown>>} Context */
/** @typedef {"json" | "text"} Format */
/** @typedef {"forge" | "gemini"} Dialect */
/** @typedef {Pick<import("../../../dist/lib.js").Toolkit, "execute" | "executeBatch" | "resources" | "close">} AnyToolkit */
/** The Gemini dialect has neither marks nor explanations. */
/** @typedef {AnyToolkit & Partial<Pick<import("../../../dist/lib.js").AgentToolkit, "marks" | "explain">>} Toolkit */
/**
 * @typedef {object} Surface
 * @property {Dialect} dialect
 * @property {Toolkit | null} toolkit null if only calls of tools get through
 * @property {(call: unknown, context: Context) => { call: unknown, context: Context }} see what arrives at the other end
 * @property {(calls: readonly unknown[], context: Context) => Promise<readonly unknown[]>} ask one answer for each, in order
 * @property {(bytes: Buffer) => Promise<unknown>} askBroken a line that is not JSON; the library has no such thing
 * @property {(context: Context) => Format} formatOf
 * @property {number} pid
 * @property {() => Promise<number>} heapBytes after the garbage is gone
 * @property {() => Promise<string | null>} close what went wrong
 */

/** @param {Toolkit} toolkit @param {Dialect} dialect @returns {Surface} */
export function libraryOf(toolkit, dialect) {
  return {
    dialect,
    toolkit,
    see: (call, context) => ({ call, context }),
    async ask(calls, context) {
      const [only] = calls;
      if (calls.length === 1) return [await toolkit.execute(/** @type {never} */ (only), context)];
      return toolkit.executeBatch(/** @type {never} */ (calls), context);
    },
    askBroken: () => toolkit.execute(/** @type {never} */ (null), {}),
    formatOf: ({ format }) => (format === "text" ? "text" : "json"),
    pid: process.pid,
    heapBytes: settledHeapBytes,
    async close() {
      toolkit.close();
      return null;
    },
  };
}

/**
 * @param {{ command: string, root: string, dialect: Dialect, format: Format }} options
 * @returns {Surface}
 */
export function startJsonl({ command, root, dialect, format }) {
  const hook = Reflect.has(globalThis, "Bun") ? "--preload" : "--import";
  const words = [MAIN, "call", "--jsonl", "--workspace", root, "--dialect", dialect, "--format", format];
  const child = spawn(command, [hook, HEAP_REPORTER, ...words], {
    // Not here: on Bun the command line refuses to start beside a `bunfig.toml`.
    cwd: "/",
    env: { ...process.env, XDG_CONFIG_HOME: "/nonexistent" },
    stdio: ["pipe", "pipe", "pipe", "ipc"],
  });
  const { stdin, stdout, stderr } = /** @type {import("node:child_process").ChildProcessWithoutNullStreams} */ (child);
  let complaints = "";
  stderr.on("data", (chunk) => {
    complaints += chunk;
  });
  stdin.on("error", () => {});
  /** @type {((answer: unknown) => void)[]} */
  const waiting = [];
  let surplus = 0;
  createInterface({ input: stdout }).on("line", (line) => {
    const take = waiting.shift();
    if (take === undefined) surplus++;
    else take(JSON.parse(line));
  });
  const ended = new Promise((resolve) => child.on("close", resolve)).then((code) => {
    for (const take of waiting.splice(0)) take(`the process ended with ${code} and did not answer: ${complaints}`);
    return code;
  });
  const send = (/** @type {Buffer} */ bytes) =>
    new Promise((resolve) => {
      waiting.push(resolve);
      stdin.write(Buffer.concat([bytes, Buffer.from("\n \n")]));
    });
  return {
    dialect,
    toolkit: null,
    see,
    ask: (calls, context) => Promise.all(calls.map((call) => send(Buffer.from(write(call, context))))),
    askBroken: send,
    formatOf: () => format,
    pid: child.pid ?? 0,
    heapBytes: () =>
      new Promise((resolve) => {
        child.once("message", (bytes) => resolve(Number(bytes)));
        child.send("heap");
      }),
    async close() {
      stdin.end();
      const code = await ended;
      if (code !== 0 || complaints !== "") return `ended with ${code}: ${complaints.slice(0, 400)}`;
      return surplus > 0 ? `${surplus} answers more than calls` : null;
    },
  };
}

/** What JSON cannot say is null at the other end. @param {unknown} call @param {Context} context */
function see(call, context) {
  const { context: said, ...rest } = Object(JSON.parse(write(call, context)));
  return isObject(call) ? { call: rest, context: Object(said) } : { call: JSON.parse(write(call, {})), context: {} };
}

/** @param {unknown} call @param {Context} context */
function write(call, context) {
  const isSaid = isObject(call) && Object.keys(context).length > 0;
  try {
    return JSON.stringify(isSaid ? { ...Object(call), context } : call) ?? "null";
  } catch {
    return "null";
  }
}

/** @param {unknown} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
