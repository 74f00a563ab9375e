// @ts-check
// Installs the libraries that porthole is compared with into bench/, only when somebody runs the benchmark.

import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

export function installPeers() {
  const [lock, installed] = [here("./package-lock.json"), here("./node_modules/.package-lock.json")];
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.log("installing the others (npm ci)");
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", here(".")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error("npm ci failed");
}
