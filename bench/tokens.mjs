// @ts-check
// Counts the tokens of answers and tool definitions, in both formats and compared with others, with the tokenizer o200k; checks the bounds
// of TX-02. Run: npm run bench:tokens [-- --write] [--json FILE]. With --write, it replaces the table in docs/benchmarks.md; with --json, it
// writes the figures for `npm run bench:plot`.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createAgentToolkit } from "../dist/lib.js";
import { installPeers } from "./install.mjs";
import { judge, renderTable } from "./tokens/table.mjs";
import { makeNodes, TREES, withTrees } from "./tokens/trees.mjs";

/** @typedef {import("./tokens/table.mjs").Row} Row */

const PAGE = new URL("../docs/benchmarks.md", import.meta.url);
const PORTHOLE = new URL("../dist/cli/main.js", import.meta.url).pathname;
const ROOM = { max_output_bytes: 1_000_000, available_capacity_bytes: 1_000_000 };
/** The number of entries that the others list. */
const CONFIG = { tools: { list_directory: { max_entries: 1000 } } };
/** Installed with the others. @type {string} */
const TOKENIZER = "gpt-tokenizer/encoding/o200k_base";
const GEMINI = "gemini-cli-core-0.61";
const { values } = parseArgs({ options: { write: { type: "boolean" }, json: { type: "string" } } });

async function main() {
  installPeers();
  const { encode } = await import(TOKENIZER);
  const count = (/** @type {string} */ text) => encode(text, { disallowedSpecial: new Set() }).length;
  const rows = await withTrees((root) => measure(root, count));
  const { describeMachine } = await import("./machine.mjs");
  const machine = describeMachine();
  /** @type {Record<string, string>} */
  const versions = machine.versions;
  const block = [
    `Tokens of ${machine.date.slice(0, 10)}, by o200k (gpt-tokenizer ${versions["gpt-tokenizer"]}): porthole ${versions.porthole}, ` +
      `server-filesystem ${versions["@modelcontextprotocol/server-filesystem"]}, gemini-cli-core ${versions[GEMINI]}; ` +
      "openai and anthropic are the packages of that name in `node_modules`. `directory_tree` of server-filesystem has no limits, " +
      "so it is asked for a folder that holds exactly the nodes that porthole shows; gemini-cli has no tree; its list of tools contains three.",
    "",
    renderTable(rows),
  ].join("\n");
  console.log(block);
  if (values.write) replaceBlock(block);
  if (values.json !== undefined) {
    const about = `o200k; server-filesystem ${versions["@modelcontextprotocol/server-filesystem"]}, gemini-cli ${versions[GEMINI]}`;
    writeFileSync(values.json, JSON.stringify({ date: machine.date, about, rows }, null, 1));
  }
  for (const row of rows) {
    const verdict = judge(row);
    if (verdict === null) continue;
    console.log(
      `${row.title}: ${verdict.ratio.toFixed(3)}, at most ${verdict.atMost}: ${verdict.isMet ? "met" : "MISSED"}`,
    );
    if (!verdict.isMet) process.exitCode = 1;
  }
}

/** @param {string} root @param {(text: string) => number} count @returns {Promise<Row[]>} */
async function measure(root, count) {
  const ask = await openPeers(root);
  /** @type {Row[]} */
  const rows = [];
  for (const { name, list, read } of TREES) {
    const tree = { path: name, entry_kind: "all", max_depth: 3, max_entries: 100 };
    rows.push({
      title: `\`tree\` of ${name}: depth 3, 100 nodes`,
      kind: "tree",
      ...(await countOurs(root, "tree", tree, count)),
      others: { "server-filesystem": count(await ask.tree(await copyShown(root, tree))), "gemini-cli": null },
    });
    const isFlat = list.recursive === undefined;
    rows.push({
      title: `\`list_directory\` of ${list.path}${isFlat ? "" : ", recursive"}`,
      kind: "list",
      ...(await countOurs(root, "list_directory", list, count)),
      others: {
        "server-filesystem": isFlat ? count(await ask.list(join(root, list.path))) : null,
        "gemini-cli": isFlat ? count(await ask.geminiList(join(root, list.path))) : null,
      },
    });
    const own = readFileSync(join(root, read), "utf8").split("\n").slice(0, 200).join("\n");
    rows.push({
      title: `\`read_file\` of ${read}, 200 lines`,
      kind: "read",
      ...(await countOurs(root, "read_file", { path: read }, count)),
      own: count(own),
      others: {
        "server-filesystem": count(await ask.read(join(root, read))),
        "gemini-cli": count(await ask.geminiRead(join(root, read))),
      },
    });
  }
  return [...rows, await countDefinitions(root, count, ask)];
}

/** A folder with the nodes that porthole shows for this call and no others. @param {string} root @param {{ path: string }} call */
async function copyShown(root, { path, ...options }) {
  const toolkit = createAgentToolkit({ workspaceRoot: root, config: CONFIG });
  const shown = await toolkit.tree(path, options);
  toolkit.close();
  if (shown.status !== "success") throw new Error(`cannot show ${path}`);
  const to = join(root, "shown", path);
  makeNodes(to, shown.data.root);
  return to;
}

/** @param {string} root @param {string} name @param {object} args @param {(text: string) => number} count */
async function countOurs(root, name, args, count) {
  const answer = async (/** @type {"json" | "text"} */ format) => {
    const toolkit = createAgentToolkit({ workspaceRoot: root, format, config: CONFIG });
    const { content, is_error } = await toolkit.execute({ id: "1", name, arguments: { ...args } }, ROOM);
    toolkit.close();
    if (is_error) throw new Error(content);
    return count(content);
  };
  return { json: await answer("json"), text: await answer("text") };
}

/** The list of tools as a client gets it. @param {string} root @param {(text: string) => number} count @param {Awaited<ReturnType<typeof openPeers>>} ask @returns {Promise<Row>} */
async function countDefinitions(root, count, ask) {
  const { findServer } = await import("./peers/server_filesystem.mjs");
  const listed = async (/** @type {string[]} */ args) => count(JSON.stringify(await listTools(args)));
  return {
    title: "the list of all tools",
    kind: "tools",
    json: await listed([PORTHOLE, "mcp", root, "--format", "json"]),
    text: await listed([PORTHOLE, "mcp", root]),
    others: { "server-filesystem": await listed([findServer(), root]), "gemini-cli": count(ask.geminiTools) },
  };
}

/** @param {string[]} args @returns {Promise<unknown>} */
async function listTools(args) {
  const { McpSession } = await import("./mcp_client.mjs");
  const session = new McpSession(args);
  try {
    await session.initialize();
    const { result } = /** @type {{ result: { tools: unknown } }} */ (await session.request("tools/list", {}));
    return result.tools;
  } finally {
    await session.close();
  }
}

/** @param {string} root */
async function openPeers(root) {
  const { loadHandlers } = await import("./peers/server_filesystem.mjs");
  const { geminiCall, loadGemini, VERSIONS } = await import("./peers/gemini.mjs");
  const call = await loadHandlers(root);
  const gemini = await loadGemini(GEMINI, root);
  const params = VERSIONS.find(({ module }) => module === GEMINI);
  if (params === undefined) throw new Error(`there is no ${GEMINI}`);
  const textOf = async (/** @type {string} */ tool, /** @type {object} */ args) =>
    (await call(tool, args)).content.map(({ text }) => text).join("\n");
  return {
    /** Has no limits. */
    tree: (/** @type {string} */ path) => textOf("directory_tree", { path }),
    list: (/** @type {string} */ path) => textOf("list_directory_with_sizes", { path }),
    read: (/** @type {string} */ path) => textOf("read_text_file", { path, head: 200 }),
    geminiList: (/** @type {string} */ path) => geminiCall(gemini.ls, params.listParams(path))(),
    geminiRead: (/** @type {string} */ path) => geminiCall(gemini.read, params.readParams(path))(),
    /** Of these three. */
    geminiTools: JSON.stringify([gemini.ls, gemini.read, gemini.grep].map(({ schema }) => schema)),
  };
}

/** @param {string} block */
function replaceBlock(block) {
  const page = readFileSync(PAGE, "utf8");
  const marked = /(<!-- tokens -->\n)[\s\S]*?(\n<!-- \/tokens -->)/;
  if (!marked.test(page)) throw new Error("docs/benchmarks.md has no place for the table");
  writeFileSync(
    PAGE,
    page.replace(marked, (_, start, end) => start + block + end),
  );
}

await main();
process.exit();
