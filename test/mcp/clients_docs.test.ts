// The page about clients: every configuration can be parsed, has the shape that its client reads, and starts or reaches the built server.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse as parseToml } from "smol-toml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOOL_DEFINITIONS } from "../../src/registory/definitions.ts";
import { type Greeted, whenServing } from "../support/cli.ts";
import { NODE as ON_NODE, post, startRawServer, toInitialize, toMessage } from "../support/mcp.ts";
import { isThorough } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const NODE = ON_NODE.command;
const page = readFileSync(`${ROOT}/docs/clients.md`, "utf8");
const TOOLS = Object.keys(TOOL_DEFINITIONS).toSorted();
const MAIN = "/path/to/porthole/dist/cli/main.js";
const FOLDER = "/path/to/folder";
// As clients write what they fill in.
const fill = (name: string) => `\${${name}}`;
const WORKSPACE = fill("workspaceFolder");
const URL_HERE = "http://127.0.0.1:8080/mcp";

const start = (folder: string) => ({ command: "node", args: [MAIN, "mcp", folder] });
const login = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
const servers = (key: string, entry: object) => ({ [key]: { porthole: entry } });
const JSON_ARGS = `["${MAIN}", "mcp", "${FOLDER}"]`;
/** A program that starts the server: what it starts is run, the rest is parsed. */
const PROGRAM = expect.stringContaining(`command: "node"`);
const CLAUDE_TOOLS = "Bash PowerShell Monitor Read Edit Write NotebookEdit Glob Grep LSP".split(" ");
const CURSOR_TOOLS = ["Shell(*)", "Read(**)", "Read(/**)", "Write(**)", "Write(/**)"];
const CLINE_TOOLS =
  "read_files search_codebase run_commands fetch_web_content editor spawn_agent team_spawn_teammate".split(" ");
const ABOUT_TOKEN = { id: "porthole-token", description: "Token of the porthole server" };
const TOKEN_INPUT = { type: "promptString", ...ABOUT_TOKEN, password: true };
const zedProfile = {
  name: "porthole",
  tools: {},
  enable_all_context_servers: false,
  context_servers: { porthole: { tools: Object.fromEntries(TOOLS.map((name) => [name, true])) } },
};

/** The entry that most clients read. */
const SHARED = "Two ways to connect";

/** What each client reads, as it was tried or its own documentation has it: what starts a server, what connects to one, what switches tools off. */
const EXPECTED: Readonly<Record<string, readonly unknown[]>> = {
  "Claude Code": [{ permissions: { deny: CLAUDE_TOOLS } }],
  "Claude Desktop": [],
  Cursor: [{ permissions: { allow: ["Mcp(porthole:*)"], deny: CURSOR_TOOLS } }],
  "VS Code": [
    servers("servers", { type: "stdio", ...start(WORKSPACE) }),
    {
      inputs: [TOKEN_INPUT],
      ...servers("servers", { type: "http", url: URL_HERE, ...login(fill("input:porthole-token")) }),
    },
    '---\ndescription: Looks at the folder through porthole only.\ntools: ["porthole/*"]\n---\n',
  ],
  "Gemini CLI": [{ ...servers("mcpServers", { ...start(FOLDER), trust: true }), tools: { core: ["mcp_porthole_*"] } }],
  "Qwen Code": [
    {
      ...servers("mcpServers", { ...start(FOLDER), trust: true, alwaysLoadTools: true }),
      tools: { core: ["mcp__porthole"] },
      memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
    },
  ],
  Codex: [
    servers("mcp_servers", { ...start(FOLDER), required: true }),
    servers("mcp_servers", { url: URL_HERE, bearer_token_env_var: "PORTHOLE_TOKEN", required: true }),
    { sandbox_mode: "read-only", features: { shell_tool: false, view_image: false } },
  ],
  "Copilot CLI": [],
  OpenCode: [
    {
      $schema: "https://opencode.ai/config.json",
      ...servers("mcp", { type: "local", command: ["node", MAIN, "mcp", FOLDER] }),
      permission: { "*": "deny", "porthole_*": "allow" },
    },
  ],
  Cline: [{ disabledTools: CLINE_TOOLS }],
  Continue: [
    `mcpServers:\n  - name: porthole\n    command: node\n    args: ${JSON_ARGS}\n`,
    "exclude: [Read, List, Search, Bash, CheckBackgroundJob, Fetch, Skills, Write, Edit, MultiEdit]\n",
  ],
  Zed: [servers("context_servers", { ...start(FOLDER), env: {} }), { agent: { profiles: { porthole: zedProfile } } }],
  "Agent SDK": [PROGRAM],
  "OpenAI Agents": [PROGRAM],
  LangChain: [PROGRAM],
  Mastra: [PROGRAM],
};

const httpUrl = { httpUrl: URL_HERE, ...login("$PORTHOLE_TOKEN"), trust: true };

/** What connects to a running server, where the rest of the configuration is the same. */
const RUNNING: Readonly<Record<string, unknown>> = {
  "Claude Code, Copilot CLI": { type: "http", url: URL_HERE, ...login(fill("PORTHOLE_TOKEN")) },
  Cursor: { url: URL_HERE, ...login(fill("env:PORTHOLE_TOKEN")) },
  "Gemini CLI": httpUrl,
  "Qwen Code": { ...httpUrl, alwaysLoadTools: true },
  OpenCode: { type: "remote", url: URL_HERE, ...login("{env:PORTHOLE_TOKEN}") },
  Cline: { type: "streamableHttp", url: URL_HERE, ...login("the-token-of-the-server") },
  "Continue, as an item of the list": {
    ...{ name: "porthole", type: "streamable-http", url: URL_HERE, requestOptions: login("the-token-of-the-server") },
  },
  Zed: { url: URL_HERE, ...login("the-token-of-the-server") },
};

/** As they were run with a stub model. */
const HEADLESS: Readonly<Record<string, string>> = {
  "Claude Code": 'claude -p "…" --tools "" --strict-mcp-config --mcp-config porthole.json --allowedTools mcp__porthole',
  "Gemini CLI": 'gemini --skip-trust -p "…"',
  "Qwen Code": 'qwen "…"',
  Codex: 'codex exec --skip-git-repo-check "…"',
  "Copilot CLI": 'copilot -p "…" --available-tools=porthole --allow-tool=porthole',
  OpenCode: 'opencode run "…"',
  Cline: 'cline "…"',
  Continue: 'cn -p "…"',
};

const readers: Readonly<Record<string, (text: string) => unknown>> = { json: JSON.parse, toml: parseToml };

function readSection(heading: string): unknown[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^```(json|toml|yaml|js)\n([\s\S]*?)^```$/gm)].map(([, language = "", text = ""]) =>
    (readers[language] ?? String)(text),
  );
}

interface Entry {
  readonly command?: string | readonly string[];
  readonly args?: readonly string[];
  readonly url?: string;
  readonly httpUrl?: string;
  readonly headers?: { readonly Authorization: string };
  readonly requestOptions?: Pick<Entry, "headers">;
}

/** The entries named porthole below any key on top of a block: what starts a server, or connects to one. */
const entries = [SHARED, ...Object.keys(EXPECTED)].flatMap((heading) =>
  readSection(heading)
    .flatMap((block) => Object.values(block as Record<string, { porthole?: Entry }>))
    .flatMap(({ porthole }) => (porthole === undefined ? [] : [{ heading, entry: porthole }])),
);
const programs = Object.keys(EXPECTED).flatMap((heading) =>
  readSection(heading)
    .filter((block) => typeof block === "string")
    .flatMap((text) => [...text.matchAll(/\bcommand: "?node"?,?\s+args: (\[.*\])/g)])
    .map(([, args = ""]) => ({ heading, words: ["node", ...JSON.parse(args)] })),
);
const started = [
  ...entries
    .filter(({ entry }) => entry.command !== undefined)
    .map(({ heading, entry: { command = [], args = [] } }) => ({ heading, words: [command, args].flat() })),
  ...programs,
];
const running = [...page.matchAll(/^\| (.*) \| `(\{ .*"url".*|\{ "httpUrl".*)` \|$/gm)].map(
  ([, heading = "", text = ""]) => ({ heading, entry: JSON.parse(text) as Entry }),
);
const reached = [...entries.filter(({ entry }) => entry.command === undefined), ...running];

const folder = makeTree(["file a.txt one"]);
const toHere = (word: string) =>
  word.replace("/path/to/porthole", ROOT).replace(FOLDER, folder).replace(WORKSPACE, folder).replace('"$PWD"', folder);

const listed = new Map<string, Promise<string[]>>();

/** In a short run the same words are started once. */
function listTools(args: readonly string[]): Promise<string[]> {
  const key = args.map(toHere).join("\n");
  const known = isThorough ? undefined : listed.get(key);
  const tools = known ?? askForTools(args);
  listed.set(key, tools);
  return tools;
}

async function askForTools(args: readonly string[]): Promise<string[]> {
  const server = startRawServer(NODE, args.map(toHere));
  server.send(toInitialize(1));
  server.send(toMessage("legacy", 2, "tools/list"));
  const { result } = JSON.parse(await server.answer(2));
  await server.end();
  return result.tools.map(({ name }: { name: string }) => name).toSorted();
}

describe("the page about clients", () => {
  test.each(Object.keys(EXPECTED))("%s: each block is what the client reads", (heading) => {
    expect(readSection(heading)).toEqual(EXPECTED[heading]);
  });

  test("has no block and no client that is not looked at", () => {
    const headings = [...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    const before = [
      "First: an agent with its own tools is not sealed",
      "How long an answer may be",
      "Install porthole",
    ];
    expect(headings).toEqual([...before, SHARED, ...Object.keys(EXPECTED), "Any other client"]);
    const blocks = page.match(/^```\w+$/gm) ?? [];
    const shell = blocks.filter((fence) => fence === "```sh").length;
    expect(blocks.length - shell).toBe(1 + Object.values(EXPECTED).flat().length);
    expect(readSection(SHARED)).toEqual([servers("mcpServers", start(FOLDER))]);
    expect(Object.fromEntries(running.map(({ heading, entry }) => [heading, entry]))).toEqual(RUNNING);
  });

  test("says of every client whether its own tools can be switched off, before anything else", () => {
    const [, first = ""] = page.split(/^## /m);
    const rows = [...first.matchAll(/^\| \[(.*)\]\(#.*\)(?: [\d.]+)? \| \w.* \| .* \|(?: `(.*)`| .*)? \|$/gm)];
    expect(rows.map(([, name]) => name)).toEqual(Object.keys(EXPECTED));
    const commands = rows.flatMap(([, name, command]) => (command === undefined ? [] : [[name, command]]));
    expect(Object.fromEntries(commands)).toEqual(HEADLESS);
  });

  test.each(started)("$heading: what it starts serves the folder", async ({ words: [command, ...args] }) => {
    expect(command).toBe("node");
    expect(await listTools(args)).toEqual(TOOLS);
  });

  test("each program can be parsed, and starts the server", () => {
    const AsyncFunction = (async () => {}).constructor as new (body: string) => unknown;
    const texts = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text);
    expect(texts).toHaveLength(4);
    for (const text of texts) expect(() => new AsyncFunction(text.replaceAll(/^import .*$/gm, ""))).not.toThrow();
    expect(programs.map(({ heading }) => heading)).toEqual(["Continue", ...Object.keys(EXPECTED).slice(-4)]);
  });

  test("Claude Code: what `claude mcp add` is given serves the folder", async () => {
    const [, words = ""] = /^claude mcp add porthole -- node (.*)$/m.exec(page) ?? [];
    expect(await listTools(words.split(" "))).toEqual(TOOLS);
  });
});

describe("a running server", () => {
  const token = "the-token-of-the-server";
  const command = /^node \/path\/to\/porthole\/dist\/cli\/main\.js (mcp .*) 8080$/m.exec(page)?.[1]?.split(" ") ?? [];
  // Another port than on the page: that one may be taken.
  const args = [`${ROOT}/dist/cli/main.js`, ...command.map(toHere), "0"];
  const child = spawn(NODE, args, { cwd: folder, env: { PATH: process.env.PATH, PORTHOLE_TOKEN: token } });
  let greeted: Greeted;
  beforeAll(async () => {
    greeted = await whenServing(child);
  });
  afterAll(() => child.kill());

  const fillIn = (text: string) => text.replace(/\$?\{[\w:-]+\}|\$\w+/, token);
  const statusFor = async (authorization: string) =>
    (await post(greeted, "legacy", "tools/list", {}, { headers: { authorization } })).status;

  test.each(reached)(
    "$heading: reaches it with the token of the variable, at the path of the page",
    async ({ entry }) => {
      const url = entry.url ?? entry.httpUrl ?? "";
      expect(new URL(greeted.url).pathname).toBe(new URL(url).pathname);
      const { headers } = entry.requestOptions ?? entry;
      expect(await statusFor(fillIn(headers?.Authorization ?? "Bearer $PORTHOLE_TOKEN"))).toBe(200);
      expect(await statusFor("Bearer another-token-than-that")).toBe(401);
    },
  );
});
