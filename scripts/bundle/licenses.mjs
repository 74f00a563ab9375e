// Finds the packages of the bundled modules, with the text of each licence. Throws if one has none: such code must not ship.
// @ts-check

import { existsSync, readdirSync, readFileSync } from "node:fs";

/**
 * `path`: where it is installed; of one that another package carries inside its own files, which is `within`, where its licence is.
 * @typedef {{ name: string, version: string, path: string, license: string, text: string, within?: string }} Bundled
 */

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge,
publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so,
subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** @param {readonly string[]} modules paths from the root of the repository @returns {Bundled[]} sorted by name */
export function findPackages(modules) {
  /** @type {Map<string, Bundled>} */
  const found = new Map();
  for (const path of modules) {
    const folder = findFolder(path);
    if (folder === null) continue;
    const { name, version } = readManifest(folder);
    found.set(`${name}@${version}`, { name, version, ...readLicense(folder) });
    for (const inner of path.startsWith("\0") ? [] : findWithin(readFileSync(path, "utf8")))
      found.set(`${inner.name}@${inner.version}`, {
        ...inner,
        ...readLicense(`node_modules/${inner.name}`),
        within: name,
      });
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Of the package; null for our own modules. @param {string} path */
function findFolder(path) {
  // Helpers that the bundler adds, for itself and for syntax that Node 20 does not support.
  if (path.startsWith("\0")) return "node_modules/rolldown";
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? null;
}

/** What the SDK has bundled itself: its bundler marks the place where each module came from. @param {string} source */
function findWithin(source) {
  const regions = source.matchAll(
    /^\/\/#region .*\/node_modules\/\.pnpm\/((?:@[^+/]+\+)?[^@/]+)@(\d+\.\d+\.\d+[^/_]*)/gm,
  );
  return [...regions].map(([, name = "", version = ""]) => ({ name: name.replace("+", "/"), version }));
}

/** @param {string} folder @returns {{ path: string, license: string, text: string }} */
function readLicense(folder) {
  const { name, license, author } = readManifest(folder);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.md|\.txt)?$/i.test(entry));
  if (file !== undefined) return { path: folder, license, text: readFileSync(`${folder}/${file}`, "utf8").trim() };
  if (license !== "MIT") throw new Error(`${name} (${license}) has no text of its licence`);
  // Some packages only name their licence.
  return { path: folder, license, text: `Copyright (c) ${author}\n\n${MIT}` };
}

/** @param {string} folder */
function readManifest(folder) {
  if (!existsSync(folder)) throw new Error(`${folder} is not installed, and its licence is needed`);
  return JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
}

/** @param {readonly Bundled[]} packages */
export function renderLicenses(packages) {
  const parts = packages.map(({ name, version, license, text, within }) => {
    const title = `${name} ${version} (${license})${within === undefined ? "" : `, inside ${within}`}`;
    return `${title}\n${"=".repeat(title.length)}\n\n${text}\n`;
  });
  return `The files in dist/ contain code of the packages below.\n\n\n${parts.join("\n\n")}`;
}
