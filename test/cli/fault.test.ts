// What the command line says of a fault of its own: one line, an exit code that no usage error has, and the stack on request. The fault is
// put there by a module that is loaded first. Needs a fresh build.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { toUsageError } from "../../src/cli/open.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const PRELOAD = process.versions.bun === undefined ? "--import" : "--preload";

/** `breakage` is code that runs before the command line. */
function runBroken(breakage: string, words: readonly string[], debug = "") {
  const file = join(makeTempFolder(), "broken.mjs");
  writeFileSync(file, breakage);
  const env = { ...process.env, XDG_CONFIG_HOME: "/nonexistent", PORTHOLE_DEBUG: debug };
  const options = { cwd: makeTree(["file a x"]), encoding: "utf8", env } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [PRELOAD, file, MAIN, ...words], options);
  return { status, stdout, stderr };
}

const told = (what: string) => `porthole: unexpected error, a bug in porthole: ${what}`;
const BREAK_JSON = 'JSON.stringify = () => { throw new TypeError("broken\\u001b[31m\\nsecond line"); };';

test("is told in one line with its message, and its exit code is 70", () => {
  const stderr = `${told("TypeError: broken\\x1b[31m")}; PORTHOLE_DEBUG=1 shows where\n`;
  expect(runBroken(BREAK_JSON, ["tools"])).toEqual({ status: 70, stdout: "", stderr });
});

test("is told with its stack on request", () => {
  const { status, stderr } = runBroken(BREAK_JSON, ["tools"], "1");
  const [line, ...stack] = stderr.split("\n");
  expect([status, line]).toEqual([70, told("TypeError: broken\\x1b[31m")]);
  expect(stack.join("\n")).toMatch(/cli.start\.js/);
  expect(stderr).not.toContain("\u001b");
});

test("is told too if it happens where nobody waits", () => {
  const later = 'setTimeout(() => { throw new RangeError("late"); }, 50);';
  const { status, stderr } = runBroken(later, ["call", "--jsonl"]);
  expect([status, stderr]).toEqual([70, `${told("RangeError: late")}; PORTHOLE_DEBUG=1 shows where\n`]);
});

test("is not taken for wrong usage where a toolkit or a server is made", () => {
  expect(toUsageError(new Error("one\ntwo\nthree")).message).toBe("one (and 2 more)");
  for (const mistake of [new TypeError("x"), new RangeError("x"), new ReferenceError("x"), "x"])
    expect(() => toUsageError(mistake)).toThrow("x");
});
