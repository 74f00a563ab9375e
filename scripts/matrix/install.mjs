// Installs the newest Node of a major version from npm, without running any script, into a folder of its own next to the dependencies.
// @ts-check

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const CACHE = resolve("node_modules/.cache/porthole-matrix");
/** @type {Readonly<Record<string, string>>} */
const SYSTEMS = { linux: "linux", darwin: "darwin", win32: "win" };

/** The path of its executable. @param {string} major */
export function installNode(major) {
  const system = SYSTEMS[process.platform];
  if (system === undefined) throw new Error(`there is no Node for ${process.platform} on npm`);
  const packageName = `node-${system}-${process.arch}`;
  const folder = join(CACHE, `node-${major}`);
  const executable = join(folder, "node_modules", packageName, "bin", system === "win" ? "node.exe" : "node");
  if (!existsSync(executable)) install(folder, `${packageName}@${major}`);
  if (!existsSync(executable)) throw new Error(`${packageName}@${major} has no executable`);
  return executable;
}

/** @param {string} folder @param {string} what */
function install(folder, what) {
  mkdirSync(folder, { recursive: true });
  // A separate project, so that npm does not look for one above.
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", what];
  const { status } = spawnSync("npm", args, { cwd: folder, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) throw new Error(`npm could not install ${what}`);
}
