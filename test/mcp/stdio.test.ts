// The server on standard input and output, byte for byte, on both runtimes. dist/ must be built.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ERAS,
  type Era,
  greet,
  type RawServer,
  RUNTIMES,
  serverArguments,
  startRawServer,
  toInitialize,
  toMessage,
} from "../support/mcp.ts";
import { paired, times } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";
import { executeHere } from "./execute_here.ts";
import { LISTED_TOOLS } from "./listed_tools.ts";

const root = makeTree(["file a.txt one\ntwo\n", "file src/b.ts x", "file .ssh/key x", "symlink out ../.."]);
const LEGS = RUNTIMES.flatMap(({ name, command }) => ERAS.map((era) => ({ name, command, era })));

const IDENTITY = '{"io.modelcontextprotocol/serverInfo":{"name":"porthole","version":"0.0.0-test"}}';
/** What follows in every result since 2026; `more` in a list. */
const modernEnd = (era: Era, more = "") =>
  era === "legacy" ? "" : `,"resultType":"complete"${more},"_meta":${IDENTITY}`;

async function start(command: string, era: Era): Promise<RawServer> {
  const server = startRawServer(command, serverArguments("stdio", root));
  if (era === "legacy") await greet(server);
  return server;
}

const SUCCESSES: readonly [string, unknown][] = [
  ["tree", { path: ".", entry_kind: "all" }],
  ["read_file", { path: "a.txt", start_line: 2 }],
  ["list_directory", { path: "src" }],
];

// Everything that a model can get wrong.
const FAILURES: readonly [string, unknown][] = [
  ["none", { path: "." }],
  ["", { path: "." }],
  ["tree", { path: 5 }],
  ["tree", {}],
  ["tree", undefined],
  ["tree", null],
  ["tree", ["."]],
  ["tree", "."],
  ["tree", 7],
  ["tree", { path: "..", max_depth: 99 }],
  ["read_file", { path: "../secret" }],
  ["read_file", { path: "/etc/passwd" }],
  ["read_file", { path: "out/etc" }],
  ["read_file", { path: ".ssh/key" }],
  ["read_file", { path: "missing" }],
  ["read_file", { path: "src" }],
  ["read_file", { path: "a\0b" }],
  ["list_directory", { path: "a.txt" }],
  ["list_directory", { path: "x".repeat(300_000) }],
];

describe.each(LEGS)("stdio, $era, server on $name", ({ command, era }) => {
  let server: RawServer;
  let id = 100;
  beforeAll(async () => {
    server = await start(command, era);
  });
  afterAll(() => server.kill());

  function ask(method: string, params: object = {}): Promise<string> {
    id += 1;
    server.send(toMessage(era, id, method, params));
    return server.answer(id);
  }

  test("lists the definitions to the letter", async () => {
    const line = await ask("tools/list");
    expect(line).toBe(
      `{"result":{"tools":${LISTED_TOOLS}${modernEnd(era, ',"ttlMs":300000,"cacheScope":"private"')}},"jsonrpc":"2.0","id":${id}}`,
    );
  });

  test.each(SUCCESSES)("answers %s with the toolkit's string, and the same as data", async (name, args) => {
    const { content } = await executeHere(root, name, args);
    const line = await ask("tools/call", { name, arguments: args });
    const text = `"content":[{"type":"text","text":${JSON.stringify(content)}}]`;
    const result = `{${text},"structuredContent":${content}${modernEnd(era)}}`;
    expect(line).toBe(`{"result":${result},"jsonrpc":"2.0","id":${id}}`);
  });

  test("what a model got wrong is a result with the error that the toolkit gives", async () => {
    const failures = paired(FAILURES, ERAS).filter(([, other]) => other === era);
    for (const [[name, args]] of failures) {
      const { content, is_error } = await executeHere(root, name, args);
      const line = await ask("tools/call", { name, arguments: args });
      const text = `"content":[{"type":"text","text":${JSON.stringify(content)}}]`;
      expect([name, is_error]).toEqual([name, true]);
      expect(line).toBe(`{"result":{${text},"isError":true${modernEnd(era)}},"jsonrpc":"2.0","id":${id}}`);
    }
  });

  test("a call that needs a person's word is refused to a client that cannot ask one", async () => {
    const { content } = await executeHere(root, "touch", { path: "a.txt" });
    const line = await ask("tools/call", { name: "touch", arguments: { path: "a.txt" } });
    expect(JSON.parse(line).result).toMatchObject({ content: [{ type: "text", text: content }], isError: true });
    expect(server.err.all).not.toContain("touch: a.txt");
  });

  test("what a client got wrong around the call is a protocol error", async () => {
    const call = { name: "tree", arguments: { path: "." } };
    const { name: _, ...nameless } = call;
    const wrong = [nameless, { ...call, name: 5 }, { ...call, task: 5 }, { ...call, requestState: 5 }];
    // Since 2026, `task` means nothing, and the request state is checked elsewhere.
    for (const params of era === "legacy" ? wrong : wrong.slice(0, 2)) {
      const { error, result } = JSON.parse(await ask("tools/call", params));
      expect([params, error?.code, result]).toEqual([params, -32602, undefined]);
    }
  });

  const CALL = '"jsonrpc":"2.0","method":"tools/call","params":{"name":"tree"';
  const INVALID: readonly (readonly [line: string, code: number, id: unknown])[] = [
    ["garbage", -32_700, null],
    ["{", -32_700, null],
    ['\ufeff{"jsonrpc":"2.0","id":9,"method":"ping"}', -32_700, null],
    ['{"jsonrpc":"2.0","id":9,"method":"ping"}\0', -32_700, null],
    ["{}", -32_600, null],
    ["[]", -32_600, null],
    ["null", -32_600, null],
    ["7\r", -32_600, null],
    ['{"jsonrpc":"2.0"}', -32_600, null],
    ['{"jsonrpc":"2.0","id":9}', -32_600, 9],
    ['{"jsonrpc":"1.0","id":9,"method":"x"}', -32_600, 9],
    ['{"jsonrpc":"2.0","id":"nine","method":5}', -32_600, "nine"],
    ['{"jsonrpc":"2.0","id":9.5,"method":"x"}', -32_600, 9.5],
    ['{"jsonrpc":"2.0","id":null,"method":"x"}', -32_600, null],
    ['{"jsonrpc":"2.0","id":1e999,"method":"x"}', -32_600, null],
    ['{"jsonrpc":"2.0","id":{"a":1},"method":"x"}', -32_600, null],
    ['{"jsonrpc":"2.0","id":9,"method":"x","params":[1]}', -32_600, 9],
    ['{"jsonrpc":"2.0","id":9,"method":"x","more":1}', -32_600, 9],
    [`{"id":9,${CALL},"_meta":{"progressToken":{}}}}`, -32_600, 9],
    [`{"id":9,${CALL},"_meta":5}}`, -32_600, 9],
    [`{${CALL},"arguments":{"path":[${"1,".repeat(5000)}1]}},"id":9}`, -32_600, 9],
    [`{"id":9,${CALL},"arguments":{"path":${"[".repeat(1001)}${"]".repeat(1001)}}}}`, -32_600, 9],
    [`{"id":9,${CALL},"arguments":{"path":"${"x".repeat(1_048_576)}"}}}`, -32_600, null],
  ];

  test("R6 an invalid request is answered with an error and the id, if it has one, and the server goes on", async () => {
    const before = server.out.all.length;
    for (const line of ["", " ", "\t\r", ...INVALID.map(([invalid]) => invalid)]) server.send(line);
    await ask("tools/list");
    const answers = server.out.all.slice(before, -1).map((line) => JSON.parse(line));
    expect(answers.map(({ jsonrpc, error, id }) => [jsonrpc, error.code, id])).toEqual(
      INVALID.map(([_line, code, id]) => ["2.0", code, id]),
    );
    expect(answers.slice(-3).map(({ error }) => error.message)).toEqual([
      "a message has at most 4096 JSON values",
      "a message is nested at most 1000 deep",
      "a message has at most 1048576 bytes",
    ]);
    expect(answers[0].error.message).toBe("the message is not JSON");
    expect(answers[4].error.message).toBe("not a valid JSON-RPC request");
  });

  test("R6 each request of a batch is answered, and what is invalid in it", async () => {
    const before = server.out.all.length;
    const call = toMessage(era, 31, "tools/call", { name: "read_file", arguments: { path: "a.txt" } });
    const notification = { jsonrpc: "2.0", method: "notifications/unknown" };
    const response = { jsonrpc: "2.0", id: 5, result: {} };
    server.send([notification, response]);
    server.send([call, notification, 1, [], { id: 33 }, toMessage(era, 32, "tools/list"), response]);
    await ask("tools/list");
    await Promise.all([31, 32].map((each) => server.answer(each)));
    const answers = server.out.all.slice(before).map((line) => JSON.parse(line));
    const told = answers.map(({ id: each, error }) => [each, error?.code ?? "answered"]);
    const answered = [id, 31, 32].map((each) => [each, "answered"]);
    expect(told.toSorted()).toEqual([...answered, ...[33, null, null].map((each) => [each, -32_600])].toSorted());
  });

  test("a cancelled call ends its work and is not answered", async () => {
    server.send(toMessage(era, 60, "tools/call", { name: "slow", arguments: { path: "." } }));
    await server.err.find((line) => line === "slow: started");
    const { params } = toMessage(era, 0, "", { requestId: 60 });
    server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    await server.err.find((line) => line === "slow: CANCELLED");
    await ask("tools/list");
    expect(server.out.all.filter((line) => JSON.parse(line).id === 60)).toEqual([]);
  });
});

describe.each(RUNTIMES)("stdio, server on $name", ({ command }) => {
  let server: RawServer;
  beforeAll(async () => {
    server = await start(command, "legacy");
  });
  afterAll(() => server.kill());

  test("a file cannot forge a message, also for a reader to whom more than a newline ends a line", async () => {
    const forged = '{"jsonrpc":"2.0","id":1,"result":{}}';
    const content = ["\u0085", "\u2028", "\u2029"].map((end) => `a${end}${forged}${end}b`).join("");
    writeFileSync(join(root, "forged.txt"), content);
    server.send(toMessage("legacy", 1, "tools/call", { name: "read_file", arguments: { path: "forged.txt" } }));
    const line = await server.answer(1);
    expect(line).not.toMatch(/[\u0085\u2028\u2029]/);
    expect(JSON.parse(line).result.structuredContent.content).toBe(content);
  });

  test("a notification or response that is invalid is not answered, and the owner is told in one line", async () => {
    const answered = server.out.all.length;
    for (const more of ['"method":"notifications/cancelled","params":5', '"id":1,"result":5', '"id":1,"error":5']) {
      server.send(`{"jsonrpc":"2.0",${more}}`);
    }
    server.send(toMessage("legacy", 2, "tools/list"));
    await server.answer(2);
    await server.err.find(() => server.err.all.length === 3);
    expect(server.err.all).toEqual(Array(3).fill("dropped an invalid MCP message"));
    expect(server.out.all.length).toBe(answered + 1);
  });

  test("a client that only stops reading ends the server too", async () => {
    // Not the shared server: on Bun, one that had answered several requests did not notice.
    await using deaf = await start(command, "legacy");
    deaf.deafen();
    deaf.send(toMessage("legacy", 1, "tools/list"));
    expect(await deaf.exited).toBe(0);
  });
});

test("R2 a line of more than 1 MiB is answered when it ends, is not kept, and the next one is read", async () => {
  await using server = await start(RUNTIMES[0]?.command ?? "node", "legacy");
  for (let count = 0; count < times(12, 200); count++) server.write("x".repeat(1_000_000));
  server.send("");
  server.send(toMessage("legacy", 1, "ping"));
  await server.answer(1);
  const [, tooLong, pong] = server.out.all.map((line) => JSON.parse(line));
  const error = { code: -32_600, message: "a message has at most 1048576 bytes" };
  expect(tooLong).toEqual({ jsonrpc: "2.0", id: null, error });
  expect(pong).toMatchObject({ id: 1, result: {} });
});

test("R2 a message is read in whatever pieces it arrives, also with a byte order mark and CR LF", async () => {
  await using server = startRawServer(RUNTIMES[0]?.command ?? "node", serverArguments("stdio", root));
  const long = { name: "read_file", arguments: { path: "a.txt", filler: "é".repeat(1000) } };
  const text = `\ufeff${JSON.stringify(toInitialize(0))}\r\n\r\n${JSON.stringify(toMessage("legacy", 1, "tools/call", long))}\r\n`;
  for (const byte of Buffer.from(text)) {
    server.write(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(JSON.parse(await server.answer(1)).result.structuredContent.content).toBe("one\ntwo\n");
  expect(server.out.all.length).toBe(2);
});

/** Several times as many as are taken up at once. */
const MANY = times(70, 400);

test.each(RUNTIMES)(
  "a person's answers are heard with hundreds of calls open, server on $name",
  async ({ command }) => {
    await using server = startRawServer(command, serverArguments("stdio", root));
    await greet(server, { elicitation: {} });
    const touch = { name: "touch", arguments: { path: "a.txt" } };
    for (let id = 1; id <= MANY; id++) server.send(toMessage("legacy", id, "tools/call", touch));
    let seen = 0;
    const reply = (line: string) => {
      const { id, method } = JSON.parse(line);
      if (method !== "elicitation/create") return;
      server.send({ jsonrpc: "2.0", id, result: { action: "accept", content: { approve: true } } });
    };
    // The first answer, then a question and an answer for each call.
    await server.out.find(() => {
      for (const line of server.out.all.slice(seen)) reply(line);
      seen = server.out.all.length;
      return seen === 1 + 2 * MANY;
    });
    await server.err.find(() => server.err.all.filter((line) => line === "touch: a.txt").length === MANY);
  },
);
