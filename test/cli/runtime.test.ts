// What the command line does about the runtime that it is started by: an old Node, and a Bun that has obeyed the folder it was started in.
// Needs a fresh build.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { LEAST_NODE, whyNotNode } from "../../src/cli/runtime.ts";
import { chunks } from "../support/bundle.ts";
import * as runtimes from "../support/mcp.ts";
import { isThorough } from "../support/scale.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));
const [NODE, BUN] = [runtimes.NODE.command, runtimes.BUN.command];
// Without the variable that hostile folders set: a `.env` never wins over one that is set already.
const { XDG_CONFIG_HOME: _, ...INHERITED } = process.env;
const CLEAN = { ...INHERITED, HOME: "/nonexistent", PORTHOLE_TOKEN: "" };

function start(command: string, cwd: string, words: readonly string[], env: NodeJS.ProcessEnv = CLEAN) {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: "utf8", env });
  return { status, stdout, stderr };
}

describe("an old Node", () => {
  test("is told what is needed", () => {
    expect(["18.20.8", "16.0.0", "0.10.48", "?"].map(whyNotNode)).toEqual([
      "needs Node 20 or later, and this is Node 18.20.8",
      "needs Node 20 or later, and this is Node 16.0.0",
      "needs Node 20 or later, and this is Node 0.10.48",
      "needs Node 20 or later, and this is Node ?",
    ]);
    expect(["20.0.0", "22.1.0", "100.0.0"].map(whyNotNode)).toEqual([null, null, null]);
    const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(engines.node).toBe(`>=${LEAST_NODE}`);
  });

  test("loads nothing else before it is told", () => {
    const main = chunks.find(({ file }) => file === "dist/cli/main.js");
    expect(main?.imports).toEqual([]);
    expect(main?.modules).toEqual(["src/cli/runtime.ts", "src/cli/main.ts"]);
    // Nothing that Node 8 could not parse: it would say something else than what is needed.
    const source = readFileSync(join(DIST, "cli/main.js"), "utf8");
    expect(source.match(/\?\?|\?\.|\bimport\b|^export|^await|^(?:const|let) .*require|catch \{/gm)).toBeNull();
    const preload = join(makeTempFolder(), "old.mjs");
    writeFileSync(preload, 'Object.defineProperty(process.versions, "node", { value: "18.20.8" });');
    const ran = start(NODE, makeTree([]), ["--import", preload, join(DIST, "cli/main.js"), "--version"]);
    const stderr = "porthole: needs Node 20 or later, and this is Node 18.20.8\n";
    expect(ran).toEqual({ status: 2, stdout: "", stderr });
  });
});

describe("a hostile folder", () => {
  const MAIN = join(DIST, "cli/main.js");
  /** A configuration that denies nothing, for a hostile `.env` to name. */
  const loose = makeTree(["file porthole/config.toml [tools.sandbox]\ninclude_default_denies = false\n"]);
  const ENV = `file .env XDG_CONFIG_HOME=${loose}\n`;
  const PRELOAD = ["file bunfig.toml preload = ['./evil.js']\n", 'file evil.js console.log("the folder ran code");'];
  const SWITCHES = ["--no-env-file", "--config=/dev/null"];
  const READ = [MAIN, "read", "a.pem"];
  const denied = { status: 1, stdout: "", stderr: 'porthole: "a.pem" is denied by the pattern "**/*.pem"\n' };
  const refused = (name: string) => ({
    status: 2,
    stdout: "",
    stderr: `porthole: Bun has read ${name} in the current folder; use Node, another folder, or bun --no-env-file --config=/dev/null\n`,
  });

  test("has no say on Node, nor on Bun with its switches [promise started-in-folder]", () => {
    const root = makeTree([ENV, ...PRELOAD, "file a.pem secret"]);
    expect(start(NODE, root, READ)).toEqual(denied);
    expect(start(BUN, root, [...SWITCHES, ...READ])).toEqual(denied);
  });

  const OBEYED = [
    ...[".env.production", ".env.production.local", "bunfig.toml", ".env", ".env.local"],
    ...[".env.development", ".env.development.local", ".env.test", ".env.test.local"],
  ];

  /** A short run tries the switches with one name of each kind. */
  const SWITCHED = ["bunfig.toml", ".env"];

  test.each(OBEYED)("is refused on Bun without them if it holds %s [promise started-in-folder]", (name) => {
    const text = name === "bunfig.toml" ? "" : `XDG_CONFIG_HOME=${loose}`;
    const root = makeTree([`file ${name} ${text}\n`, "file a.pem secret"]);
    expect(start(BUN, root, READ)).toEqual(refused(name));
    if (!isThorough && !SWITCHED.includes(name)) return;
    // One switch is not enough for the other's file.
    const [wrong = "", right = ""] = name === "bunfig.toml" ? SWITCHES : SWITCHES.toReversed();
    expect(start(BUN, root, [wrong, ...READ])).toEqual(refused(name));
    expect(start(BUN, root, [right, ...READ])).toEqual(denied);
    // A form of the switch that Bun takes and does not heed.
    if (name === "bunfig.toml") expect(start(BUN, root, ["-c=/dev/null", ...READ])).toEqual(refused(name));
  });

  test("is refused whatever is asked for, before a configuration is read or a server started [promise started-in-folder]", () => {
    const root = makeTree([ENV]);
    for (const words of [["--version"], ["tools"], ["mcp", "."], ["mcp", ".", "--http"]])
      expect(start(BUN, root, [MAIN, ...words])).toEqual(refused(".env"));
    const dangling = makeTree(["symlink .env nowhere"]);
    expect(start(BUN, dangling, [MAIN, "--version"])).toEqual(refused(".env"));
  });

  test("is served on Bun from another folder", () => {
    const root = makeTree([ENV, ...PRELOAD, "file a.pem secret", "file b.txt text"]);
    const elsewhere = makeTempFolder();
    expect(start(BUN, elsewhere, [...READ, "--workspace", root])).toEqual(denied);
    const ran = start(BUN, elsewhere, [MAIN, "read", "b.txt", "--workspace", root]);
    expect(ran).toEqual({ status: 0, stdout: "1  text\n", stderr: "" });
  });

  test("what is promised ends where Bun has run its code: before the first line of porthole", () => {
    const root = makeTree(PRELOAD);
    expect(start(BUN, root, READ)).toEqual({ ...refused("bunfig.toml"), stdout: "the folder ran code\n" });
  });
});
