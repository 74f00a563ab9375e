// Prints the content of the package as CycloneDX. npm writes it; this script presents the bundled packages to npm as if they were
// dependencies, and adds the packages that some of them contain. Uses no registry. Run after `npm run build`.
// @ts-check

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NPM_ARGUMENTS = ["sbom", "--package-lock-only", "--offline", "--sbom-format=cyclonedx", "--sbom-type=library"];

/** @typedef {import("./bundle/licenses.mjs").Bundled} Bundled */

const { devDependencies: _, ...manifest } = readJson("package.json");
const lock = readJson("package-lock.json");
/** @type {Bundled[]} */
const bundled = readJson("build/bundle.json").packages;
const own = bundled.filter(({ within }) => within === undefined);
const dependencies = Object.fromEntries(own.map(({ name, version }) => [name, version]));
const { devDependencies: __, ...root } = lock.packages[""];
const packages = {
  "": { ...root, dependencies },
  ...Object.fromEntries(own.map(({ path }) => [path, toShipped(lock.packages[path])])),
};

const temporary = mkdtempSync(join(tmpdir(), "porthole-sbom-"));
process.on("exit", () => rmSync(temporary, { recursive: true, force: true }));
// npm names the package after its folder.
const folder = join(temporary, manifest.name);
mkdirSync(folder);
writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, dependencies }));
writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ ...lock, packages }));
const { status, stdout, stderr } = spawnSync("npm", NPM_ARGUMENTS, {
  cwd: folder,
  encoding: "utf8",
  shell: process.platform === "win32",
});
if (status === 0) {
  const sbom = JSON.parse(stdout);
  sbom.components.push(...bundled.filter(({ within }) => within !== undefined).map(toComponent));
  console.log(JSON.stringify(sbom, null, 2));
} else {
  process.stderr.write(stderr);
  process.exitCode = status ?? 1;
}

/** Of its dependencies only those whose code is there. @param {Record<string, unknown> & { dependencies?: Record<string, string> }} locked */
function toShipped({
  dev: _,
  bin: __,
  optionalDependencies: ___,
  peerDependencies: ____,
  dependencies: all = {},
  ...rest
}) {
  return { ...rest, dependencies: Object.fromEntries(Object.entries(all).filter(([name]) => name in dependencies)) };
}

/** @param {Bundled} inner */
function toComponent({ name, version, license, within }) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const properties = [{ name: "porthole:inside", value: within }];
  return {
    "bom-ref": `${name}@${version}`,
    type: "library",
    name,
    version,
    purl,
    properties,
    licenses: [{ license: { id: license } }],
  };
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
