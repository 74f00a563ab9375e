// What the command line tells a person on a terminal that it does not tell a pipe. Runs under script(1), which gives it one.

import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { makeTree } from "../support/tree.ts";

const MAIN = resolve("dist/cli/main.js");
const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;

/** What appears on the screen, without colour. */
function runOnTerminal(root: string, args: readonly string[]): string[] {
  const command = [process.execPath, MAIN, ...args].map((word) => `'${word}'`).join(" ");
  const env = { ...process.env, NO_COLOR: "1" };
  const { stdout } = spawnSync("script", ["-qec", command, "/dev/null"], { cwd: root, env, encoding: "utf8" });
  return stdout.trim().split(/\r?\n/);
}

describe.skipIf(!hasScript)("on a terminal", () => {
  const root = makeTree([
    "file .git/HEAD x",
    "file .gitignore *.log\n",
    "file dist/a x",
    "file src/a.ts x",
    "file src/b.log x",
    "file .hidden x",
  ]);

  test("tree says what it left out", () => {
    const lines = runOnTerminal(root, ["tree", "--all"]);
    expect(lines.at(-1)).toBe("left out: .git/ dist/ (always), 2 hidden, 1 ignored");
    expect(lines).toContain("    └── a.ts");
  });

  test("ls says what it left out, and --json is as for a model", () => {
    expect(runOnTerminal(root, ["ls"]).at(-1)).toBe("left out: 3 hidden");
    expect(JSON.parse(runOnTerminal(root, ["ls", "--json"]).join(""))).toMatchObject({ returned: 2 });
  });
});
