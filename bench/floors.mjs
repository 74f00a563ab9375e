// @ts-check
// The floors: the system calls that the facts of an answer need, in a bare synchronous loop by plain paths. No validation, no
// safety, no order, no limits, no output. Nothing that runs on Node can be much faster. Leaves to the cases what is asked.

import { closeSync, fstatSync, lstatSync, opendirSync, openSync, readdirSync, readSync } from "node:fs";

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
