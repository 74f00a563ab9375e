// The races of a campaign, and how to run one of them.
// @ts-check

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { hasRipgrep } from "./naive.mjs";
import { openSurface } from "./surfaces.mjs";
import { contest } from "./tally.mjs";

const LIBRARY = fileURLToPath(new URL("library.mjs", import.meta.url));
const BUN = fileURLToPath(new URL("../../../node_modules/.bin/bun", import.meta.url));
const WIDTH = 4;

const RUNTIMES = [
  { runtime: "node", command: process.execPath },
  { runtime: "bun", command: BUN },
];
const SURFACES = /** @type {const} */ (["library", "jsonl", "stdio", "http"]);
const SEALS = /** @type {const} */ (["handles", "verify"]);
const EXCHANGES = /** @type {const} */ (["root", "parent"]);
const LABELS = ["read_file", "tree", "list (forge)", "list (gemini)", "list_files", "search_text", "read_files"];

const NAIVE_LABELS = ["read_file", "list (forge)", ...(hasRipgrep ? ["search_text"] : [])];

/**
 * @typedef {object} Combination
 * @property {string} runtime
 * @property {string} command
 * @property {"handles" | "verify" | "naive"} seal
 * @property {"library" | "jsonl" | "stdio" | "http"} surface
 * @property {string} label
 * @property {import("./arena.mjs").Exchange} exchange
 */
/** @typedef {import("./arena.mjs").Arena} Arena */
/** @typedef {{ arena: Arena, targets: readonly import("./arena.mjs").Target[], folder: string, milliseconds: number, onReady: () => Promise<void> }} Ground */

/** The readers that must be caught come first. @returns {readonly Combination[]} */
export function combinations() {
  const library = /** @type {const} */ ("library");
  const naive = /** @type {const} */ ("naive");
  const entries = /** @type {const} */ ("entries");
  const caught = RUNTIMES.flatMap((runtime) => [
    ...NAIVE_LABELS.map((label) => {
      return { ...runtime, seal: naive, surface: library, label, exchange: entries };
    }),
    ...EXCHANGES.map((exchange) => ({ ...runtime, seal: naive, surface: library, label: "read_file", exchange })),
  ]);
  const sealed = RUNTIMES.flatMap((runtime) =>
    SEALS.flatMap((seal) => [
      ...SURFACES.flatMap((surface) =>
        LABELS.map((label) => ({ ...runtime, seal, surface, label, exchange: entries })),
      ),
      ...EXCHANGES.flatMap((exchange) =>
        LABELS.map((label) => ({ ...runtime, seal, surface: library, label, exchange })),
      ),
    ]),
  );
  return [...caught, ...sealed];
}

/** @param {Combination} combination */
export function toName({ runtime, seal, surface, label, exchange }) {
  const words = [runtime, seal, surface, label];
  return (exchange === "entries" ? words : [...words, `${exchange} exchanged`]).join(", ");
}

/**
 * `onReady` is awaited when the workspace is open: whoever opens it while its folder is exchanged may rightly get the other one.
 * @param {Combination} combination
 * @param {Ground} ground
 * @returns {Promise<import("./tally.mjs").Tally>}
 */
export async function run(
  { command, seal, surface, label, exchange },
  { arena, targets, folder, milliseconds, onReady },
) {
  if (surface === "library" || seal === "naive") {
    return runLibrary(command, [seal, label, folder, exchange], milliseconds, onReady);
  }
  const dialect = targets[0]?.dialect ?? "forge";
  const { call, close } = await openSurface(command, { surface, seal, dialect, root: arena.root });
  await onReady();
  const end = performance.now() + milliseconds;
  try {
    return await contest({ arena, targets, call, width: WIDTH, isOver: () => performance.now() > end });
  } finally {
    await close();
  }
}

/**
 * @param {string} command
 * @param {readonly string[]} words
 * @param {number} milliseconds
 * @param {() => Promise<void>} onReady
 * @returns {Promise<import("./tally.mjs").Tally>}
 */
function runLibrary(command, words, milliseconds, onReady) {
  const child = spawn(command, [LIBRARY, ...words], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdout.once("data", async () => {
    await onReady();
    setTimeout(() => child.stdin.end(), milliseconds);
  });
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve(JSON.parse(printed)));
  });
}
