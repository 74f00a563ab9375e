// Every configuration on the page about clients can be parsed and has the shape that its client reads.

import { readFileSync } from "node:fs";
import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";

const page = readFileSync(new URL("../../docs/clients.md", import.meta.url), "utf8");
const FOLDER = "/path/to/folder";
// As clients write what they fill in.
const fill = (name: string) => `\${${name}}`;
const WORKSPACE = fill("workspaceFolder");
const URL_HERE = "http://127.0.0.1:8080/mcp";

const start = (folder: string) => ({ command: "npx", args: ["-y", "porthole", "mcp", folder] });
const login = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
const servers = (key: string, entry: object) => ({ [key]: { porthole: entry } });

/** As each client's own documentation has it: the key on top, what starts a server, what connects to one. */
const EXPECTED: Readonly<Record<string, readonly unknown[]>> = {
  "Claude Code": [
    servers("mcpServers", start(FOLDER)),
    servers("mcpServers", { type: "http", url: URL_HERE, ...login(fill("PORTHOLE_TOKEN")) }),
  ],
  "Claude Desktop": [servers("mcpServers", start(FOLDER))],
  Cursor: [
    servers("mcpServers", start(WORKSPACE)),
    servers("mcpServers", { url: URL_HERE, ...login(fill("env:PORTHOLE_TOKEN")) }),
  ],
  "VS Code": [
    servers("servers", { type: "stdio", ...start(WORKSPACE) }),
    {
      inputs: [
        { type: "promptString", id: "porthole-token", description: "Token of the porthole server", password: true },
      ],
      ...servers("servers", { type: "http", url: URL_HERE, ...login(fill("input:porthole-token")) }),
    },
  ],
  "Gemini CLI": [
    servers("mcpServers", start(FOLDER)),
    servers("mcpServers", { httpUrl: URL_HERE, ...login("$PORTHOLE_TOKEN") }),
  ],
  Codex: [
    servers("mcp_servers", start(FOLDER)),
    servers("mcp_servers", { url: URL_HERE, bearer_token_env_var: "PORTHOLE_TOKEN" }),
  ],
  Zed: [
    servers("context_servers", { ...start(FOLDER), env: {} }),
    servers("context_servers", { url: URL_HERE, ...login("the-token-of-the-server") }),
  ],
};

function readSection(heading: string): unknown[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^```(json|toml)\n([\s\S]*?)^```$/gm)].map(([, language, text = ""]) =>
    language === "toml" ? parseToml(text) : JSON.parse(text),
  );
}

describe("the page about clients", () => {
  test.each(Object.keys(EXPECTED))("%s: each block is what the client reads", (heading) => {
    expect(readSection(heading)).toEqual(EXPECTED[heading]);
  });

  test("has no block and no client that is not looked at", () => {
    const headings = [...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([...Object.keys(EXPECTED), "Any other"]);
    const blocks = page.match(/^```\w+$/gm) ?? [];
    const shell = blocks.filter((fence) => fence === "```sh").length;
    expect(blocks.length - shell).toBe(Object.values(EXPECTED).flat().length);
  });
});
