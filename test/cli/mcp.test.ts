import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { porthole, startPorthole, whenServing } from "../support/cli.ts";
import { makeTree } from "../support/tree.ts";

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

describe("porthole mcp", () => {
  test("serves over HTTP until it is interrupted, and prints what a client needs and what it serves", async () => {
    const root = makeTree(["dir src", "file README.md x"]);
    const child = startPorthole(root, ["mcp", ".", "--http"]);
    const { printed, url, token } = await whenServing(child);
    expect(printed).toContain("└── src/ …");
    const ask = (headers: object) =>
      fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
      });
    expect((await ask({})).status).toBe(401);
    const answer = await ask({ authorization: `Bearer ${token}` });
    expect([answer.status, (await answer.text()).includes("list_directory")]).toEqual([200, true]);
    const ended = new Promise((resolve) => child.on("close", resolve));
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  });

  test("serves over standard input and output until the client closes it", async () => {
    const child = startPorthole(makeTree(["dir src"]), ["mcp", ".", "--format", "json"]);
    let printed = "";
    const answered = new Promise<void>((resolve) => {
      child.stdout.on("data", (chunk) => {
        printed += chunk;
        if (printed.includes('"id":2')) resolve();
      });
    });
    const messages = [
      INITIALIZE,
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "tree", arguments: { path: "." } } },
    ];
    child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
    await answered;
    const ended = new Promise((resolve) => child.on("close", resolve));
    child.stdin.end();
    expect(await ended).toBe(0);
    const result = printed
      .split("\n")
      .map((line) => line && JSON.parse(line))
      .find((message) => message.id === 2)?.result;
    expect(result.structuredContent.root.children).toEqual([
      { name: "src", path: "src", depth: 1, kind: "directory", children: [] },
    ]);
  });

  const LONG = `${"x".repeat(199)}\n`.repeat(500);
  test.each([
    ["by itself", [], "", 20_000, undefined],
    ["where the configuration says more", [], "max_bytes = 50000", 50_000, 50_000],
    ["where the configuration says less", [], "max_bytes = 5000", 5000, undefined],
    ["where an option says so", ["--max-bytes", "80000"], "max_bytes = 5000", 80_000, 80_000],
  ])("an answer %s has so many bytes, and the tools tell it if that is a lot", (_, args, output, most, told) => {
    const root = makeTree([`file long.txt ${LONG}`]);
    writeFileSync(join(root, "porthole.toml"), `[tools.output]\n${output}\n`);
    const call = { name: "read_file", arguments: { path: "long.txt", max_lines: 500 } };
    const lines = [INITIALIZE, { id: 2, method: "tools/call", params: call }, { id: 3, method: "tools/list" }];
    const input = lines.map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`).join("");
    const { stdout } = porthole(root, ["mcp", ".", "--config", "porthole.toml", ...args], { input });
    const results = stdout.split("\n").map((line) => line && JSON.parse(line));
    const { text } = results.find(({ id }) => id === 2).result.content[0];
    expect(most - Buffer.byteLength(text)).toBeOneOf([...Array(300).keys()]);
    const { tools } = results.find(({ id }) => id === 3).result;
    const hints = tools.map((tool: { _meta?: object }) => tool._meta);
    expect(hints).toEqual(
      Array(6).fill({
        "anthropic/alwaysLoad": true,
        ...(told === undefined ? {} : { "anthropic/maxResultSizeChars": told }),
      }),
    );
  });

  test("outlives whoever reads its log", async () => {
    const child = startPorthole(makeTree(["dir src"]), ["mcp", "."]);
    child.stderr.destroy();
    await new Promise((resolve) => child.stderr.once("close", resolve));
    const ended = new Promise((resolve) => child.on("exit", resolve));
    let printed = "";
    const answered = new Promise<void>((resolve) => {
      child.stdout.on("data", (chunk) => {
        printed += chunk;
        if (printed.includes("\n")) resolve();
      });
    });
    // The first is told to the owner, who is not there.
    child.stdin.write("{}\n");
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
    expect(await Promise.race([answered, ended])).toBe(undefined);
    child.stdin.end();
    expect(await ended).toBe(0);
  });

  test("serves a folder that is named like an option", () => {
    const root = makeTree(["dir --http"]);
    expect(porthole(root, ["mcp", "--", "--http"])).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(porthole(root, ["mcp", "--", "--host"]).status).toBe(2);
  });

  test("the formats of porthole tools name the same tools", () => {
    const root = makeTree([]);
    for (const format of ["json", "openai", "anthropic", "gemini", "mcp"]) {
      const { status, stdout } = porthole(root, ["tools", "--format", format]);
      expect(status).toBe(0);
      for (const name of ["list_directory", "list_files", "read_file", "search_text", "tree"])
        expect(stdout).toContain(`"name": "${name}"`);
    }
    expect(porthole(root, ["tools", "--format", "x"]).status).toBe(2);
  });
});
