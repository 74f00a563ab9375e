// @ts-check
// Makes a text file of 1 GiB in a temporary folder, then reads a window at its end, searches it, and does the same with a file of a single
// line, each in a process of its own. Prints seconds, the peak memory beyond the idle process, and the longest time that the event loop was
// blocked. Run: npm run bench:large. Linux only, because the peak comes from /proc. Needs 2 GiB of disk, which are freed at the end.

import { execFileSync } from "node:child_process";
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MEBIBYTE = 1_048_576;
const LINE_BYTES = 64;
const LINES = (1024 * MEBIBYTE) / LINE_BYTES;
const CHILD = fileURLToPath(new URL("./large_child.mjs", import.meta.url));

/** @param {string} path @param {(block: number) => Buffer} makeBlock of 1 MiB */
function writeFile(path, makeBlock) {
  const fd = openSync(path, "w");
  for (let block = 0; block < 1024; block++) writeSync(fd, makeBlock(block));
  fsyncSync(fd);
  closeSync(fd);
}

/** Lines of 64 bytes with their number. @param {number} block */
function makeLines(block) {
  const perBlock = MEBIBYTE / LINE_BYTES;
  const lines = Array.from({ length: perBlock }, (_, index) => `line ${block * perBlock + index + 1} `);
  return Buffer.from(lines.map((line) => `${line.padEnd(LINE_BYTES - 1, "abc ")}\n`).join(""));
}

/** @type {readonly { what: string, tool: string, args: object }[]} */
const CALLS = [
  { what: "read_file, the last 200 lines", tool: "read_file", args: { path: "lines", start_line: LINES - 199 } },
  { what: "read_file, one line of 1 GiB", tool: "read_file", args: { path: "one" } },
  {
    what: "search_text, a literal on the last line",
    tool: "search_text",
    args: { pattern: `line ${LINES} `, path: "lines" },
  },
  { what: "search_text, an expression", tool: "search_text", args: { pattern: `[k-m]ine ${LINES}\\b`, path: "lines" } },
  {
    what: "search_text, every line, counted",
    tool: "search_text",
    args: { pattern: "line", path: "lines", mode: "files" },
  },
  { what: "search_text, one line of 1 GiB", tool: "search_text", args: { pattern: "y", path: "one" } },
];

const root = mkdtempSync(join(tmpdir(), "porthole-bench-"));
try {
  writeFile(join(root, "lines"), makeLines);
  writeFile(join(root, "one"), () => Buffer.alloc(MEBIBYTE, "x"));
  console.log("| | seconds | MiB beyond idle | event loop held, ms | |\n| --- | --: | --: | --: | --- |");
  for (const { what, tool, args } of CALLS) {
    const child = [CHILD, root, tool, JSON.stringify(args)];
    const { seconds, beyondMb, heldMs, says } = JSON.parse(execFileSync(process.execPath, child, { encoding: "utf8" }));
    const figures = [seconds.toFixed(2), beyondMb.toFixed(1), heldMs.toFixed(1), says];
    console.log(`| ${what} | ${figures.join(" | ")} |`);
  }
} finally {
  rmSync(root, { recursive: true });
}
