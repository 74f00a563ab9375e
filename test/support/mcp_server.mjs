// A server for the tests, started like a client would: `mcp_server.mjs stdio|http WORKSPACE [TIMEOUT_MS [RECORD]]`. Besides the tools of
// the toolkit it has `slow`, which runs until it is stopped, and `touch`, which needs approval; both log to standard error.
// @ts-check

import { setTimeout } from "node:timers/promises";
import { createAgentToolkit } from "../../dist/lib.js";
import { serveMcpHttp, serveMcpStdio } from "../../dist/mcp/lib.js";

const [mode, workspaceRoot = ".", timeoutMs = "30000", record] = process.argv.slice(2);
const config = record === undefined ? {} : { audit: { file: record } };
const toolkit = createAgentToolkit({ workspaceRoot, timeoutMs: Number(timeoutMs), config });
const version = "0.0.0-test";
/** @param {string} line */
const log = (line) => void process.stderr.write(`${line}\n`);

/** @param {string} name */
const define = (name) => ({
  name,
  description: `The tool ${name}.`,
  parameters: {
    required: ["path"],
    properties: { path: { type: "string" }, zeta: { type: "number" }, alpha: { type: "number" } },
    type: /** @type {const} */ ("object"),
  },
});
/** @param {Readonly<Record<string, unknown>>} args */
const parse = (args) => ({ path: String(args.path) });

toolkit.register({
  definition: define("slow"),
  traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low" },
  parse,
  summarize: ({ path }) => `Slow ${path}`,
  async run(_request, _node, { clock }) {
    log("slow: started");
    try {
      for (;;) {
        await clock.rest();
        await setTimeout(5);
      }
    } catch (error) {
      // A time limit must not pass for a cancellation.
      log(`slow: ${Object(error).code}`);
      throw error;
    }
  },
});

toolkit.register({
  definition: define("touch"),
  traits: { isSideEffecting: true, requiresApproval: false, riskLevel: "medium" },
  parse,
  summarize: ({ path }) => `Touch ${path}`,
  run({ path }) {
    log(`touch: ${path}`);
    return `touched ${path}`;
  },
});

if (mode === "http") {
  const { url, token } = await serveMcpHttp({ toolkit, version, log });
  process.stdout.write(`${JSON.stringify({ url, token })}\n`);
} else {
  await serveMcpStdio({ toolkit, version, log });
  toolkit.close();
  log("closed");
}
