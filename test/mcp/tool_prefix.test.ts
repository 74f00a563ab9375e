// A prefix for the names of tools, for clients that do not add one: what a model sees has it, and what the owner sees does not.
// dist/ must be built.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { serveMcpHttp } from "../../src/mcp/http.ts";
import { serveMcpStdio } from "../../src/mcp/stdio.ts";
import { TOOL_DEFINITIONS } from "../../src/registory/definitions.ts";
import { type AgentToolkitOptions, createAgentToolkit } from "../../src/toolkit.ts";
import { keepRecords } from "../support/audits.ts";
import { porthole } from "../support/cli.ts";
import { ERAS, type Era, post } from "../support/mcp.ts";
import { call, runSession } from "../support/mcp_session.ts";
import { ownTool } from "../support/own_tool.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";

const NAMES = Object.keys(TOOL_DEFINITIONS).sort();
/** A name of ours without the prefix. The word tree is too common. */
const PLAIN = /(?<!fs_)\b(?:read_files?|list_files|list_directory|search_text)\b/;
const TOKEN = "x".repeat(16);

const FILES = ["file a.txt one\ntwo", "dir many", ...Array.from({ length: 300 }, (_, at) => `file many/${at} x`)];

async function ask(toolPrefix: string | undefined, era: Era, options: Partial<AgentToolkitOptions> = {}) {
  const toolkit = createAgentToolkit({ workspaceRoot: makeTree(FILES), format: "text", ...options });
  toolkit.register(ownTool("own", { traits: { requiresApproval: true, riskLevel: "medium" } }));
  const server = await serveMcpHttp({ toolkit, toolPrefix, token: TOKEN });
  return {
    send: async (method: string, params: object = {}, capabilities: object = {}) =>
      (await post(server, era, method, params, { capabilities })).message,
    async call(name: string, args: object = {}) {
      const { result } = await this.send("tools/call", { name, arguments: args });
      return result.content[0].text as string;
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      toolkit.close();
    },
  };
}

describe("with a prefix", () => {
  test.each(ERAS)("tools are listed, called and named with it: %s", async (era) => {
    await using client = await ask("fs", era);
    const { tools } = (await client.send("tools/list")).result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(
      [...NAMES, "own"].sort().map((name) => `fs_${name}`),
    );
    expect(JSON.stringify(tools)).not.toMatch(PLAIN);
    expect(tools.filter((tool: { _meta?: object }) => tool._meta).length).toBe(7);
    for (const { name, description, inputSchema } of tools) {
      const plain = TOOL_DEFINITIONS[name.slice(3) as keyof typeof TOOL_DEFINITIONS];
      if (plain !== undefined) expect(inputSchema).toEqual(plain.parameters);
      if (["fs_tree", "fs_read_file", "fs_list_directory"].includes(name)) expect(description).toBe(plain.description);
    }
    expect(await client.call("fs_read_file", { path: "a.txt" })).toContain("one\ntwo");
    expect(await client.call("fs_read_files", { paths: ["a.txt"] })).toContain(
      "; fs_read_file with start_line goes on",
    );
    const listed = await client.call("fs_list_directory", { path: "many", max_entries: 3 });
    expect(listed).toContain("a subdirectory or fs_list_files shows more");
    const known = [...NAMES, "own"].sort().map((name) => `fs_${name}`);
    const WRONG = [
      "read_file",
      "fs_",
      "fs",
      "fs_fs_tree",
      "FS_tree",
      "resources/list",
      "fs_resources/list",
      "other_tree",
    ];
    for (const name of WRONG)
      expect(await client.call(name, { path: "." })).toBe(
        `error UNKNOWN_TOOL: there is no tool ${JSON.stringify(name)}; the tools are ${known.join(", ")}`,
      );
    expect(await client.call("")).toBe("error INVALID_ARGUMENT: name of the call must be a non-empty string");
    expect(await client.call("fs_own")).toBe("error POLICY_DENIED: fs_own needs approval, which was not given");
  });

  test("a person is asked with the tool's own name, and with it the policy and the record work", async () => {
    const { audit, kept } = keepRecords();
    const policy = { denylist: ["tree"] };
    await using client = await ask("fs", "modern", { audit, policy });
    const elicitation = { elicitation: {} };
    const { result } = await client.send("tools/call", { name: "fs_own", arguments: {} }, elicitation);
    expect(result.inputRequests.approval.params.message).toBe("own (medium risk): own");
    expect(await client.call("fs_tree", { path: "." })).toBe(
      'error POLICY_DENIED: tool "fs_tree" is on the denylist of the policy',
    );
    expect(await client.call("tree", { path: "." })).toContain("error UNKNOWN_TOOL");
    expect(kept.map(({ record }) => record.tool)).toEqual(["own", "tree", "tree"]);
    expect(kept[1]?.content).toContain('"fs_tree"');
  });

  test("resources keep their methods and name the tool that helps", async () => {
    const root = makeTree([`file long.txt ${"x".repeat(40_000)}`]);
    await using client = await ask("fs", "legacy", {
      workspaceRoot: root,
      config: { tools: { output: { max_bytes: 1000 } } },
    });
    expect((await client.send("resources/list")).result.resources).toHaveLength(1);
    const { error } = await client.send("resources/read", { uri: "porthole:///long.txt" });
    expect(error.message).toContain("read it in parts with fs_read_file and start_line");
  });

  test("structured answers are as without it", async () => {
    await using client = await ask("x-1", "legacy", { format: "json" });
    const { result } = await client.send("tools/call", { name: "x-1_read_file", arguments: { path: "a.txt" } });
    expect(result.structuredContent.content).toBe("one\ntwo");
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
  });

  test("the command line serves so over standard input and output, with its instructions and its record", () => {
    const root = makeTree(FILES);
    const log = join(makeTempFolder(), "log");
    writeFileSync(log, "");
    const requests = [["tools/list"], call("fs_search_text", { pattern: "two" })] as const;
    const run = (words: string[]) => runSession(root, [".", "--log", log, ...words], requests).results;
    const [started, listed, found] = run(["--tool-prefix", "fs"]);
    expect(started.instructions).toContain("fs_tree shows the folders; fs_list_directory shows one folder; ");
    expect(started.instructions).not.toMatch(PLAIN);
    expect(listed.tools.map(({ name }: { name: string }) => name)).toEqual(NAMES.map((name) => `fs_${name}`));
    expect(found.content[0].text).toContain("a.txt");
    expect(JSON.parse(readFileSync(log, "utf8")).tool).toBe("search_text");
    const [plainly, , unknown] = run([]);
    expect(plainly.instructions).toBe(started.instructions.replaceAll("fs_", ""));
    expect(unknown.content[0].text).toContain('there is no tool "fs_search_text"');
  });
});

describe("a prefix that cannot be used", () => {
  const RULE = "must be 1 to 49 letters, digits, _ or -";

  test.each(["", "a b", "a/b", "a.b", "é", "a".repeat(50), "fs\n"])("%j is refused", async (prefix) => {
    using toolkit = createAgentToolkit({ workspaceRoot: makeTree([]) });
    for (const serve of [serveMcpHttp, serveMcpStdio])
      await expect(serve({ toolkit, toolPrefix: prefix })).rejects.toThrow(`toolPrefix ${RULE}`);
    const { status, stderr } = porthole(makeTree([]), ["mcp", ".", "--tool-prefix", prefix]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(`--tool-prefix ${RULE}, not `)]);
    const { content } = await toolkit.execute({ id: "1", name: "tree", arguments: {} }, { tool_prefix: prefix });
    expect(content).toContain(`tool_prefix ${RULE}`);
  });

  test("so is one that makes the name of an own tool too long, or cannot mend it", async () => {
    for (const name of ["n".repeat(60), "with.dot", "with/slash"]) {
      using toolkit = createAgentToolkit({ workspaceRoot: makeTree([]) });
      toolkit.register(ownTool(name));
      await expect(serveMcpHttp({ toolkit, toolPrefix: "fs-1" })).rejects.toThrow(
        `toolPrefix cannot be used with the tool "${name}": providers accept at most 64 letters, digits, _ and -`,
      );
    }
  });

  test("the longest one works", async () => {
    const prefix = "p".repeat(49);
    await using client = await ask(prefix, "legacy");
    expect(await client.call(`${prefix}_list_directory`, { path: "." })).toContain("many/");
  });
});
