// @ts-check
// How long porthole takes to start, in one interleaved run: `porthole tree .` compared with `node -e 0`, and `porthole mcp` until its first
// answer. `--before DIST` also measures another build. Run: npm run bench:startup -- [--before DIST] [--rounds N]

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { McpSession } from "./mcp_client.mjs";
import { runProcess } from "./peers/native.mjs";
import { summarize } from "./statistics.mjs";
import { align } from "./table.mjs";
import { DEFAULT_FOLDER, provideTree } from "./trees.mjs";

const { values } = parseArgs({ options: { before: { type: "string" }, rounds: { type: "string", default: "30" } } });
const rounds = Number(values.rounds);
if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error("--rounds must be a whole number of at least 1");

const root = provideTree(DEFAULT_FOLDER, "S");
const after = fileURLToPath(new URL("../dist", import.meta.url));

/** @type {{ name: string, run: () => unknown, against?: string, ms: number[] }[]} */
const contestants = [{ name: "node -e 0", run: () => runProcess(process.execPath, ["-e", "0"], root), ms: [] }];
add("now", resolve(after, "cli/main.js"));
if (values.before !== undefined) add("before", resolve(values.before, "cli/main.js"));

/** @param {string} build @param {string} main */
function add(build, main) {
  const tree = () => runProcess(process.execPath, [main, "tree", "."], root);
  contestants.push({ name: `tree, ${build}`, against: "node -e 0", run: tree, ms: [] });
  const before = build === "now" && values.before !== undefined ? { against: "mcp, before" } : {};
  contestants.push({ name: `mcp, ${build}`, ...before, run: () => callOnce(main), ms: [] });
}

/** @param {string} main */
async function callOnce(main) {
  const session = new McpSession([main, "mcp", root]);
  await session.initialize();
  const answer = JSON.stringify(await session.callTool("list_directory", { path: "." }));
  if (answer.includes('"isError":true')) throw new Error(`not a list: ${answer}`);
  return () => session.close();
}

for (let round = -1; round < rounds; round++) {
  for (let turn = 0; turn < contestants.length; turn++) {
    const contestant = contestants[(round + 1 + turn) % contestants.length];
    if (contestant === undefined) throw new Error("a contestant for each turn");
    const start = performance.now();
    const close = await contestant.run();
    // The first round only fills the disk cache.
    if (round >= 0) contestant.ms.push(performance.now() - start);
    if (typeof close === "function") await close();
  }
}

const median = (/** @type {string | undefined} */ name) =>
  summarize(contestants.find((one) => one.name === name)?.ms ?? []).median;
const rows = contestants.map(({ name, against, ms }) => {
  const { low, high, min } = summarize(ms);
  const ratio = against === undefined ? "" : `${(median(name) / median(against)).toFixed(2)} × ${against}`;
  return [
    name,
    `${median(name).toFixed(0)} ms`,
    `${low.toFixed(0)}–${high.toFixed(0)}`,
    `min ${min.toFixed(0)}`,
    ratio,
  ];
});
console.log([`medians of ${rounds} interleaved rounds, node ${process.versions.node}`, ...align(rows)].join("\n"));
