// @ts-check
// Lower bounds: the system calls that an answer needs, in a bare synchronous loop without validation, safety, order, limits or output. Once
// by plain paths: nothing on Node can be much faster. And once through descriptors: the same calls as porthole's, without its checks.

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
  let lines = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}

// Not among Node's constants; see open(2).
const O_PATH = 0o10000000;
const HOLD = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** As `listWithMetadata`, through a descriptor: two opens, getdents, two closes, n × lstat. @param {string} path */
export function listHeldWithMetadata(path) {
  const fd = openSync(path, HOLD);
  const count = listWithMetadata(`/proc/self/fd/${fd}`);
  closeSync(fd);
  return count;
}

/** As `readDirectories`, each directory through a descriptor of its own. @param {readonly string[]} directories */
export function readHeldDirectories(directories) {
  let count = 0;
  for (const directory of directories) {
    const fd = openSync(directory, HOLD);
    count += readDirectories([`/proc/self/fd/${fd}`]);
    closeSync(fd);
  }
  return count;
}

/** As `readAndCount`, through a descriptor: a pipe or a device must not be opened for reading. @param {string} path */
export function readHeldAndCount(path) {
  const fd = openSync(path, O_PATH | constants.O_NOFOLLOW);
  const lines = readAndCount(`/proc/self/fd/${fd}`);
  closeSync(fd);
  return lines;
}
