// Prints what the package brings along as CycloneDX. npm writes it; this only shows npm the package as whoever installs it gets it:
// with `--omit=dev` npm leaves out whatever a development dependency needs too. Reads the lockfile alone, asks no registry.
// @ts-check

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NPM_ARGUMENTS = ["sbom", "--package-lock-only", "--offline", "--sbom-format=cyclonedx", "--sbom-type=library"];

const { devDependencies: _, ...manifest } = readJson("package.json");
const lock = readJson("package-lock.json");
const { devDependencies: __, ...root } = lock.packages[""];
const shipped = Object.entries(lock.packages).filter(([, { dev, extraneous }]) => !dev && !extraneous);
const packages = { ...Object.fromEntries(shipped), "": root };

const temporary = mkdtempSync(join(tmpdir(), "porthole-sbom-"));
process.on("exit", () => rmSync(temporary, { recursive: true, force: true }));
// npm names the package after its folder.
const folder = join(temporary, manifest.name);
mkdirSync(folder);
writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ ...lock, packages }));
const options = { cwd: folder, stdio: /** @type {const} */ ("inherit"), shell: process.platform === "win32" };
process.exitCode = spawnSync("npm", NPM_ARGUMENTS, options).status ?? 1;

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
