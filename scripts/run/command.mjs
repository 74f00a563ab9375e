// The program of a script in package.json, to start it without npm, which needs half a second of processor time to do so.
// @ts-check

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../../", import.meta.url);

/**
 * Of a script that is one command of an installed package, without quotes. Windows needs no shell for it either.
 * @param {string} script
 * @returns {{ command: string, args: string[] }}
 */
export function findCommand(script) {
  const [name = "", ...args] = readManifest("").scripts[script].split(" ");
  const { bin } = readManifest(`node_modules/${name}/`);
  const path = typeof bin === "string" ? bin : bin[name];
  const file = fileURLToPath(new URL(`node_modules/${name}/${path}`, ROOT));
  // Bun is a program of the system, under this name everywhere.
  return file.endsWith(".exe") ? { command: file, args } : { command: process.execPath, args: [file, ...args] };
}

/** @param {string} folder */
function readManifest(folder) {
  return JSON.parse(readFileSync(new URL(`${folder}package.json`, ROOT), "utf8"));
}
