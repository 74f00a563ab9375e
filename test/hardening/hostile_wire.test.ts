// Messages made to exhaust their reader: nesting beyond any stack, lines of ten megabytes. Each is answered or dropped, and the messages
// after it are answered as usual. Needs a build.

import { spawn } from "node:child_process";
import { describe, expect, test } from "vitest";
import { porthole } from "../support/cli.ts";
import { serverArguments, startRawServer, toHeaders, toMessage } from "../support/mcp.ts";
import { makeTree } from "../support/tree.ts";

// Enough for every stack. More only costs time: Bun needs seconds to fail on such a value.
const DEPTH = 100_000;
const LONG = 10_000_000;
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
    // A runtime may fail to parse such a line; then it has no id.
    const codes = results.map((result) => (Array.isArray(result) ? result[1] : result));
    expect(codes).toEqual(["INVALID_ARGUMENT", "INVALID_ARGUMENT", "success"]);
  });

  test("that never close, or close what was not open, are no JSON", () => {
    const lines = ["[".repeat(DEPTH), "]".repeat(DEPTH), '{"a":'.repeat(DEPTH), '"', line("5", '{"path":"f"}')];
    expect(codesOf(lines)).toEqual([...Array(4).fill([null, "INVALID_ARGUMENT"]), ["5", "success"]]);
  });

  test("of ten megabytes are answered: as arguments, as a name, as an id, as nothing", () => {
    const long = "x".repeat(LONG);
    const lines = [
      line("1", withFiller(LONG_FILLER)),
      `{"id":"2","name":"${long}","arguments":{}}`,
      long,
      line("4", '{"path":"f"}'),
    ];
    expect(codesOf(lines)).toEqual([
      ["1", "LIMIT_EXCEEDED"],
      ["2", "UNKNOWN_TOOL"],
      [null, "INVALID_ARGUMENT"],
      ["4", "success"],
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
  async function codesOf(args: readonly string[]): Promise<unknown[]> {
    const server = startRawServer(process.execPath, serverArguments("stdio", root));
    const codes = [];
    for (const [id, text] of [...args, '{"path":"f"}'].entries()) {
      server.send(toText(id, text));
      codes.push(codeOf(await server.answer(id)));
    }
    expect(await server.end()).toBe(0);
    return codes;
  }

  test.each(DEEP)("answers arguments of %s nested 100,000 deep", async (_what, value) => {
    expect(await codesOf([withFiller(value)])).toEqual(["INVALID_ARGUMENT", "success"]);
  });

  test("answers a line of ten megabytes", async () => {
    expect(await codesOf([withFiller(LONG_FILLER)])).toEqual(["LIMIT_EXCEEDED", "success"]);
  });

  test("drops what never closes, and goes on", async () => {
    const server = startRawServer(process.execPath, serverArguments("stdio", root));
    server.send("[".repeat(DEPTH));
    server.send(nested("[", "]"));
    server.send(toText(1, '{"path":"f"}'));
    expect(codeOf(await server.answer(1))).toBe("success");
    await server.end();
  });

  test("ends, and says why, when a line is beyond all measure", async () => {
    const child = spawn(process.execPath, serverArguments("stdio", root));
    const said = { out: "", err: "" };
    child.stdout.on("data", (chunk) => {
      said.out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      said.err += chunk;
    });
    // It stops reading before the line ends.
    child.stdin.on("error", () => {});
    child.stdin.write(`${toText(1, withFiller(JSON.stringify("x".repeat(2 * LONG))))}\n`);
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect([code, said.out]).toEqual([0, ""]);
    expect(said.err).toContain("exceeded maximum size");
  });
});

describe("MCP over HTTP", () => {
  async function answersTo(bodies: readonly string[]): Promise<unknown[]> {
    const server = startRawServer(process.execPath, serverArguments("http", root));
    try {
      const { url, token } = JSON.parse(await server.out.find(() => true));
      const headers = toHeaders("modern", token, "tools/call", { name: "read_file" });
      const answers = [];
      for (const body of bodies) {
        const response = await fetch(url, { method: "POST", headers, body });
        const text = await response.text();
        answers.push([response.status, response.status === 200 ? codeOf(text) : JSON.parse(text).error.code]);
      }
      return answers;
    } finally {
      await server.kill();
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
    const refused = Array(3).fill([400, -32_700]);
    expect(await answersTo(bodies)).toEqual([
      ...refused,
      [200, "success"],
      [200, "INVALID_ARGUMENT"],
      [200, "success"],
    ]);
  });
});
