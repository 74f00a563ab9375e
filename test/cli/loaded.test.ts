// What `porthole tree` loads: start-up time is mostly the number of modules, so what it can do without stays out. Leaves the time to bench/.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeTempFolder, makeTree } from "../support/tree.ts";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

// Only Node can tell what it loads; under Bun the test asks the `node` on the path.
const NODE = process.versions.bun === undefined ? process.execPath : "node";

const SPY = `
import { appendFileSync } from "node:fs";
import { createRequire, register } from "node:module";
const hooks = 'import { appendFileSync } from "node:fs"; export const load = (url, context, next) => { appendFileSync(process.env.SPY_LOG, url + "\\\\n"); return next(url, context); };';
register("data:text/javascript," + encodeURIComponent(hooks), import.meta.url);
process.on("exit", () => {
  for (const file of Object.keys(createRequire(import.meta.url).cache)) appendFileSync(process.env.SPY_LOG, file + "\\n");
});
`;

function loadedBy(...words: string[]): string[] {
  const folder = makeTempFolder();
  const [spy, log] = [join(folder, "spy.mjs"), join(folder, "log")];
  writeFileSync(spy, SPY);
  const env = { ...process.env, XDG_CONFIG_HOME: "/nonexistent", SPY_LOG: log };
  const { status } = spawnSync(NODE, ["--import", spy, MAIN, ...words], { cwd: makeTree(["file a/b x"]), env });
  expect(status).toBe(0);
  return readFileSync(log, "utf8").trim().split("\n");
}

const NOT_FOR_A_TREE =
  /dist\/(discovery|explain|executor|mcp|adapters|tools\/ls|tools\/edit\/(read_file|list_directory)|toolkit|toolset|lib|config\/(?!find))|node_modules/;

test("porthole tree loads the tree, the gate and the workspace, and nothing else", () => {
  const loaded = loadedBy("tree", ".");
  expect(loaded.some((file) => file.endsWith("dist/tools/edit/tree/usecase.js"))).toBe(true);
  expect(loaded.filter((file) => NOT_FOR_A_TREE.test(file))).toEqual([]);
});

test("the spy sees what is loaded by import and by require", () => {
  const loaded = loadedBy("call", "tree", '{"path":".","unknown":1}');
  expect(loaded.some((file) => file.endsWith("dist/executor/run.js"))).toBe(true);
  expect(loaded.some((file) => file.includes("json-schema"))).toBe(true);
});

test("the other commands load neither the ignore rules, nor explain, nor the other dialect, unless they are asked for", () => {
  const unneeded = /dist\/(discovery|explain|tools\/ls|toolkit)|json-schema/;
  expect(loadedBy("call", "read_file", '{"path":"a/b"}').filter((file) => unneeded.test(file))).toEqual([]);
  const gemini = loadedBy("call", "read_file", '{"path":"a/b"}', "--dialect", "gemini");
  expect(gemini.filter((file) => unneeded.test(file)).length).toBeGreaterThan(20);
});
