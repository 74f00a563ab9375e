// Child processes for the tests of faults: a server or a reader of lines that, on SIGUSR2, uses up its descriptors or reports how many
// calls have started.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { Lines } from "../support/mcp.ts";

const BUILD = new URL("../../build/", import.meta.url).href;
const DIST = new URL("../../dist/", import.meta.url).href;

export interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  readonly err: Lines;
  send(message: unknown): void;
  /** Resolves when the system has accepted everything. */
  sendAll(messages: readonly unknown[]): Promise<void>;
  /** Sends SIGUSR2 and waits for the nth line on standard error that contains `what`. */
  tell(what: string, nth?: number): Promise<string>;
  /** Starts to read standard output. */
  listen(): Lines;
  kill(): Promise<unknown>;
}

/** `program` is a module that uses `build` or `dist`. */
export function startChild(runtime: string, program: string, maxDescriptors?: number): Child {
  const source = `const [build, dist] = ${JSON.stringify([BUILD, DIST])};\n${program}`;
  const command = [runtime, "--input-type=module", "-e", source];
  const limited = ["sh", "-c", `ulimit -n ${maxDescriptors} && exec "$0" "$@"`, ...command];
  const [name = "", ...args] = maxDescriptors === undefined ? command : limited;
  const child = spawn(name, args, { stdio: "pipe" });
  // A child that ends early is noticed by its missing answers.
  child.stdin.on("error", () => {});
  const err = new Lines(child.stderr);
  return {
    process: child,
    err,
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    sendAll(messages) {
      const lines = messages.map((message) => `${JSON.stringify(message)}\n`);
      return new Promise((resolve) => child.stdin.write(lines.join(""), () => resolve()));
    },
    async tell(what, nth = 1) {
      child.kill("SIGUSR2");
      await err.find(() => err.all.filter((line) => line.startsWith(what)).length >= nth);
      return err.all.filter((line) => line.startsWith(what)).at(-1) ?? "";
    },
    listen: () => new Lines(child.stdout),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** On SIGUSR2, opens as many files as possible, and closes them on the next one. */
const HOARDER = `
  const { openSync, closeSync } = await import("node:fs");
  const held = [];
  process.on("SIGUSR2", () => {
    if (held.length > 0) {
      for (const fd of held.splice(0)) closeSync(fd);
      return void process.stderr.write("released\\n");
    }
    try { for (;;) held.push(openSync("/dev/null")); } catch (error) { process.stderr.write("hoarded " + error.code + "\\n"); }
  });`;

export const hoardingServer = (root: string) => `
  ${HOARDER}
  const { createAgentToolkit } = await import(dist + "lib.js");
  const { serveMcpStdio } = await import(dist + "mcp/lib.js");
  const toolkit = createAgentToolkit({ workspaceRoot: ${JSON.stringify(root)} });
  process.stderr.write("ready\\n");
  await serveMcpStdio({ toolkit, version: "1" });`;

/** One batch without free descriptors, and one after they are available again. */
export const hoardingExecute = (root: string, strategy: string, calls: readonly object[]) => `
  const { openSync, closeSync, readdirSync } = await import("node:fs");
  const { createAgentToolkit } = await import(dist + "lib.js");
  const toolkit = createAgentToolkit({ workspaceRoot: ${JSON.stringify(root)}, strategy: ${JSON.stringify(strategy)} });
  const run = async () => {
    const results = [];
    for (const call of ${JSON.stringify(calls)}) results.push((await toolkit.execute(call)).content);
    return results;
  };
  const count = () => readdirSync("/proc/self/fd").length;
  const before = await run();
  const open = count();
  const held = [];
  try { for (;;) held.push(openSync("/dev/null")); } catch {}
  const during = await run();
  for (const fd of held) closeSync(fd);
  const after = await run();
  // Before standard output is touched, which opens something too.
  const leaked = count() - open;
  process.stdout.write(JSON.stringify({ before, during, after, leaked }) + "\\n");`;

// Reports the number of started calls, once some have started and no further one for a hundred turns of the event loop.
const BEGUN = `
  let begun = 0;
  process.on("SIGUSR2", async () => {
    for (let last = -1, quiet = 0; quiet < 100 || begun === 0; quiet++) {
      if (begun !== last) { last = begun; quiet = 0; }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    process.stderr.write("begun " + begun + "\\n");
  });
  const answerLargely = () => { begun += 1; return "x".repeat(50000); };`;

export const countingServer = (root: string) => `
  ${BEGUN}
  const { createAgentToolkit } = await import(dist + "lib.js");
  const { serveMcpStdio } = await import(dist + "mcp/lib.js");
  const toolkit = createAgentToolkit({ workspaceRoot: ${JSON.stringify(root)} });
  toolkit.register({
    definition: { name: "big", description: "big", parameters: { type: "object", properties: {}, required: [] } },
    traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low" },
    parse: () => ({ path: "." }),
    summarize: () => "big",
    run: answerLargely,
  });
  process.stderr.write("ready\\n");
  await serveMcpStdio({ toolkit, version: "1" });
  process.exit(0);`;

export const countingLines = () => `
  ${BEGUN}
  const { runLines } = await import(build + "cli/run_call.js");
  const execute = async ({ id }) => ({ tool_call_id: id, is_error: false, content: answerLargely() });
  process.stderr.write("ready\\n");
  await runLines({ execute }, process.stdin);
  process.exit(0);`;
