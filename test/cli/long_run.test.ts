// The process of a server: its heap, and its working directory.

import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { porthole, RUNTIME_FLAGS, startPorthole } from "../support/cli.ts";
import { toInitialize } from "../support/mcp.ts";
import { makeTree } from "../support/tree.ts";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

const program = `
  const { prepareLongRun } = await import(${JSON.stringify(new URL("../../build/cli/long_run.js", import.meta.url).href)});
  prepareLongRun();
  let kept = [];
  for (let i = 0; i < 500_000; i++) {
    kept.push({ i, text: String(i) });
    if (kept.length > 20_000) kept = [];
  }
  const { getHeapSpaceStatistics } = await import("node:v8");
  const isNode = process.versions.bun === undefined;
  console.log(isNode ? getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size : 0);`;

test("the part of the heap for new objects does not grow with what is created and dropped", () => {
  const args = ["--input-type=module", "-e", program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect([stderr, stdout.trim() !== "", Number(stdout) <= 4 * 1024 * 1024]).toEqual(["", true, true]);
});

const CALL = { name: "list_directory", arguments: { path: "." } };
const INPUT = [toInitialize(1), { jsonrpc: "2.0", id: 2, method: "tools/call", params: CALL }]
  .map((message) => `${JSON.stringify(message)}\n`)
  .join("");

/** The text of the list. */
function listOver(cwd: string, folder: string, env: Record<string, string>): string {
  const { stdout, stderr } = porthole(cwd, ["mcp", folder], { input: INPUT, env });
  const answers = stdout.split("\n").map((line) => line && JSON.parse(line));
  return answers.find(({ id }) => id === 2)?.result.content[0].text ?? stderr;
}

describe("a server without a working directory", () => {
  const TREE = ["dir ws/.git", "file ws/a 1", "file ws/b 2", "file ws/c 3", "file ws/secret.log 4", "file ws/d 5"];

  test.each([
    ["HOME", "home", ["file home/.gitconfig [core]\nexcludesFile = ~/own", "file home/own *.log"]],
    ["XDG_CONFIG_HOME", "home", ["file home/git/ignore *.log"]],
    ["GIT_CONFIG_GLOBAL", "home/config", ["file home/config [core]\nexcludesFile = ~/own", "file ws/own *.log"]],
  ])("still finds the user's own rules by a relative %s", (name, path, files) => {
    const place = makeTree([...TREE, ...files]);
    const env = { HOME: join(place, "ws"), [name]: path };
    const text = listOver(place, "ws", env);
    expect([text.includes("secret.log"), text.includes("a 1")]).toEqual([false, true]);
  });

  test("is at the top of the disk, and leaves its former one free", async () => {
    const place = makeTree(TREE);
    const child = startPorthole(place, ["mcp", "ws"]);
    await new Promise((resolve) => {
      child.stdout.once("data", resolve);
      child.stdin.write(INPUT);
    });
    const expected = process.versions.bun === undefined && process.platform === "linux" ? "/" : place;
    expect(readlinkSync(`/proc/${child.pid}/cwd`)).toBe(expected);
    // A crash leaves nothing of the memory in a folder that an agent can read.
    if (expected === "/") expect(Number(readFileSync(`/proc/${child.pid}/coredump_filter`, "utf8"))).toBe(0);
    child.stdin.end();
    await new Promise((resolve) => child.on("close", resolve));
  });

  test("keeps one that was deleted if a variable is relative to it", () => {
    const place = makeTree([...TREE, "dir gone"]);
    const script = 'cd "$1" && rmdir "$1" && shift && exec "$@"';
    const command = [process.execPath, ...RUNTIME_FLAGS, MAIN, "mcp", join(place, "ws"), "--no-ignore"];
    const env = { ...process.env, XDG_CONFIG_HOME: "config" };
    const { stdout } = spawnSync("sh", ["-c", script, "sh", join(place, "gone"), ...command], { input: INPUT, env });
    expect(String(stdout)).toContain("secret.log 1");
  });
});
