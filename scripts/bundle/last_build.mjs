// Skips a build that would write the same files again. It compares contents, never times: those of what the build read (of other packages, the
// bundled modules and the versions), and those of everything that it wrote. If anything is missing, was added or cannot be read, it builds.
// @ts-check

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const STAMP = "build/stamp.json";
const SOURCES = ["src", "scripts/bundle"];
// The last one is what npm has installed: the versions of the compiler, the bundler and all types.
const SETTINGS = ["scripts/build.mjs", "package.json", "package-lock.json", "node_modules/.package-lock.json"];
const WRITTEN = ["build", "dist"];

/**
 * @param {string} root of the repository
 * @param {() => void | Promise<void>} build throws if it fails
 * @param {{ isForced?: boolean }} [options]
 * @returns {Promise<"built" | "unchanged">}
 */
export async function buildIfChanged(root, build, { isForced = false } = {}) {
  const stamp = join(root, STAMP);
  // Before the build: a source that changes meanwhile needs another one.
  const read = readOrNull(() => describeRead(root));
  const toStamp = () => (read === null ? null : render(root, read));
  const last = readOrNull(() => readFileSync(stamp, "utf8"));
  if (!isForced && last !== null && last === readOrNull(toStamp)) return "unchanged";
  // A build that fails leaves none.
  rmSync(stamp, { force: true });
  await build();
  const next = readOrNull(toStamp);
  mkdirSync(dirname(stamp), { recursive: true });
  if (next !== null) writeFileSync(stamp, next);
  return "built";
}

/** Null if something cannot be read. @param {() => string | null} read @returns {string | null} */
function readOrNull(read) {
  try {
    return read();
  } catch {
    return null;
  }
}

/** @param {string} root @param {string} read */
function render(root, read) {
  return `${JSON.stringify({ read, written: describeWritten(root) }, null, 1)}\n`;
}

/** Null if a file is missing: another package manager than npm does not say what it has installed. @param {string} root */
function describeRead(root) {
  const configs = readdirSync(root).filter((name) => /^tsconfig.*\.json$/.test(name));
  const files = [...SOURCES.flatMap((folder) => listFiles(root, folder)), ...SETTINGS, ...configs.sort()];
  if (!files.every((file) => existsSync(join(root, file)))) return null;
  return digest(root, files, `${process.version} ${process.platform} ${process.arch}`);
}

/** With the modules of other packages that are bundled, which are known only after a build. @param {string} root */
function describeWritten(root) {
  const files = WRITTEN.flatMap((folder) => listFiles(root, folder)).filter((file) => file !== STAMP);
  return digest(root, [...files, "THIRD_PARTY_LICENSES", ...listBundled(root)], "");
}

/** @param {string} root @returns {string[]} */
function listBundled(root) {
  const report = join(root, "build/bundle.json");
  if (!existsSync(report)) return [];
  const { chunks } = JSON.parse(readFileSync(report, "utf8"));
  const modules = chunks.flatMap((/** @type {import("./chunks.mjs").Chunk} */ chunk) => chunk.modules);
  return [...new Set(modules)].filter((path) => path.includes("node_modules/")).sort();
}

/** Sorted, with slashes. @param {string} root @param {string} folder @returns {string[]} */
function listFiles(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const paths = entries.map((entry) => ({ entry, path: `${folder}/${entry.name}` }));
  return paths.flatMap(({ entry, path }) => (entry.isDirectory() ? listFiles(root, path) : [path])).sort();
}

/** Of names, contents and whether a file is executable. @param {string} root @param {readonly string[]} files @param {string} about */
function digest(root, files, about) {
  const hash = createHash("sha256").update(`${about}\n`);
  for (const file of files) {
    const path = join(root, file);
    const content = existsSync(path) ? readFileSync(path) : null;
    const mode = content === null ? 0 : statSync(path).mode & 0o111;
    hash.update(`${JSON.stringify([file, mode, content?.length])}\n`).update(content ?? "");
  }
  return hash.digest("hex");
}
