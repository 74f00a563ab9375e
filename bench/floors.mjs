// @ts-check
// The floors: bare synchronous loops that validate nothing, check nothing, order nothing and have no limits. By plain paths: only the
// system calls that the facts of an answer need; nothing that runs on Node can be much faster. Through descriptors ("the same calls"): the
// calls that a folder needs which nobody may swap meanwhile, and the JSON of an answer that has as many bytes as porthole's.

import { closeSync, constants, fstatSync, lstatSync, opendirSync, openSync, readdirSync, readSync } from "node:fs";

/** Names and kinds are one `getdents` pass, size and time one `lstat` for each: open, getdents, close, n × lstat. @param {string} path */
export function listWithMetadata(path) {
  let [count, bytes, newest] = [0, 0, 0];
  for (const name of readdirSync(path)) {
    const { size, mtimeMs } = lstatSync(`${path}/${name}`);
    count++;
    bytes += size;
    if (mtimeMs > newest) newest = mtimeMs;
  }
  return count + Math.sign(bytes + newest) - 1;
}

/** Open, getdents and close for just those directories whose entries are in the answer. @param {readonly string[]} directories */
export function readDirectories(directories) {
  let [folders, others] = [0, 0];
  for (const directory of directories) {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (entry.isDirectory()) folders++;
      else others++;
    }
  }
  return folders + others;
}

/** One pass over one directory, without keeping anything. @param {string} path @param {number} bufferSize */
export function passOver(path, bufferSize) {
  const directory = opendirSync(path, { bufferSize });
  let count = 0;
  while (directory.readSync() !== null) count++;
  directory.closeSync();
  return count;
}

/** The answer has the number of lines of the whole file: open, fstat, read, count, close. @param {string} path */
export function readAndCount(path) {
  const fd = openSync(path, "r");
  const { size } = fstatSync(fd);
  const bytes = Buffer.allocUnsafe(size);
  readSync(fd, bytes, 0, size, 0);
  closeSync(fd);
  return countNewlines(bytes, 0);
}

/** @param {Buffer} bytes @param {number} from */
function countNewlines(bytes, from) {
  let lines = 0;
  for (let at = bytes.indexOf(10, from); at !== -1; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}

// Not among Node's constants; see open(2).
const O_PATH = 0o10000000;
const HOLD = O_PATH | constants.O_NOFOLLOW;
const HOLD_DIRECTORY = HOLD | constants.O_DIRECTORY;

/** A folder that is held, so that names can be opened below it. @param {string} root */
export function hold(root) {
  return openSync(root, HOLD_DIRECTORY);
}

/**
 * Two opens, fstat, getdents, two closes, n × lstat.
 * @param {number} root @param {string} name @param {number} maxEntries
 */
export function writeList(root, name, maxEntries) {
  const fd = openSync(`/proc/self/fd/${root}/${name}`, HOLD);
  fstatSync(fd);
  const entries = [];
  for (const entry of readdirSync(`/proc/self/fd/${fd}`)) {
    const stats = lstatSync(`/proc/self/fd/${fd}/${entry}`);
    entries.push({
      name: entry,
      path: entry,
      depth: 1,
      type: stats.isDirectory() ? "dir" : "file",
      size_bytes: stats.isDirectory() ? null : stats.size,
      modified_epoch_ms: Math.floor(stats.mtimeMs),
      is_hidden: entry.startsWith("."),
      error_code: null,
      error: null,
    });
  }
  closeSync(fd);
  const returned = entries.length;
  return JSON.stringify({
    path: name,
    entries,
    returned,
    max_entries: maxEntries,
    truncated: false,
    truncated_reason: null,
  });
}

/** @typedef {{ name: string, path: string, depth: number, kind: string, truncated?: boolean, children?: Node[] }} Node */
/** Which entries of a directory are in the answer, and of which directories the entries are. @typedef {Map<string, Plan | null>} Plan */

/** @param {Node} node @returns {Plan} */
export function planTree({ children = [] }) {
  return new Map(children.map((child) => [child.name, child.children === undefined ? null : planTree(child)]));
}

/**
 * For each directory of the plan: two opens, getdents, two closes.
 * @param {number} root @param {Plan} plan @param {number} maxDepth
 */
export function writeTree(root, plan, maxDepth) {
  const totals = { directory: 0, file: 0 };
  /** @param {Node} node @param {string} path @param {Plan} wanted */
  const fill = (node, path, wanted) => {
    const fd = openSync(path, HOLD_DIRECTORY);
    const depth = node.depth + 1;
    const prefix = node.path === "." ? "" : `${node.path}/`;
    /** @type {Node[]} */
    const children = [];
    node.children = children;
    for (const entry of readdirSync(`/proc/self/fd/${fd}`, { withFileTypes: true })) {
      const below = wanted.get(entry.name);
      if (below === undefined) continue;
      const kind = entry.isDirectory() ? "directory" : "file";
      totals[kind]++;
      /** @type {Node} */
      const child = { name: entry.name, path: prefix + entry.name, depth, kind };
      if (kind === "directory" && depth === maxDepth) child.truncated = true;
      children.push(child);
      if (below !== null) fill(child, `/proc/self/fd/${fd}/${entry.name}`, below);
    }
    closeSync(fd);
  };
  /** @type {Node} */
  const top = { name: ".", path: ".", depth: 0, kind: "directory" };
  totals.directory++;
  fill(top, `/proc/self/fd/${root}/.`, plan);
  return JSON.stringify({
    root: top,
    limit_reached: true,
    scanned_entries: totals.directory + totals.file,
    total_dirs: totals.directory,
    total_files: totals.file,
    total_symlinks: 0,
  });
}

/**
 * A pipe or a device must not be opened for reading: open, fstat, open, read to the end, two closes.
 * @param {number} root @param {string} name @param {number} maxLines
 */
export function writeLines(root, name, maxLines) {
  const held = openSync(`/proc/self/fd/${root}/${name}`, HOLD);
  const { size, mtimeMs } = fstatSync(held);
  const fd = openSync(`/proc/self/fd/${held}`, "r");
  const bytes = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (let count = -1; count !== 0; length += count) count = readSync(fd, bytes, length, size + 1 - length, length);
  closeSync(fd);
  closeSync(held);
  let [lines, end] = [0, 0];
  while (lines < maxLines) {
    end = bytes.indexOf(10, end) + 1;
    lines++;
  }
  const text = bytes.subarray(0, length);
  const count = lines + countNewlines(text, end);
  const isCut = end < length;
  return JSON.stringify({
    path: name,
    content: text.toString("utf8", 0, isCut ? end - 1 : end),
    truncated: isCut,
    next_start_line: isCut ? lines + 1 : null,
    meta: { byte_length: length, line_count: count, returned_line_count: lines, mtime_ms: Math.floor(mtimeMs) },
  });
}
