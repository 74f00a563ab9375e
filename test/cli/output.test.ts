// Standard output that is full for a moment or closed: nothing is lost, and the process ends as it should. dist/ must be built.

import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { porthole, RUNTIME_FLAGS } from "../support/cli.ts";
import { makeTree } from "../support/tree.ts";

const MAIN = resolve("dist/cli/main.js");
/** Runs the rest of its arguments with an output that does not block. */
const NON_BLOCKING = "use Fcntl; fcntl(STDOUT, F_SETFL, O_WRONLY | O_NONBLOCK) or die; exec @ARGV";
const hasPerl = spawnSync("perl", ["-MFcntl", "-e", "1"]).status === 0;

/** More than a pipe holds. */
const names = Array.from({ length: 1500 }, (_, index) => `${"n".repeat(100)}${index}`);
const root = makeTree(names.map((name) => `file ${name} x`));
const shown = `${names.toSorted().join("\n")}\n`;

function runInShell(line: string) {
  const words = [...RUNTIME_FLAGS, MAIN];
  const { status, stdout, stderr } = spawnSync("sh", ["-c", line, process.execPath, ...words], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 24,
  });
  return { status, stdout, stderr };
}

test("all of a long answer arrives", () => {
  expect(porthole(root, ["find", "*"])).toEqual({ status: 0, stdout: shown, stderr: "" });
});

test.skipIf(!hasPerl)("all of it arrives through a pipe that does not block and is read slowly", () => {
  const { stdout, stderr } = runInShell(
    `perl -e '${NON_BLOCKING}' "$0" "$@" find '*' | { sleep 1; head -c 70000; sleep 1; cat; }`,
  );
  expect([stdout === shown, stderr]).toEqual([true, ""]);
});

test("a reader that has seen enough ends it without a word", () => {
  const { stdout, stderr } = runInShell(`{ "$0" "$@" find '*'; echo "ended with $?" >&2; } | head -n 1`);
  expect([stdout, stderr]).toEqual([`${names.toSorted()[0]}\n`, "ended with 0\n"]);
});
