// The package as it is published: packed, and installed alone into an empty folder without a network, it serves MCP, draws a tree, and is
// a library. In a short run npm packs and installs in one step. dist/ must be built.

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { readJson } from "../support/bundle.ts";
import { NODE, RUNTIMES, toInitialize, toMessage } from "../support/mcp.ts";
import { hasNpm } from "../support/npm.ts";
import { isThorough } from "../support/scale.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SHELL = process.platform === "win32";
const workspace = makeTree(["file a.txt one", "file src/b.ts x"]);

const folder = makeTempFolder();
const home = join(folder, "home");
const installed = join(folder, "empty");
const main = join(installed, "node_modules/porthole/dist/cli/main.js");
// An empty cache: what is not in the package cannot come from anywhere. No variable of a package manager or a colour is handed on.
const env = {
  PATH: process.env.PATH,
  HOME: home,
  XDG_CONFIG_HOME: home,
  npm_config_cache: join(folder, "cache"),
  npm_config_registry: "http://127.0.0.1:9",
};

function run(command: string, args: readonly string[], cwd: string, input = ""): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, input, encoding: "utf8", shell: SHELL });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}

function install(...args: readonly string[]): void {
  run("npm", ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", ...args], installed);
}

describe.skipIf(!hasNpm)("the packed package, installed alone and without a network", () => {
  beforeAll(() => {
    for (const made of [home, installed]) mkdirSync(made);
    // Packs the folder as `npm pack` does, and installs that.
    if (!isThorough) return install("--install-links", ROOT);
    run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], ROOT);
    install(join(folder, `porthole-${readJson("package.json").version}.tgz`));
  });

  test.each(RUNTIMES)("serves MCP on $name [promise install]", ({ command }) => {
    const call = { name: "tree", arguments: { path: ".", entry_kind: "all" } };
    const messages = [
      toInitialize(1),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      toMessage("legacy", 2, "tools/list"),
      toMessage("legacy", 3, "tools/call", call),
    ];
    const input = messages.map((message) => `${JSON.stringify(message)}\n`).join("");
    const lines = run(command, [main, "mcp", workspace, "--format", "json"], installed, input).trim().split("\n");
    const answers = new Map(lines.map((line) => JSON.parse(line)).map(({ id, result }) => [id, result]));
    expect(answers.get(1).serverInfo.name).toBe("porthole");
    expect(
      answers
        .get(2)
        .tools.map(({ name }: { name: string }) => name)
        .toSorted(),
    ).toEqual(["list_directory", "list_files", "read_file", "read_files", "search_text", "tree"]);
    expect(JSON.stringify(answers.get(3).structuredContent)).toContain('"path":"src/b.ts"');
  });

  test.each(RUNTIMES)("is a library with its adapters on $name", ({ command }) => {
    const program = `
      import { createAgentToolkit, ToolError } from "porthole";
      import { toAiSdkTools } from "porthole/ai-sdk";
      import { toChatTools } from "porthole/openai";
      import { toAnthropicTools } from "porthole/anthropic";
      import { toGeminiTools } from "porthole/gemini";
      const toolkit = createAgentToolkit({ workspaceRoot: ${JSON.stringify(workspace)} });
      const adapters = [toAiSdkTools, toChatTools, toAnthropicTools, toGeminiTools].map((to) => typeof to(toolkit));
      const { status } = await toolkit.tree(".");
      console.log(JSON.stringify([status, (await toolkit.explain("a.txt")).path, typeof ToolError, adapters]));
      toolkit.close();`;
    const args = ["--input-type=module", "-e", program];
    expect(JSON.parse(run(command, args, installed))).toEqual([
      "success",
      "a.txt",
      "function",
      Array(4).fill("object"),
    ]);
  });

  test.each(RUNTIMES)(
    "serves MCP from a program on $name, and leaves the toolkit open when the client is gone",
    ({ command }) => {
      const program = `
      import { createAgentToolkit } from "porthole";
      import { serveMcpHttp, serveMcpStdio } from "porthole/mcp";
      const toolkit = createAgentToolkit({ workspaceRoot: ${JSON.stringify(workspace)} });
      await serveMcpStdio({ toolkit });
      const { url, token, close } = await serveMcpHttp({ toolkit });
      await close();
      const { status } = await toolkit.tree(".");
      console.log(JSON.stringify({ status, url: url.replace(/\\d+(?=.mcp)/, "PORT"), token: token.length }));
      toolkit.close();`;
      const input = `${JSON.stringify(toInitialize(1))}\n`;
      const lines = run(command, ["--input-type=module", "-e", program], installed, input).trim().split("\n");
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({ jsonrpc: "2.0", id: 1 }),
        { status: "success", url: "http://127.0.0.1:PORT/mcp", token: 43 },
      ]);
    },
  );

  test("is one package, with its licences and without what the build needs", () => {
    expect(readdirSync(join(installed, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["porthole"]);
    expect(readdirSync(join(installed, "node_modules/porthole")).toSorted()).toEqual(
      [
        "CHANGELOG.md",
        "LICENSE",
        "README.md",
        "SECURITY.md",
        "THIRD_PARTY_LICENSES",
        "dist",
        "docs",
        "package.json",
      ].toSorted(),
    );
  });

  test.each(RUNTIMES)("draws a tree and refuses a wrong argument on $name", ({ command }) => {
    expect(run(command, [main, "tree", ".", "--all", "--workspace", workspace], installed)).toContain("b.ts");
    const args = [main, "call", "tree", '{"path":5}', "--workspace", workspace];
    expect(spawnSync(command, args, { cwd: installed, env, encoding: "utf8" }).stdout).toContain(
      "path must be a string, not 5",
    );
  });

  test("is started by its name, and has the script that completes it", () => {
    const bin = join(installed, "node_modules/.bin/porthole");
    expect(run(bin, ["--version"], installed)).toBe(`${readJson("package.json").version}\n`);
    expect(run(bin, ["complete", "zsh"], installed)).toContain("_porthole");
  });

  test("reads a configuration", () => {
    const config = join(makeTree(["file c.toml [tools.sandbox]\ndenied_patterns = ['a.txt']\n"]), "c.toml");
    const args = [main, "read", "a.txt", "--workspace", workspace, "--config", config];
    expect(spawnSync(NODE.command, args, { cwd: installed, env, encoding: "utf8" }).stderr).toContain(
      "is denied by the pattern",
    );
  });

  test("has types that need no other package, and refuse what the functions refuse", () => {
    const program = `
      import { type AgentToolkit, createAgentToolkit, type GeminiToolkit } from "porthole";
      import { type McpHttpServer, type McpToolkit, type ServeMcpHttpOptions, type ServeMcpStdioOptions, serveMcpHttp, serveMcpStdio } from "porthole/mcp";
      const forge: AgentToolkit = createAgentToolkit({ workspaceRoot: "." });
      const gemini: GeminiToolkit = createAgentToolkit({ workspaceRoot: ".", dialect: "gemini" });
      const toolkits: McpToolkit[] = [forge, gemini];
      const stdio: ServeMcpStdioOptions = { toolkit: forge, log: (line) => console.error(line.length), version: "1" };
      const http: ServeMcpHttpOptions = { ...stdio, host: "::1", port: 0, token: process.env.TOKEN, allowedHosts: ["a.example"] };
      const ended: void = await serveMcpStdio(stdio);
      const server: McpHttpServer = await serveMcpHttp(http);
      const texts: [string, string, Promise<void>] = [server.url, server.token, server.close()];
      console.log(toolkits, ended, texts);
      // @ts-expect-error: not a toolkit
      await serveMcpStdio({ toolkit: {} });
      // @ts-expect-error: no toolkit
      await serveMcpHttp({ port: 80 });
      // @ts-expect-error: not a number
      await serveMcpHttp({ toolkit: forge, port: "80" });
      // @ts-expect-error: no such option
      await serveMcpHttp({ toolkit: forge, limits: {} });`;
    const compilerOptions = {
      ...{ module: "nodenext", target: "es2023", lib: ["es2023", "esnext.disposable"], noEmit: true, strict: true },
      // Only of the runtime.
      ...{ types: ["node"], typeRoots: [join(ROOT, "node_modules/@types")] },
      ...{ exactOptionalPropertyTypes: true, skipLibCheck: false },
    };
    const project = join(installed, "typed");
    mkdirSync(project);
    writeFileSync(join(project, "program.mts"), program);
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.mts"] }));
    expect(run(NODE.command, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", project], installed)).toBe("");
  });
});
