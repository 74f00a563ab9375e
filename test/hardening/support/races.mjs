// The races of a campaign, and how to run one of them.
// @ts-check

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { NAIVE_KINDS } from "./naive.mjs";
import { openSurface } from "./surfaces.mjs";
import { contest } from "./tally.mjs";
import { isServed, targetsIn } from "./targets.mjs";

const LIBRARY = fileURLToPath(new URL("library.mjs", import.meta.url));
const BUN = fileURLToPath(new URL("../../../node_modules/.bin/bun", import.meta.url));
const WIDTH = 16;

const RUNTIMES = /** @type {const} */ ({ node: process.execPath, bun: BUN });
const SEALS = /** @type {const} */ (["handles", "verify"]);
const ATTACKERS = /** @type {const} */ (["directory", "file", "moved", "filled", "namespace"]);
const ROOT_ATTACKERS = /** @type {const} */ (["root", "parent"]);
// The functions of the library return data, without a format.
const SURFACES = /** @type {const} */ ([
  { surface: "data", format: "json" },
  ...["execute", "jsonl", "stdio", "http", "page"].flatMap((surface) =>
    ["json", "text"].map((format) => ({ surface, format })),
  ),
]);

/**
 * @typedef {object} Race
 * @property {keyof typeof RUNTIMES} runtime
 * @property {"handles" | "verify" | "naive"} seal
 * @property {import("./targets.mjs").Surface} surface
 * @property {"json" | "text"} format
 * @property {import("./arena.mjs").Attacker} attacker
 * @property {string} [kind] of the readers that must be caught
 */
/** @typedef {{ arena: import("./arena.mjs").Arena, folder: string, milliseconds: number, onReady: () => Promise<void> }} Ground */

/** The readers that must be caught come first. @returns {readonly Race[]} */
export function allRaces() {
  const naive = [...ATTACKERS, ...ROOT_ATTACKERS].flatMap((attacker) =>
    NAIVE_KINDS.map((kind) => ({ runtime: "node", seal: "naive", surface: "data", format: "json", attacker, kind })),
  );
  const sealed = Object.keys(RUNTIMES).flatMap((runtime) =>
    SEALS.flatMap((seal) => [
      ...ATTACKERS.flatMap((attacker) => SURFACES.map((surface) => ({ runtime, seal, ...surface, attacker }))),
      ...ROOT_ATTACKERS.map((attacker) => ({ runtime, seal, surface: "execute", format: "json", attacker })),
    ]),
  );
  return /** @type {Race[]} */ ([...naive, ...sealed]);
}

/** @param {Race} race */
export function toName({ runtime, seal, surface, format, attacker, kind }) {
  return [attacker, runtime, seal, ...(seal === "naive" ? [kind] : [surface, format])].join(", ");
}

/**
 * `onReady` is called when the workspace is open: if it were opened during an exchange, it could rightly be the other folder.
 * @param {Race} race
 * @param {Ground} ground
 * @returns {Promise<import("./tally.mjs").Tally>}
 */
export async function run(race, { arena, folder, milliseconds, onReady }) {
  const { runtime, seal, surface, format } = race;
  if (surface === "data" || surface === "execute" || seal === "naive")
    return runLibrary(RUNTIMES[runtime], [JSON.stringify(race), folder], milliseconds, onReady);
  const targets = targetsIn(arena).filter((target) => isServed(surface, target));
  const open = (/** @type {"forge" | "gemini"} */ dialect) =>
    openSurface(RUNTIMES[runtime], { surface, seal, dialect, format, root: arena.root });
  const servers = { forge: await open("forge"), gemini: await open("gemini") };
  await onReady();
  const end = performance.now() + milliseconds;
  try {
    const isOver = () => performance.now() > end;
    return await contest({
      arena,
      targets,
      call: (target) => servers[target.dialect].call(target),
      width: WIDTH,
      isOver,
    });
  } finally {
    await Promise.all([servers.forge.close(), servers.gemini.close()]);
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
  child.stdin.on("error", () => {});
  child.stdout.once("data", async () => {
    await onReady();
    setTimeout(() => child.stdin.end(), milliseconds).unref();
  });
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0 && printed.trim() !== "") resolve(JSON.parse(printed));
      else reject(new Error(`the process ended with ${code} and without a tally`));
    });
  });
}
