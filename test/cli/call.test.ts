import { describe, expect, test } from "vitest";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { porthole } from "../support/cli.ts";
import { times } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";

const line = (id: string, name: string, args: object, context?: object) =>
  JSON.stringify({ id, name, arguments: args, ...(context ? { context } : {}) });

function runLines(root: string, input: string | Buffer) {
  const { status, stdout, stderr } = porthole(root, ["call", "--jsonl"], { input });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((text) => JSON.parse(text));
}

describe("porthole call", () => {
  test("prints exactly what a model would get, errors too, and tells them apart by exit code", async () => {
    const root = makeTree(["file a/f x"]);
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    for (const [name, args, status] of [
      ["tree", { path: "." }, 0],
      ["list_directory", { path: "a" }, 0],
      ["list_files", { pattern: "f" }, 0],
      ["search_text", { pattern: "f" }, 0],
      ["read_file", { path: "a/f" }, 0],
      ["read_file", { path: "none" }, 1],
      ["write_file", {}, 1],
    ] as const) {
      const { content } = await toolkit.execute({ id: "1", name, arguments: args });
      const ran = porthole(root, ["call", name, JSON.stringify(args)]);
      expect(ran).toEqual({ status, stdout: `${content}\n`, stderr: "" });
    }
    const json = porthole(root, ["tree", "--json"]).stdout;
    expect(JSON.parse(json).root.children[0].path).toBe("a");
    expect(porthole(root, ["read", "none", "--json"]).status).toBe(1);
  });

  test("answers each line in order, blank lines aside, the last one without a newline included", () => {
    const root = makeTree(["file f 1\n2\n3\n"]);
    const input = [
      line("1", "read_file", { path: "f" }, { max_output_bytes: 300 }),
      "",
      "   ",
      "not json",
      "[1,2]",
      '{"id":"5"}',
      line("1", "read_file", { path: "f", max_lines: 1 }),
      `${line("7", "tree", { path: "." }, { max_output_bytes: -1 })}\r`,
      line("8", "tree", { path: "." }),
    ].join("\n");
    const results = runLines(root, input);
    const told = results.map(({ tool_call_id, is_error }) => `${tool_call_id} ${is_error}`);
    expect(told).toEqual(["1 false", "null true", "null true", "5 true", "1 false", "7 true", "8 false"]);
    expect(Object.keys(results[0])).toEqual(["tool_call_id", "is_error", "content"]);
    expect(JSON.parse(results[2].content).error.kind).toBe("BadArgs");
  });

  test("takes a byte order mark before the first line for no part of it", () => {
    const root = makeTree(["file f x"]);
    const results = runLines(root, `\ufeff${line("1", "read_file", { path: "f" })}\n`);
    expect(results.map(({ tool_call_id, is_error }) => [tool_call_id, is_error])).toEqual([["1", false]]);
  });

  test("keeps order under load", () => {
    const root = makeTree(Array.from({ length: 50 }, (_, i) => `file d${i % 5}/f${i} x`));
    const names = ["tree", "list_directory", "read_file"];
    const input = Array.from({ length: times(60, 1500) }, (_, i) =>
      line(String(i), names[i % 3] ?? "", i % 3 === 2 ? { path: "d0/f0" } : { path: ".", include_hidden: true }),
    );
    const results = runLines(root, `${input.join("\n")}\n`);
    expect(results.map(({ tool_call_id }) => tool_call_id)).toEqual(input.map((_, i) => String(i)));
    expect(results.filter(({ is_error }) => is_error)).toEqual([]);
  });

  test("R2 answers a line of more than 1 MiB, or of more than 4096 values, with an error, and survives bytes that are no text", () => {
    const root = makeTree(["file f x"]);
    const filled = (id: string, filler: unknown) => line(id, "read_files", { paths: ["f", filler] });
    const input = Buffer.concat([
      Buffer.from(`${filled("long", "x".repeat(10_000_000))}\n`),
      Buffer.from(`${filled("wide", Array(5000).fill({}))}\n`),
      Buffer.from([0xff, 0xfe, 0x00, 0x0a]),
      Buffer.from(`${"[".repeat(1_000_000)}\n`),
      Buffer.from(filled("last", "x".repeat(250_000))),
    ]);
    const results = runLines(root, input);
    const told = results.map(({ tool_call_id, is_error, content }) => [
      tool_call_id,
      is_error ? JSON.parse(content).error : "success",
    ]);
    const tooMany = { kind: "BadArgs", code: "LIMIT_EXCEEDED", message: "a message has at most 4096 JSON values" };
    expect(told).toEqual([
      [null, { ...tooMany, message: "a message has at most 1048576 bytes" }],
      ["wide", tooMany],
      [null, { kind: "BadArgs", code: "INVALID_ARGUMENT", message: "the message is not JSON" }],
      [null, { ...tooMany, message: "a message is nested at most 1000 deep" }],
      ["last", "success"],
    ]);
  });
});
