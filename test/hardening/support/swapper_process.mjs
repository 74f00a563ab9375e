// Starts the swapper: a small C program if it can be compiled, otherwise the one in JavaScript.
// @ts-check

import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("swapper.c", import.meta.url));
const SCRIPT = fileURLToPath(new URL("../../support/swapper.mjs", import.meta.url));

/** `restScale`: how much of its unit of time a millisecond is. */
/** @typedef {{ readonly kind: string, readonly words: readonly string[], readonly restScale: number }} Swapper */

/** @type {Swapper} */
export const SCRIPT_SWAPPER = { kind: "JavaScript, by renaming", words: [process.execPath, SCRIPT], restScale: 1 };

/** Compiled once for all test files of a process. @type {Swapper | undefined} */
let chosen;

/**
 * @param {string} folder where the program may be put, until this process ends
 * @returns {Swapper}
 */
export function chooseSwapper(folder) {
  chosen ??= compileSwapper(folder);
  return chosen;
}

/** @param {string} folder @returns {Swapper} */
function compileSwapper(folder) {
  const program = join(folder, "swapper");
  const compiled = process.platform === "linux" && spawnSync("cc", ["-O2", "-o", program, SOURCE]).status === 0;
  if (compiled) return { kind: "C, one step of the kernel for a swap", words: [program], restScale: 1000 };
  return SCRIPT_SWAPPER;
}

/**
 * @param {Swapper} swapper
 * @param {{ milliseconds: number, restMs: number }} times for how long, and the longest rest between swaps
 * @param {readonly string[]} pairs PATH and SPARE for each
 * @param {readonly string[]} [moves] FROM and TO for each entry that is renamed while the pairs are exchanged
 */
export async function startSwapper({ words, restScale }, { milliseconds, restMs }, pairs, moves = []) {
  const [program = "", ...before] = words;
  const times = [String(milliseconds), String(restMs * restScale)];
  const child = spawn(program, [...before, ...times, ...pairs, ...(moves.length === 0 ? [] : ["--", ...moves])]);
  let printed = "";
  let running = true;
  const ended = new Promise((resolve) => child.on("close", resolve)).then(() => {
    running = false;
  });
  const started = new Promise((resolve) => child.stdout.on("data", resolve));
  child.stdout.on("data", (chunk) => {
    printed = `${printed}${chunk}`.slice(-200);
  });
  await Promise.race([started, ended]);
  return {
    isRunning: () => running,
    /** Kills it if it still runs; returns the number of swaps. */
    async stop() {
      if (running) child.kill();
      await ended;
      return Number(printed.trimEnd().split("\n").at(-1)) || 0;
    },
  };
}
