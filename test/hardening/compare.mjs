// Makes the same random calls with two builds in the same random workspaces, and compares the answers byte for byte, in both formats and
// dialects, with explanations, marks and resources. Cursors are compared by the pages that they give.
// @ts-check

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { readFlags, readNumber, refuse } from "./support/flags.mjs";
import { makeHostileTree, openUp } from "./support/hostile_tree.mjs";
import { Random } from "./support/random.mjs";
import { randomCall, randomContext, randomPage, randomPath, validCall } from "./support/random_calls.mjs";
import { makeRandomWorkspace } from "./support/random_workspace.mjs";

/** @typedef {import("./support/hostile_tree.mjs").World} World */
/** @typedef {import("../../dist/lib.js").Toolkit} Toolkit */
/** @typedef {import("../../dist/lib.js").AgentToolkit} AgentToolkit */
/** @typedef {{ asked: unknown, before: string, after: string }} Difference */

const HELP = `npm run compare -- --before DIST [options]

Makes random calls with this build and another one, and prints every answer that differs. Ends with 1 if there is one.

  --before DIST   the other build: the folder dist of another clone
  --calls N       how many, 1 to 1000000000 (default 100000)
  --seed N        the same calls each time (default: another one each time, and it is printed)
  --help          this text
`;
const CALLS_PER_WORKSPACE = 250;
const MAX_PAGES = 4;
const MAX_SHOWN = 20;
const MAX_SEED = 4_294_967_295;
/** Every so many workspaces, one of those that were made to do harm. */
const HOSTILE_EVERY = 10;
const TOOLS = ["tree", "list_directory", "read_file", "list_files", "search_text", "read_files"];

const flags = readFlags(HELP, ["before", "calls", "seed"]);
if (flags.before === undefined) refuse("--before is required: the folder dist of another clone; see --help");
const calls = readNumber("--calls", flags.calls ?? "100000", { least: 1, most: 1_000_000_000, isWhole: true });
const seed = readNumber("--seed", flags.seed ?? String(Date.now() % 1_000_000_000), {
  least: 0,
  most: MAX_SEED,
  isWhole: true,
});

/** @type {{ createAgentToolkit: typeof import("../../dist/lib.js").createAgentToolkit }} */
const before = await import(pathToFileURL(resolve(flags.before, "lib.js")).href);
const after = await import("../../dist/lib.js");

console.log(`seed ${seed}`);
const hostileFolder = mkdtempSync(join(tmpdir(), "porthole-compare-"));
/** @type {World | null} */
let hostile = null;
/** @type {Difference[]} */
const differences = [];
/** By what was called and whether it succeeded. @type {Map<string, number>} */
const totals = new Map();
let made = 0;
try {
  for (let index = 0; made < calls; index++) await compareIn(index);
} finally {
  if (hostile !== null) openUp(hostile);
  rmSync(hostileFolder, { recursive: true, force: true });
}
for (const { asked, ...answers } of differences.slice(0, MAX_SHOWN))
  console.log(
    `\n${inspect(asked, { depth: 6, compact: true, breakLength: Number.POSITIVE_INFINITY, maxStringLength: 300 })}\n  before: ${answers.before.slice(0, 600)}\n  after:  ${answers.after.slice(0, 600)}`,
  );
for (const [name, count] of [...totals].sort()) console.log(`  ${name}: ${count}`);
console.log(`${made} calls, ${differences.length} differences`);
process.exitCode = differences.length === 0 ? 0 : 1;

/** One workspace, and one choice of options. @param {number} index */
async function compareIn(index) {
  const random = new Random((seed + Math.imul(index, 0x9e3779b1)) >>> 0);
  const folder = mkdtempSync(join(tmpdir(), "porthole-compare-"));
  const isHostile = (index + 1) % HOSTILE_EVERY === 0;
  if (isHostile) hostile ??= makeHostileTree(hostileFolder);
  const world = (isHostile ? hostile : null) ?? makeRandomWorkspace(random, folder);
  const options = randomOptions(random, world);
  /** @type {[Toolkit, Toolkit]} */
  let toolkits;
  try {
    toolkits = [before.createAgentToolkit(options), after.createAgentToolkit(options)];
  } catch {
    // Folders that are not there cannot be allowed.
    return;
  }
  try {
    for (let count = 0; count < CALLS_PER_WORKSPACE; count++)
      await compareOne(random, world, toolkits, { index, options });
  } finally {
    for (const toolkit of toolkits) toolkit.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Random} random @param {World} world @returns {any} */
function randomOptions(random, world) {
  const folders = world.directories.filter((path) => path !== ".");
  return {
    workspaceRoot: world.root,
    dialect: random.pick(["forge", "forge", "gemini"]),
    defaults: random.pick(["agent", "specified"]),
    format: random.pick(["json", "text"]),
    strategy: random.pick(["handles", "handles", "verify"]),
    ...(random.happens(0.3) ? { deny: [random.pick(["src/**", "*.log", "a", "**/x", "c"])] } : {}),
    ...(random.happens(0.15) && folders.length > 0
      ? { config: { tools: { sandbox: { allowed_roots: [random.pick(folders)] } } } }
      : {}),
  };
}

/** @param {Random} random @param {World} world @param {[Toolkit, Toolkit]} toolkits @param {object} where */
async function compareOne(random, world, toolkits, where) {
  const kind = random.below(100);
  if (kind < 30) return compareCall(toolkits, randomCall(random, world, "c"), contextOf(random), where);
  if (kind < 65) return compareCall(toolkits, validCall(random, world, "c"), contextOf(random), where);
  if (kind < 85) return comparePages(random, world, toolkits, where);
  const path = /** @type {string} */ (randomPath(random, world));
  const uri =
    typeof path === "string" ? `porthole:///${path.toWellFormed().split("/").map(encodeURIComponent).join("/")}` : path;
  /** @type {Readonly<Record<string, (toolkit: Toolkit) => Promise<unknown>>>} */
  const owners = {
    // The Gemini dialect has neither.
    explain: async (toolkit) => "explain" in toolkits[1] && /** @type {AgentToolkit} */ (toolkit).explain(path),
    marks: async (toolkit) =>
      "marks" in toolkits[1] && /** @type {AgentToolkit} */ (toolkit).marks.list({ id: "m", path }),
    "resources/list": (toolkit) => toolkit.resources.list({ id: "l" }),
    "resources/read": (toolkit) => toolkit.resources.read({ id: "r", uri }),
    "completion/complete": (toolkit) => toolkit.resources.complete({ id: "c", path }),
  };
  const name = random.pick(Object.keys(owners));
  const ask = async (/** @type {Toolkit} */ toolkit) => {
    try {
      return withoutCursor(JSON.stringify(await owners[name]?.(toolkit)));
    } catch (error) {
      return String(error);
    }
  };
  note({ ...where, name, path }, await ask(toolkits[0]), await ask(toolkits[1]));
}

/** A short time limit ends calls at any place. @param {Random} random */
function contextOf(random) {
  /** @type {Record<string, unknown>} */
  const { timeout_ms, ...context } = random.happens(0.5) ? {} : randomContext(random);
  return { ...context, format: random.pick(["json", "text", undefined]) };
}

/** @param {Random} random @param {World} world @param {[Toolkit, Toolkit]} toolkits @param {object} where */
async function comparePages(random, world, toolkits, where) {
  const { name, args } = randomPage(random, world);
  const context = contextOf(random);
  /** @type {readonly (string | undefined)[]} */
  let cursors = [undefined, undefined];
  for (let page = 0; page < MAX_PAGES; page++) {
    const makeCall = (/** @type {string | undefined} */ cursor) => ({
      id: "p",
      name,
      arguments: { ...args, ...(cursor === undefined ? {} : { after: cursor }) },
    });
    cursors = await compareCall(toolkits, cursors.map(makeCall), context, { ...where, page });
    if (cursors.some((cursor) => cursor === undefined)) return;
  }
}

/**
 * @param {[Toolkit, Toolkit]} toolkits
 * @param {unknown} given one call, or one for each toolkit
 * @param {object} context
 * @param {object} where
 */
async function compareCall(toolkits, given, context, where) {
  const asked = /** @type {any[]} */ (Array.isArray(given) && given.length === 2 ? given : [given, given]);
  const answers = [];
  for (const [index, toolkit] of toolkits.entries())
    answers.push(await toolkit.answer(asked[index], /** @type {any} */ (context)));
  const [old, now] = answers.map(({ content, is_error, data }) => `${is_error} ${mask(content, Object(data).next)}`);
  note({ ...where, call: asked[1], context }, old ?? "", now ?? "");
  return answers.map(({ data }) => (typeof Object(data).next === "string" ? Object(data).next : undefined));
}

/** @param {string} content @param {unknown} next */
function mask(content, next) {
  return typeof next === "string" && next !== "" ? content.replaceAll(next, "CURSOR") : content;
}

/** @param {string | undefined} json */
function withoutCursor(json = "") {
  return json.replace(/"nextCursor":"[^"]*"/, '"nextCursor":"CURSOR"');
}

/** @param {Record<string, any>} asked @param {string} old @param {string} now */
function note(asked, old, now) {
  made += 1;
  const name = asked.name ?? Object(asked.call).name;
  const isRefused = /^(true|Error|ToolError)|"status":"(failure|denied)"/.test(now);
  const row = `${asked.call === undefined || TOOLS.includes(name) ? name : "no tool"}${isRefused ? ", error" : ""}`;
  totals.set(row, (totals.get(row) ?? 0) + 1);
  if (old !== now) differences.push({ asked, before: old, after: now });
}
