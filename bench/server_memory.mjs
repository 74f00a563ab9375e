// Resident memory of the MCP server, seen from outside: idle on both wires, and the most beyond that while each tool does its worst on a tree of a
// million files, each in a fresh server. Run: npm run bench:memory. Linux only, since the peak is asked of /proc.
// @ts-check

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readFlags, readNumber, refuse } from "../test/hardening/support/flags.mjs";
import { serve } from "./load/served.mjs";
import { McpSession } from "./mcp_client.mjs";
import { DEFAULT_FOLDER, provideTree } from "./trees.mjs";

const MAIN = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const GOAL_MIB = 96;
const SETTLE_MS = 1000;
const HELP = `npm run bench:memory -- [options]

Measures the resident memory of the MCP server: idle over standard input and output and over HTTP, and the maximum beyond idle for each
tool, in a new server each. The tree has a million files; the first run makes it, which takes a minute and 1.2 million inodes. More than
${GOAL_MIB} MiB is marked with !. No figure fails the run. Processor seconds include those of the client.

  --node=FLAGS     start the server with these flags of Node, for example --node=--max-semi-space-size=1
  --pages N        stop after so many pages of a call, 1 to 1000000 (default: go on to the last one)
  --trees FOLDER   where the tree is made and kept (default: porthole-bench in the folder for temporary files)
  --help           this text
`;

const TEXTS = Array.from({ length: 20 }, (_, i) => `text_${i}.txt`);
const LINE = "a line of text, as long as lines of source code are on average\n";

/** @type {readonly { what: string, tree: "L" | "texts", tool: string, args: object, isPaged?: boolean }[]} */
const CALLS = [
  { what: "the root only", tree: "L", tool: "list_directory", args: { path: "." } },
  {
    what: "1,000 nodes",
    tree: "L",
    tool: "tree",
    args: { path: ".", entry_kind: "all", max_depth: 12, max_entries: 1000 },
  },
  {
    what: "all directories",
    tree: "L",
    tool: "tree",
    args: { path: ".", entry_kind: "directory", max_depth: 12, max_entries: 1000 },
  },
  {
    what: "recursive, 200 entries",
    tree: "L",
    tool: "list_directory",
    args: { path: ".", recursive: true, max_depth: 4, max_entries: 200 },
  },
  {
    what: "all pages of 1,000",
    tree: "L",
    tool: "list_files",
    args: { pattern: "**", max_results: 1000 },
    isPaged: true,
  },
  { what: "no match in a million", tree: "L", tool: "list_files", args: { pattern: "*.nothing" }, isPaged: true },
  { what: "the whole tree", tree: "L", tool: "search_text", args: { pattern: "no\\w+ing" }, isPaged: true },
  {
    what: "20 files of 1 MB, all pages",
    tree: "texts",
    tool: "search_text",
    args: { pattern: "[aeiou] \\w+", max_results: 1000 },
    isPaged: true,
  },
  { what: "the end of 1 MB", tree: "texts", tool: "read_file", args: { path: TEXTS[0], start_line: 15_000 } },
  { what: "20 files of 1 MB", tree: "texts", tool: "read_files", args: { paths: TEXTS, max_lines: 500 } },
];

const flags = readFlags(HELP, ["node", "pages", "trees"]);
const maxPages = readNumber("--pages", flags.pages ?? "1000000", { least: 1, most: 1_000_000, isWhole: true });
const nodeFlags = (flags.node ?? "").split(" ").filter((flag) => flag !== "");
if (process.platform !== "linux") refuse("bench:memory needs Linux: it asks /proc");

const texts = mkdtempSync(join(tmpdir(), "porthole-bench-"));
try {
  for (const name of TEXTS) writeFileSync(join(texts, name), LINE.repeat(Math.floor(1_000_000 / LINE.length)));
  mkdirSync(flags.trees ?? DEFAULT_FOLDER, { recursive: true });
  const roots = { L: provideTree(flags.trees ?? DEFAULT_FOLDER, "L"), texts };
  console.log(`| idle | MiB |\n| --- | --: |`);
  console.log(`| over standard input and output | ${(await measureIdleStdio(roots.L)).toFixed(1)} |`);
  console.log(`| over HTTP, with the page | ${(await measureIdleHttp(roots.L)).toFixed(1)} |`);
  console.log(
    `\n| tool | | answers | idle, MiB | first answer, MiB beyond it | all answers | processor seconds |\n| --- | --- | --: | --: | --: | --: | --: |`,
  );
  for (const call of CALLS) {
    const { pages, idleMb, firstMb, peakMb, cpuMs } = await measure(roots[call.tree], call);
    const [first, all] = [firstMb - idleMb, peakMb - idleMb].map(
      (beyond) => beyond.toFixed(1) + (beyond > GOAL_MIB ? " !" : ""),
    );
    console.log(
      `| \`${call.tool}\` | ${call.what} | ${[pages, idleMb.toFixed(1), first, all, (cpuMs / 1000).toFixed(1)].join(" | ")} |`,
    );
  }
} finally {
  rmSync(texts, { recursive: true });
}

/** @param {string} root */
async function measureIdleStdio(root) {
  const session = await start(root);
  const idleMb = readMb(session.pid, "VmRSS");
  await session.close();
  return idleMb;
}

/** @param {string} root */
async function measureIdleHttp(root) {
  const server = await serve(root);
  await pause(SETTLE_MS);
  const idleMb = readMb(server.pid, "VmRSS");
  await server.end();
  return idleMb;
}

/** @param {string} root @param {typeof CALLS[number]} call */
async function measure(root, { tool, args, isPaged = false }) {
  const session = await start(root);
  try {
    return await measureOn(session, { tool, args, isPaged });
  } finally {
    await session.close();
  }
}

/** @param {McpSession} session @param {{ tool: string, args: object, isPaged: boolean }} call */
async function measureOn(session, { tool, args, isPaged }) {
  // Forgets the peak of the start: see proc(5), clear_refs.
  writeFileSync(`/proc/${session.pid}/clear_refs`, "5");
  const idleMb = readMb(session.pid, "VmRSS");
  const startMs = session.readCpuMs();
  let firstMb = Number.NaN;
  let [pages, after] = [0, /** @type {string | undefined} */ (undefined)];
  do {
    const answer = await session.callTool(tool, { ...args, ...(after === undefined ? {} : { after }) });
    const { content, isError } = Object(answer).result;
    if (isError) throw new Error(content[0].text);
    if (pages++ === 0) firstMb = readMb(session.pid, "VmHWM");
    after = isPaged ? /^.*; next after=([\w-]+)/.exec(content[0].text)?.[1] : undefined;
  } while (after !== undefined && pages < maxPages);
  return { pages, idleMb, firstMb, peakMb: readMb(session.pid, "VmHWM"), cpuMs: session.readCpuMs() - startMs };
}

/** @param {string} root */
async function start(root) {
  const session = new McpSession([...nodeFlags, MAIN, "mcp", root]);
  await session.initialize();
  await session.request("tools/list", {});
  await pause(SETTLE_MS);
  return session;
}

/** @param {number} pid @param {string} field */
function readMb(pid, field) {
  const status = readFileSync(`/proc/${pid}/status`, "latin1");
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1024;
}

/** @param {number} milliseconds @returns {Promise<void>} */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
