// What each command loads: start-up time is mostly code to compile, so a command does not load what belongs to another. dist/ must be built.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { chunks } from "../support/bundle.ts";
import { toInitialize } from "../support/mcp.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const MAIN = join(ROOT, "dist/cli/main.js");

// Only Node can tell what it loads; under Bun the test asks the `node` on the path.
const NODE = process.versions.bun === undefined ? process.execPath : "node";

const SPY = `process.on("exit", () => {
  const files = Object.keys(require.cache).filter((file) => file !== __filename);
  require("node:fs").writeFileSync(process.env.SPY_LOG, files.join("\\n"));
});`;

function loadedBy(words: readonly string[], input = "") {
  const folder = makeTempFolder();
  const [spy, log] = [join(folder, "spy.cjs"), join(folder, "log")];
  writeFileSync(spy, SPY);
  const env = { ...process.env, XDG_CONFIG_HOME: "/nonexistent", SPY_LOG: log };
  const { status } = spawnSync(NODE, ["--require", spy, MAIN, ...words], {
    cwd: makeTree(["file a/b x"]),
    env,
    input,
  });
  expect(status).toBe(0);
  const files = readFileSync(log, "utf8")
    .split("\n")
    .map((file) => relative(ROOT, file));
  const modules = files.flatMap((file) => chunks.find((chunk) => chunk.file === file)?.modules ?? [`unknown: ${file}`]);
  return { files: files.map((file) => file.replace("dist/cli/", "")).toSorted(), modules };
}

const COMMANDS = [
  ["tree", "."],
  ["explain", "a"],
  ["ls", "a"],
  ["read", "a/b"],
];

test.each(COMMANDS)(
  "porthole %s loads its own module, and nothing of the server, the page or completion",
  (...words) => {
    const { files, modules } = loadedBy(words);
    expect(files).toContain("core.js");
    expect(files.filter((file) => file.startsWith("run_"))).toEqual([`run_${words[0]}.js`]);
    expect(modules).toContain("src/toolkit.ts");
    expect(modules.filter((module) => /^src\/(adapters|mcp|page)\//.test(module))).toEqual(["src/mcp/version.ts"]);
    expect(modules.filter((module) => /modelcontextprotocol|zod|cli\/completion|^unknown/.test(module))).toEqual([]);
  },
);

test("the MCP server on standard input loads no HTTP, and no generator of code", () => {
  const { files, modules } = loadedBy(["mcp", "."]);
  expect(files).toContain("stdio.js");
  expect(modules).toContain("src/mcp/stdio.ts");
  expect(modules.some((module) => module.includes("@modelcontextprotocol/server"))).toBe(true);
  expect(modules.filter((module) => /mcp\/http|src\/page|hono|ajv|cli\/completion|^unknown/.test(module))).toEqual([]);
});

// It may run for days. A package that is replaced in the meantime must not mix with the old one.
test("the MCP server loads nothing more for its calls", () => {
  const calls = [
    ["tree", {}],
    ["list_directory", { path: "." }],
    ["list_files", { pattern: "**" }],
    ["search_text", { pattern: "x+" }],
    ["read_file", { path: "a/b" }],
    ["read_files", { paths: ["a/b", "../x"] }],
  ].map(([name, args], id) => ({ id: id + 2, method: "tools/call", params: { name, arguments: args } }));
  const input = [toInitialize(1), ...calls].map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`).join("");
  expect(loadedBy(["mcp", "."], input).files).toEqual(loadedBy(["mcp", "."]).files);
});
