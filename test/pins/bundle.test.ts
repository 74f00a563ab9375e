// A program that a bundler has made into one file works as it does in parts: nothing is loaded by a name that a bundler cannot see. And what
// an import of the package loads, and what it does not. dist/ must be built.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { SourceMap, type SourceMapping } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { chunks } from "../support/bundle.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";

const BUN = fileURLToPath(new URL("../../node_modules/.bin/bun", import.meta.url));
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const LIBRARY = fileURLToPath(new URL("../../dist/lib.js", import.meta.url));

const PROGRAM = `
import { createAgentToolkit, createSecureTool, createToolContext } from ${JSON.stringify(LIBRARY)};
const workspaceRoot = process.argv[2];
const toolkit = createAgentToolkit({ workspaceRoot });
for (const args of [{ path: "." }, { path: 5 }, { path: ".", extra: 1 }]) {
  const { status, error } = await toolkit.invoke("tree", args);
  console.log(status, error?.message ?? "");
}
const parameters = { type: "object", properties: { path: { type: "string", pattern: "^x" } }, required: ["path"] };
const traits = { isSideEffecting: false, requiresApproval: false, riskLevel: "low" };
const rest = { parse: (args) => args, summarize: () => "", run: () => "ran" };
const own = createSecureTool(createToolContext({ workspaceRoot }), { definition: { name: "own", description: "", parameters }, traits, ...rest });
console.log((await own("y")).error.code);
`;

test("a bundled program checks arguments as any other", () => {
  const folder = makeTempFolder();
  const [source, bundle] = [join(folder, "app.mjs"), join(folder, "bundle.mjs")];
  writeFileSync(source, PROGRAM);
  const built = spawnSync(BUN, ["build", source, "--target=node", `--outfile=${bundle}`], { encoding: "utf8" });
  expect([built.status, built.stderr]).toEqual([0, ""]);
  const { stdout, stderr } = spawnSync(process.execPath, [bundle, makeTree(["file f x"])], {
    cwd: folder,
    encoding: "utf8",
  });
  expect([stdout, stderr]).toEqual([
    "success \nfailure path must be a string, not 5\nsuccess \nINVALID_ARGUMENT\n",
    "",
  ]);
});

const PROTOCOL = /node_modules\/(@modelcontextprotocol|zod|hono|@hono)\//;

/** The modules of a chunk and of those that it imports at once. */
function modulesBehind(entry: string): string[] {
  const names = new Set([entry]);
  const find = (name: string) => chunks.find(({ file }) => file === `dist/${name}`);
  for (const name of names) for (const imported of find(name)?.imports ?? []) names.add(imported);
  return [...names].flatMap((name) => find(name)?.modules ?? []);
}

test.each([
  ["lib.js"],
  ["adapters/ai_sdk.js"],
  ["adapters/openai.js"],
  ["adapters/anthropic.js"],
  ["adapters/gemini.js"],
])("%s does not load the library of the protocol", (entry) => {
  const modules = modulesBehind(entry);
  expect(modules.length).toBeGreaterThan(3);
  expect(modules.filter((module) => PROTOCOL.test(module) || module.startsWith("src/mcp/"))).toEqual([]);
});

test("porthole/mcp brings the library of the protocol, and shares with porthole what both need", () => {
  const modules = [...modulesBehind("mcp/lib.js"), ...modulesBehind("http.js")];
  expect(modules).toContain("src/mcp/approval.ts");
  expect(modules.some((module) => PROTOCOL.test(module))).toBe(true);
  const shared = modules.filter((module) => modulesBehind("lib.js").includes(module));
  // Compared by identity, and so in one copy.
  expect(shared).toContain("src/registory/definitions.ts");
  const working = /^src\/(disk|git|view|walk|tools\/(edit\/\w+\/(?!about)|ls)|toolkit|cli)/;
  expect(modules.filter((module) => working.test(module))).toEqual([]);
});

test("porthole/mcp loads HTTP only for a program that serves over HTTP", () => {
  const isHttp = (module: string) => /node_modules\/@?hono\/|^src\/mcp\/http\.ts$/.test(module);
  expect(modulesBehind("mcp/lib.js").filter(isHttp)).toEqual([]);
  expect(modulesBehind("http.js").filter(isHttp)).toContain("src/mcp/http.ts");
  const loaded = chunks.find(({ file }) => file === "dist/mcp/lib.js")?.imports ?? [];
  expect(loaded.filter((name) => /^node:https?2?$/.test(name))).toEqual([]);
});

// Bun has no SourceMap.
test.skipIf(process.versions.bun !== undefined)("the source maps of the command line lead to the right lines", () => {
  const wrong: string[] = [];
  let right = 0;
  for (const { file } of chunks.filter((chunk) => chunk.file.startsWith("dist/cli/"))) {
    const map = JSON.parse(readFileSync(join(ROOT, `${file}.map`), "utf8"));
    const sources = new Map<string, string | null>(
      map.sources.map((name: string, i: number) => [name, map.sourcesContent[i]]),
    );
    const found = new SourceMap(map);
    for (const [row, text] of readFileSync(join(ROOT, file), "utf8").split("\n").entries()) {
      for (const { 1: name = "", index } of text.matchAll(/\b(?:function|class) ([A-Za-z]\w{2,})(?=[({ ])/g)) {
        const { originalSource = "", originalLine = 0 } = found.findEntry(row, index) as Partial<SourceMapping>;
        const line = sources.get(originalSource)?.split("\n")[originalLine];
        // Packages have no text in the map.
        if (line === undefined) continue;
        if (line.includes(name)) right += 1;
        else wrong.push(`${file}: ${name} is not in ${originalSource}:${originalLine + 1}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(right).toBeGreaterThan(500);
});
