// What each command loads: start-up time is mostly code to compile, so what a command can do without is in chunks that it does not load.
// Leaves the time to bench/startup.mjs. dist/ must be built.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { chunks } from "../support/bundle.ts";
import { describeWhere, HANDLES } from "../support/only_where.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const MAIN = join(ROOT, "dist/cli/main.js");

// Only Node can tell what it loads; under Bun the test asks the `node` on the path.
const NODE = process.versions.bun === undefined ? process.execPath : "node";

const SPY = `process.on("exit", () => {
  const files = Object.keys(require.cache).filter((file) => file !== __filename);
  require("node:fs").writeFileSync(process.env.SPY_LOG, files.join("\\n"));
});`;

function loadedBy(words: readonly string[], tree = ["file a/b x"]) {
  const folder = makeTempFolder();
  const [spy, log] = [join(folder, "spy.cjs"), join(folder, "log")];
  writeFileSync(spy, SPY);
  const env = { ...process.env, XDG_CONFIG_HOME: "/nonexistent", SPY_LOG: log };
  const { status } = spawnSync(NODE, ["--require", spy, MAIN, ...words], {
    cwd: makeTree(tree),
    env,
    input: "",
  });
  expect(status).toBe(0);
  const files = readFileSync(log, "utf8")
    .split("\n")
    .map((file) => relative(ROOT, file));
  const modules = files.flatMap((file) => chunks.find((chunk) => chunk.file === file)?.modules ?? [`unknown: ${file}`]);
  return { files: files.map((file) => file.replace("dist/cli/", "")).toSorted(), modules };
}

const OWN_CHUNKS: [words: string[], parts: string[]][] = [
  [["tree", "."], []],
  [
    ["explain", "a"],
    ["explain.js", "looking.js", "rare.js", "rules.js", "search.js"],
  ],
  [["ls", "a"], ["looking.js"]],
  [["read", "a/b"], ["looking.js"]],
];

describeWhere(HANDLES, "the other strategy is a part of its own", "a command", () => {
  test.each(OWN_CHUNKS)(
    "porthole %j loads its own chunk and %j beside the three that all commands need",
    (words, parts) => {
      const { files, modules } = loadedBy(words);
      expect(files.filter((file) => file !== "rolldown-runtime.js")).toEqual(
        ["core.js", "main.js", `run_${words[0]}.js`, "start.js", ...parts].toSorted(),
      );
      expect(modules).toContain("src/toolkit.ts");
      expect(modules.filter((module) => /^src\/(adapters|mcp|page)\//.test(module))).toEqual(["src/mcp/version.ts"]);
      expect(
        modules.filter((module) => /modelcontextprotocol|zod|cli\/completion|mcp\/(http|stdio)|^unknown/.test(module)),
      ).toEqual([]);
    },
  );
});

test("the MCP server on standard input loads no HTTP, and no generator of code", () => {
  const { files, modules } = loadedBy(["mcp", "."]);
  expect(files).toContain("stdio.js");
  expect(modules).toContain("src/mcp/stdio.ts");
  expect(modules.some((module) => module.includes("@modelcontextprotocol/server"))).toBe(true);
  expect(modules.filter((module) => /mcp\/http|src\/page|hono|ajv|cli\/completion|^unknown/.test(module))).toEqual([]);
});

test("ignore rules are loaded where there are any", () => {
  const { files } = loadedBy(["tree", "."], ["dir .git", "file .gitignore a", "file .git/HEAD x", "file a/b x"]);
  expect(files).toContain("rules.js");
});

// The names of exports are short and differ from version to version.
const WHOLE = [
  ["mcp", "."],
  ["call", "tree", '{"path":"."}'],
];

test.each(WHOLE)("porthole %s loads all parts at its start", (...words) => {
  const parts = "config explain gemini looking portable rare record rules schema search text".split(" ");
  expect(loadedBy(words).files).toEqual(expect.arrayContaining(parts.map((part) => `${part}.js`)));
});
