// What the command line tells a person on a terminal that it does not tell a pipe. Runs under script(1), which gives it one.

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { hasTerminals, portholeOnTerminal } from "../support/cli.ts";
import { toInitialize } from "../support/mcp.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";

/** What appears on the screen, without colour. */
const runOnTerminal = (root: string, args: readonly string[]) =>
  portholeOnTerminal(root, args, { NO_COLOR: "1" }).trim().split(/\r?\n/);

describe.skipIf(!hasTerminals())("on a terminal", () => {
  const root = makeTree([
    ...["file .git/HEAD x", "file .gitignore *.log\n", "file dist/a x", "file src/a.ts x", "file src/b.log x"],
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

test.skipIf(!hasTerminals())(
  "mcp says that it waits for a client and how to start it from one; the end of input ends it",
  () => {
    const root = makeTree(["file a x"]);
    const config = join(makeTempFolder(), "config.toml");
    writeFileSync(config, "");
    const args = ["mcp", ".", "--deny", "x y", "--deny", "z", "--no-ignore", "--config", relative(root, config)];
    const printed = portholeOnTerminal(root, args, {});
    expect(printed).toContain("waiting for an MCP client");
    expect(printed).toContain("Ctrl-C or Ctrl-D ends it.");
    const json = printed.slice(printed.indexOf("{"), printed.lastIndexOf("}") + 1);
    const { command, args: words } = JSON.parse(json).mcpServers.porthole;
    expect(words.slice(words.indexOf("mcp"))).toEqual([
      ...["mcp", root, "--deny=x y", "--deny=z", "--no-ignore", `--config=${config}`],
    ]);
    const { stdout, stderr } = spawnSync(command, words, {
      cwd: "/",
      input: `${JSON.stringify(toInitialize(1))}\n`,
      encoding: "utf8",
      env: { PATH: "/nowhere" },
    });
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: "porthole" } } });
    expect(stderr).toBe("");
  },
);

test.skipIf(!hasTerminals())("what is in a folder's name cannot write to the terminal", () => {
  const root = join(makeTempFolder(), "evil\u009b31m\u202e");
  mkdirSync(root);
  const printed = portholeOnTerminal(root, ["mcp", "."], {});
  expect(printed).toContain("evil\\u009b31m\\u202e");
});
