// Messages made to exhaust their reader: nesting beyond any stack, lines of megabytes. Each is answered, and so are the messages after it.
// Needs a build.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveMcpHttp } from "../../src/mcp/http.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { porthole } from "../support/cli.ts";
import { type RawServer, serverArguments, startRawServer, toHeaders, toMessage } from "../support/mcp.ts";
import { isThorough } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";

// Enough for every stack. More only costs time: Bun needs seconds to fail on such a value.
const DEPTH = 100_000;
const LONG = 1_000_000;
/** More than is kept of a line. */
const TOO_LONG = isThorough ? 20_000_000 : 2_000_000;
const root = makeTree(["file f x"]);

const nested = (open: string, close: string, depth = DEPTH) => `${open.repeat(depth)}1${close.repeat(depth)}`;
/** Values that no JSON writer would produce, because it would have to hold them in memory. */
const DEEP: readonly (readonly [string, string])[] = [
  ["arrays", nested("[", "]")],
  ["objects", nested('{"a":', "}")],
];
const withFiller = (filler: string) => `{"path":"f","filler":${filler}}`;
const LONG_FILLER = JSON.stringify("x".repeat(LONG));

describe("JSON lines", () => {
  const line = (id: string, args: string) => `{"id":"${id}","name":"read_file","arguments":${args}}`;

  function codesOf(lines: readonly string[]): unknown[] {
    const { status, stdout, stderr } = porthole(root, ["call", "--jsonl"], { input: lines.join("\n") });
    expect([status, stderr]).toEqual([0, ""]);
    const results = stdout.trimEnd().split("\n");
    return results.map((result) => {
      const { tool_call_id, is_error, content } = JSON.parse(result);
      return [tool_call_id, is_error ? JSON.parse(content).error.code : "success"];
    });
  }

  test.each(DEEP)("of %s nested 100,000 deep get one answer each", (_what, value) => {
    const results = codesOf([line("1", withFiller(value)), value, line("3", '{"path":"f"}')]);
    expect(results).toEqual([
      ["1", "LIMIT_EXCEEDED"],
      [null, "LIMIT_EXCEEDED"],
      ["3", "success"],
    ]);
  });

  test("that never close, or close what was not open, are no JSON", () => {
    const lines = ["[".repeat(900), "]".repeat(DEPTH), '{"a":'.repeat(900), '"', line("5", '{"path":"f"}')];
    expect(codesOf(lines)).toEqual([...Array(4).fill([null, "INVALID_ARGUMENT"]), ["5", "success"]]);
  });

  test("of a megabyte are answered: as arguments, as a name, as an id, as nothing", () => {
    const long = "x".repeat(LONG);
    const lines = [
      line("1", withFiller(LONG_FILLER)),
      `{"id":"2","name":"${long}","arguments":{}}`,
      long,
      line("4", withFiller(JSON.stringify("x".repeat(TOO_LONG)))),
      line("5", '{"path":"f"}'),
    ];
    expect(codesOf(lines)).toEqual([
      ["1", "LIMIT_EXCEEDED"],
      ["2", "UNKNOWN_TOOL"],
      [null, "INVALID_ARGUMENT"],
      [null, "LIMIT_EXCEEDED"],
      ["5", "success"],
    ]);
  });
});

/** The text of `args` in a message made of objects, so that no object of that depth is needed here. */
function toText(id: number, args: string): string {
  const message = toMessage("modern", id, "tools/call", { name: "read_file", arguments: "HERE" });
  return JSON.stringify(message).replace('"HERE"', () => args);
}

const codeOf = (answer: string) => {
  const { result } = JSON.parse(/^data: (.*)$/m.exec(answer)?.[1] ?? answer);
  return result.isError ? JSON.parse(result.content[0].text).error.code : "success";
};

describe("MCP on standard input and output", () => {
  let server: RawServer;
  let id = 0;
  beforeAll(() => {
    server = startRawServer(process.execPath, serverArguments("stdio", root));
  });
  afterAll(() => server.kill());

  async function codeFor(args: string): Promise<unknown> {
    id += 1;
    server.send(toText(id, args));
    return codeOf(await server.answer(id));
  }

  async function refusalOf(line: string): Promise<unknown> {
    const before = server.out.all.length;
    server.send(line);
    await server.out.find(() => server.out.all.length > before);
    const { id: answered, error } = JSON.parse(server.out.all[before] ?? "");
    return [answered, error.code];
  }

  test.each(DEEP)("refuses arguments of %s nested 100,000 deep", async (_what, value) => {
    expect(await refusalOf(toText(50, withFiller(value)))).toEqual([50, -32_600]);
    expect(await codeFor('{"path":"f"}')).toBe("success");
  });

  test("answers a line of a megabyte, and refuses a longer one", async () => {
    expect(await codeFor(withFiller(LONG_FILLER))).toBe("LIMIT_EXCEEDED");
    expect(await refusalOf(toText(51, withFiller(JSON.stringify("x".repeat(TOO_LONG)))))).toEqual([null, -32_600]);
    expect(await codeFor('{"path":"f"}')).toBe("success");
  });

  test("refuses what never closes, and goes on", async () => {
    expect(await refusalOf("[".repeat(900))).toEqual([null, -32_700]);
    expect(await refusalOf("[".repeat(DEPTH))).toEqual([null, -32_600]);
    expect(await refusalOf(nested("[", "]"))).toEqual([null, -32_600]);
    expect(await codeFor('{"path":"f"}')).toBe("success");
  });
});

describe("MCP over HTTP", () => {
  async function answersTo(bodies: readonly string[]): Promise<unknown[]> {
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    const server = await serveMcpHttp({ toolkit, version: "1", log: () => {} });
    try {
      const headers = toHeaders("modern", server.token, "tools/call", { name: "read_file" });
      const answers = [];
      for (const body of bodies) {
        const response = await fetch(server.url, { method: "POST", headers, body });
        const text = await response.text();
        answers.push([response.status, response.status === 200 ? codeOf(text) : JSON.parse(text).error.code]);
      }
      return answers;
    } finally {
      await server.close();
    }
  }

  // Brackets in a string do not count.
  test("refuses bodies that are nested beyond measure or never close, and goes on", async () => {
    const bodies = [
      ...[nested("[", "]", 100_000), nested('{"a":', "}", 100_000)].map((value) => toText(1, withFiller(value))),
      "[".repeat(DEPTH),
      toText(2, withFiller(JSON.stringify("[".repeat(2000)))),
      toText(3, withFiller(nested("[", "]", 900))),
      toText(4, withFiller(nested("[", "]", 50))),
    ];
    const refused = Array(3).fill([413, -32_000]);
    expect(await answersTo(bodies)).toEqual([
      ...refused,
      [200, "success"],
      [200, "INVALID_ARGUMENT"],
      [200, "success"],
    ]);
  });
});
