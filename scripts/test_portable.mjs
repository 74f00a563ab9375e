// Runs the suite on Node with the strategy `verify` alone, as it would run on macOS and Windows, with its temporary files on one disk after
// another. Needs Linux and root, for mounts in a namespace of its own. A disk that this kernel cannot mount is skipped, and says why.
// @ts-check

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DISKS, runOnDisk } from "./portable/disks.mjs";
import { showRun } from "./portable/show.mjs";
import { makeWeakCopy } from "./portable/weak_copy.mjs";
import { readVitest } from "./reports.mjs";

const HELP = `npm run test:portable -- [--only disk] ... [test file or folder] ...

Runs the suite, or the tests that are named, with the strategy verify on each of: ${DISKS.map(({ name }) => name).join(", ")}.
Ends with 1 if any of them failed. A disk that cannot be mounted is skipped, with the reason.
`;

const { only, tests } = readArguments(process.argv.slice(2));
const repository = fileURLToPath(new URL("..", import.meta.url));
const arena = mkdtempSync(join(realpathSync(tmpdir()), "porthole-portable-"));
try {
  const copy = join(arena, "copy");
  mkdirSync(copy);
  makeWeakCopy(repository, copy);
  const rows = DISKS.filter(({ name }) => only.length === 0 || only.includes(name)).map((disk) => runOn(disk, copy));
  console.log(`\n${rows.flatMap(({ lines }) => lines).join("\n")}`);
  process.exitCode = rows.every(({ isGreen }) => isGreen) ? 0 : 1;
} finally {
  rmSync(arena, { recursive: true, force: true });
}

/** @param {import("./portable/disks.mjs").Disk} disk @param {string} copy */
function runOn(disk, copy) {
  console.log(`\n== verify on ${disk.what}`);
  const report = join(copy, ".reports/node.json");
  // No old report shall speak for a run that wrote none.
  rmSync(report, { force: true });
  const command = [
    process.execPath,
    "node_modules/vitest/vitest.mjs",
    "run",
    ...(tests.length > 0 ? tests : (disk.tests ?? [])),
  ];
  const ran = runOnDisk(disk, { arena, cwd: copy, command });
  if ("reason" in ran) {
    return { isGreen: true, lines: [`skipped ${disk.what}: ${ran.reason.replaceAll("\n", "\n        ")}`] };
  }
  try {
    return showRun(`verify on ${disk.what}`, ran.status, readVitest(readFileSync(report, "utf8"), copy));
  } catch (error) {
    return { isGreen: false, lines: [`FAILED verify on ${disk.what}: ${error}`] };
  }
}

/** @param {readonly string[]} words */
function readArguments(words) {
  if (words.includes("--help")) end(0, HELP);
  /** @type {{ only: string[], tests: string[] }} */
  const read = { only: [], tests: [] };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--only") read.only.push(words[++at] ?? "");
    else if (word.startsWith("-")) end(2, `unknown option ${word}; see --help\n`);
    else read.tests.push(word);
  }
  const unknown = read.only.find((name) => !DISKS.some((disk) => disk.name === name));
  if (unknown !== undefined) end(2, `there is no disk ${JSON.stringify(unknown)}; see --help\n`);
  return read;
}

/** @param {number} code @param {string} text @returns {never} */
function end(code, text) {
  (code === 0 ? process.stdout : process.stderr).write(text);
  process.exit(code);
}
