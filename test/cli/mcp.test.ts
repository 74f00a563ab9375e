import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { porthole, startPorthole, whenServing } from "../support/cli.ts";
import { Lines, post, toInitialize, toLines } from "../support/mcp.ts";
import { call, runSession } from "../support/mcp_session.ts";
import { makeTree } from "../support/tree.ts";

describe("porthole mcp", () => {
  test("serves over HTTP until it is interrupted, and prints what a client needs and what it serves", async () => {
    const root = makeTree(["dir src", "file README.md x"]);
    const child = startPorthole(root, ["mcp", ".", "--http"]);
    const { printed, url, token } = await whenServing(child);
    expect(printed).toContain("└── src/ …");
    expect((await post({ url, token: "" }, "legacy", "tools/list")).status).toBe(401);
    const { status, text } = await post({ url, token }, "legacy", "tools/list");
    expect([status, text.includes("list_directory")]).toEqual([200, true]);
    const ended = new Promise((resolve) => child.on("close", resolve));
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  });

  test("serves over standard input and output until the client closes it", () => {
    const asked = [call("tree", { path: "." })];
    const { status, results } = runSession(makeTree(["dir src"]), [".", "--format", "json"], asked);
    expect(status).toBe(0);
    expect(results[1].structuredContent.root.children).toEqual([
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
    const asked = [call("read_file", { path: "long.txt", max_lines: 500 }), ["tools/list"]] as const;
    const { results } = runSession(root, [".", "--config", "porthole.toml", ...args], asked);
    const [{ text }] = results[1].content;
    expect(most - Buffer.byteLength(text)).toBeOneOf([...Array(300).keys()]);
    const hint = told === undefined ? {} : { "anthropic/maxResultSizeChars": told };
    const hints = results[2].tools.map((tool: { _meta?: object }) => tool._meta);
    expect(hints).toEqual(Array(6).fill({ "anthropic/alwaysLoad": true, ...hint }));
  });

  test("outlives whoever reads its log", async () => {
    const child = startPorthole(makeTree(["dir src"]), ["mcp", "."]);
    child.stderr.destroy();
    await new Promise((resolve) => child.stderr.once("close", resolve));
    const ended = new Promise((resolve) => child.on("exit", resolve));
    const answered = new Lines(child.stdout).find(() => true);
    // The first is told to the owner, who is not there.
    child.stdin.write(toLines([{}, toInitialize(1)]));
    expect(await Promise.race([answered, ended])).toContain('"error"');
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
