// @ts-check
// How long hostile ignore files block the event loop, and how long the whole call takes: four nested .gitignore files of up to 1 MiB each,
// with all three tools that apply them; then Gemini's listing alone: many links, large `ignore` arguments, 100,000 entries. Run: npm run
// bench:rules [FILTER]. A call that reaches its time limit (2 s) says so.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgentToolkit } from "../dist/lib.js";

const TIMEOUT_MS = 2000;
const MIB = 1024 * 1024;
const filter = process.argv[2] ?? "";

/** @param {string} unit @param {number} bytes */
const fill = (unit, bytes) => unit.repeat(Math.floor(bytes / unit.length));
/** @param {(index: number) => string} line @param {number} bytes */
function fillLines(line, bytes) {
  let text = "";
  for (let index = 0; text.length < bytes - 300; index++) text += `${line(index)}\n`;
  return text;
}

/** @type {readonly (readonly [name: string, make: (bytes: number) => string])[]} */
const RULES = [
  ["wild patterns", (bytes) => fillLines((index) => `*a*${index.toString(36)}*c?`, bytes)],
  ["one-letter names", (bytes) => fill("q\n", bytes)],
  ["short names", (bytes) => fillLines((index) => index.toString(36), bytes)],
  ["**/ patterns", (bytes) => fillLines((index) => `**/*${index.toString(36)}*/x`, bytes)],
  ["long lines", (bytes) => fillLines((index) => `${"l".repeat(240)}${index}`, bytes)],
  ["sets", (bytes) => fillLines((index) => `[a-z]*[!${index.toString(36)}]?q`, bytes)],
];

/** @param {string} root @param {string} folder @param {number} entries */
function plant(root, folder, entries) {
  mkdirSync(join(root, folder), { recursive: true });
  for (let index = 0; index < entries; index++) {
    writeFileSync(join(root, folder, `${"abcdefghijklmnopqrstuvwxyz".repeat(9)}-${index}`), "");
  }
}

/** @param {string} root @param {string} rules */
function writeRules(root, rules) {
  for (const folder of ["", "a", "a/b", "a/b/c"]) {
    const path = join(root, folder, ".gitignore");
    writeFileSync(path, rules);
    // Old enough to be cached between calls.
    utimesSync(path, 1e9, 1e9);
  }
}

/** In milliseconds of processor time, which other processes disturb less than wall time. */
function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The longest time between two turns of the event loop, the total time, and the memory used. */
async function measure(/** @type {() => Promise<{ status: string, error?: { code?: string } }>} */ act) {
  let [last, longest, peak, isOver] = [processorMs(), 0, 0, false];
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const turn = () => {
    const now = processorMs();
    [longest, last] = [Math.max(longest, now - last), now];
    peak = Math.max(peak, process.memoryUsage.rss());
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const start = performance.now();
  const outcome = await act();
  const total = performance.now() - start;
  await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  const end = outcome.status === "success" ? "" : ` ${outcome.error?.code ?? outcome.status}`;
  return `held ${longest.toFixed(0)} ms, took ${total.toFixed(0)} ms, ${((peak - before) / MIB).toFixed(0)} MiB more${end}`;
}

/** @param {string} name @param {string} root @param {(toolkits: Toolkits) => Promise<any>} act */
async function run(name, root, act) {
  if (!name.includes(filter)) return;
  const tools = { tree: { respect_gitignore: true }, list_directory: { respect_gitignore: true } };
  const forge = createAgentToolkit({ workspaceRoot: root, config: { tools } });
  const gemini = createAgentToolkit({ workspaceRoot: root, dialect: "gemini" });
  console.log(`${name}: ${await measure(() => act({ forge, gemini }))}`);
  forge.close();
  gemini.close();
}

/** @typedef {{ forge: import("../dist/lib.js").AgentToolkit, gemini: import("../dist/lib.js").GeminiToolkit }} Toolkits */

const base = mkdtempSync(join(tmpdir(), "porthole-bench-"));
const call = { timeoutMs: TIMEOUT_MS };
/** @param {string} name */
function makeRoot(name) {
  const root = join(base, name);
  for (const part of ["objects", "refs", "info"]) mkdirSync(join(root, ".git", part), { recursive: true });
  writeFileSync(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
  return root;
}

for (const entries of [1000, 20_000]) {
  const root = makeRoot(`${entries}`);
  plant(root, "a/b/c", entries);
  for (const [name, make] of RULES) {
    for (const [size, bytes] of /** @type {const} */ ([
      ["1 MiB", MIB],
      ["30 KiB", 30 * 1024],
    ])) {
      writeRules(root, make(bytes));
      const title = `${size} of ${name}, ${entries} entries`;
      await run(`tree, ${title}`, root, ({ forge }) => forge.tree(".", { entry_kind: "all", max_depth: 10 }, call));
      await run(`list, ${title}`, root, ({ forge }) => forge.listDirectory("a/b/c", {}, call));
      const path = join(root, "a/b/c");
      await run(`gemini, ${title}`, root, ({ gemini }) => gemini.invoke("list_directory", { path }, call));
    }
  }
}

const links = makeRoot("links");
mkdirSync(join(links, "many"));
for (let index = 0; index < 20_000; index++) symlinkSync("../.git/HEAD", join(links, "many", `link${index}`));
await run("gemini, 20,000 links", links, ({ gemini }) =>
  gemini.invoke("list_directory", { path: join(links, "many") }, call),
);
const ignore = Array.from({ length: 60 }, (_, index) => `*${"a?".repeat(2000)}${index}`);
await run("gemini, 240 KiB of ignore arguments", links, ({ gemini }) =>
  gemini.invoke("list_directory", { path: join(links, "many"), ignore }, call),
);
const huge = makeRoot("huge");
mkdirSync(join(huge, "many"));
for (let index = 0; index < 100_000; index++) writeFileSync(join(huge, "many", `file${index}`), "");
await run("gemini, 100,000 entries", huge, ({ gemini }) =>
  gemini.invoke("list_directory", { path: join(huge, "many") }, call),
);
await run("gemini, 100,000 entries, four at once", huge, async ({ gemini }) => {
  const one = () => gemini.invoke("list_directory", { path: join(huge, "many") }, call);
  return (await Promise.all([one(), one(), one(), one()]))[0];
});
rmSync(base, { recursive: true });
