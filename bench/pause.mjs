// @ts-check
// How long the MCP server takes for a list of 30 entries after a pause, in which V8 may have discarded optimised code. Processor time, with
// that of the client. `--before DIST` also measures another build, in turn. Run: npm run bench:pause -- [--before DIST] [--seconds N]

import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { McpSession } from "./mcp_client.mjs";
import { summarize } from "./statistics.mjs";
import { align } from "./table.mjs";
import { DEFAULT_FOLDER, provideTree } from "./trees.mjs";

const { values } = parseArgs({ options: { before: { type: "string" }, seconds: { type: "string", default: "10" } } });
const seconds = Number(values.seconds);
if (!(seconds >= 0 && seconds <= 600)) throw new Error("--seconds must be a number from 0 to 600");

const ROUNDS = 2;
const WARM_UP_CALLS = 8000;
/** In one sample: the clock of the kernel is too coarse for one call. */
const SAMPLE_CALLS = 50;
const SAMPLES = 40;

const root = provideTree(DEFAULT_FOLDER, "lists");
const now = fileURLToPath(new URL("../dist", import.meta.url));
const builds = [
  ...(values.before === undefined ? [] : [{ name: "before", dist: resolve(values.before) }]),
  { name: "now", dist: now },
];

/** @param {McpSession} session @param {number} count @returns {Promise<number>} milliseconds of a call */
async function callMany(session, count) {
  const start = session.readCpuMs();
  for (let call = 0; call < count; call++) await session.callTool("list_directory", { path: "30" });
  return (session.readCpuMs() - start) / count;
}

/** @param {McpSession} session */
async function readMedian(session) {
  const samples = [];
  while (samples.length < SAMPLES) samples.push(await callMany(session, SAMPLE_CALLS));
  return summarize(samples).median;
}

const rows = [["", "before the pause", `first ${SAMPLE_CALLS} calls`, `median of the next ${SAMPLES * SAMPLE_CALLS}`]];
for (let round = 0; round < ROUNDS; round++) {
  for (const { name, dist } of builds) {
    const session = new McpSession([join(dist, "cli/main.js"), "mcp", root]);
    await session.initialize();
    await callMany(session, WARM_UP_CALLS);
    const before = await readMedian(session);
    await setTimeout(seconds * 1000);
    const figures = [before, await callMany(session, SAMPLE_CALLS), await readMedian(session)];
    rows.push([name, ...figures.map((ms) => `${ms.toFixed(2)} ms`)]);
    await session.close();
  }
}
console.log([`a pause of ${seconds} seconds, node ${process.versions.node}`, ...align(rows)].join("\n"));
