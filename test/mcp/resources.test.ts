// Resources on both wires, message by message, and with the official clients. dist/ must be built.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { UriTemplate as UriTemplateV1 } from "@modelcontextprotocol/sdk/shared/uriTemplate.js";
import { UriTemplate as UriTemplateV2 } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ToolkitResources } from "../../src/call/resources.ts";
import type { ExecuteContext } from "../../src/call/types.ts";
import { serveResources } from "../../src/mcp/resources.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import {
  ERAS,
  type Era,
  greet,
  post,
  type RawServer,
  RUNTIMES,
  serverArguments,
  startRawServer,
  toInitialize,
  toMessage,
} from "../support/mcp.ts";
import { paired } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";
import { withServer } from "./http_server.ts";
import { LEGS, openSession } from "./sessions.ts";

const PNG = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
const MANY = Array.from({ length: 230 }, (_, index) => `many/f${String(index).padStart(3, "0")}`);

const root = makeTree([
  ...["file a.txt one\ntwo\n", "file src/tools/b.ts x", "file src/tools.ts x", "file .ssh/key x", "symlink out ../.."],
  ...MANY.map((path) => `file ${path} x`),
]);
writeFileSync(join(root, "dot.png"), PNG);
writeFileSync(join(root, "a b#c?d%20é.txt"), "odd");
writeFileSync(join(root, "100% ü.txt"), "percent");
writeFileSync(join(root, "long.txt"), "x".repeat(70_000));

const ODD = "porthole:///a%20b%23c%3Fd%2520%C3%A9.txt";
const HINTS = (ttlMs: number) => ({ resultType: "complete", ttlMs, cacheScope: "private" });

interface Asked {
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}
type Ask = (method: string, params?: object) => Promise<Asked>;

async function askStdio(server: RawServer, era: Era): Promise<Ask> {
  let id = 0;
  const ask: Ask = async (method, params) => {
    id += 1;
    server.send(toMessage(era, id, method, params));
    return JSON.parse(await server.answer(id));
  };
  if (era === "legacy") await greet(server);
  return ask;
}

async function askHttp(server: RawServer, era: Era): Promise<Ask> {
  const place = JSON.parse(await server.out.find(() => true));
  return async (method, params) => (await post(place, era, method, params)).message;
}

/** In a short run each wire with one era. */
const WIRES = paired(["stdio", "http"] as const, ERAS).flatMap(([wire, era]) =>
  RUNTIMES.map(({ name, command }) => ({ wire, era, name, command })),
);

describe.each(WIRES)("resources over $wire, $era, server on $name", ({ wire, era, command }) => {
  let server: RawServer;
  let ask: Ask;
  beforeAll(async () => {
    server = startRawServer(command, serverArguments(wire, root));
    ask = await (wire === "stdio" ? askStdio(server, era) : askHttp(server, era));
  });
  afterAll(() => server.kill());
  const withHints = (result: object, ttlMs: number) => (era === "modern" ? { ...result, ...HINTS(ttlMs) } : result);
  const strip = ({ _meta, ...result }: Record<string, unknown>) => result;

  test("there are resources and completions, and how long a list may be kept", async () => {
    const [method, params] = era === "modern" ? ["server/discover", {}] : ["initialize", toInitialize(0).params];
    if (era === "modern" || wire === "http")
      expect((await ask(method, params)).result?.capabilities).toEqual({ tools: {}, resources: {}, completions: {} });
    const { result = {} } = await ask("resources/templates/list");
    const title = "A file of the folder";
    const description = "path is relative to the root of the folder.";
    const template = { uriTemplate: "porthole:///{+path}", name: "file", title, description };
    expect(strip(result)).toEqual(withHints({ resourceTemplates: [template] }, 300_000));
  });

  test("pages joined are the whole list", async () => {
    const names: unknown[] = [];
    let pages = 0;
    for (let cursor: unknown; pages === 0 || cursor !== undefined; pages++) {
      const { result = {} } = await ask("resources/list", cursor === undefined ? {} : { cursor });
      const { resources, nextCursor, ...rest } = strip(result);
      expect(rest).toEqual(withHints({}, 5000));
      names.push(...(resources as { name: string }[]).map(({ name }) => name));
      cursor = nextCursor;
    }
    using toolkit = createAgentToolkit({ workspaceRoot: root });
    const found = await toolkit.listFiles(".", { max_results: 1000 });
    expect([pages, names]).toEqual([2, found.status === "success" && found.data.paths]);
  });

  test("a text is text, a picture its bytes, and every name can be asked for", async () => {
    const expected = (one: object) => withHints({ contents: [one] }, 0);
    for (const [uri, content] of [
      ["porthole:///a.txt", { mimeType: "text/plain", text: "one\ntwo\n" }],
      ["porthole:///dot.png", { mimeType: "image/png", blob: PNG.toString("base64") }],
      [ODD, { mimeType: "text/plain", text: "odd" }],
    ] as const)
      expect(strip((await ask("resources/read", { uri })).result ?? {})).toEqual(expected({ uri, ...content }));
  });

  test("what cannot be read is an error of the protocol that says why", async () => {
    const invalid = (code: string, kind: string) => ({ code: -32_602, data: { kind, code } });
    const missing = '"none" does not exist; the nearest existing folder is "."';
    const tooLong = expect.stringMatching(/70000.*start_line/);
    for (const [path, expected] of [
      ["none", { code: -32_602, message: missing, data: { uri: "porthole:///none" } }],
      ["src", invalid("NOT_FILE", "ExecutionFailed")],
      [".ssh/key", invalid("SANDBOX_VIOLATION", "SandboxViolation")],
      [".ssh/none", invalid("SANDBOX_VIOLATION", "SandboxViolation")],
      ["out/etc", invalid("SANDBOX_VIOLATION", "SandboxViolation")],
      ["../x", invalid("INVALID_ARGUMENT", "BadArgs")],
      ["a.txt%", invalid("INVALID_ARGUMENT", "BadArgs")],
      ["long.txt", { ...invalid("SIZE_LIMIT_EXCEEDED", "ExecutionFailed"), message: tooLong }],
    ] as const) {
      const { error } = await ask("resources/read", { uri: `porthole:///${path}` });
      expect([path, error]).toMatchObject([path, expected]);
      // Exactly this says "not found" to a client.
      expect(error?.data).toEqual(expected.data);
    }
    expect((await ask("resources/list", { cursor: "x" })).error).toEqual({
      code: -32_602,
      message: "cursor must be `nextCursor` of an answer to resources/list; leave it out to start over",
      data: { kind: "BadArgs", code: "INVALID_ARGUMENT" },
    });
  });

  test("a path is completed up to the next slash", async () => {
    const complete = (value: string, uri = "porthole:///{+path}", name = "path") =>
      ask("completion/complete", { ref: { type: "ref/resource", uri }, argument: { name, value } });
    const completion = async (value: string) => (await complete(value)).result?.completion;
    expect(await completion("src/to")).toEqual({ values: ["src/tools/", "src/tools.ts"], hasMore: false });
    expect(await completion("many/")).toEqual({ values: MANY.slice(0, 100), hasMore: true });
    expect(await completion(".ssh/")).toEqual({ values: [], hasMore: false });
    for (const asked of [complete("", "file:///{path}"), complete("", undefined, "other")])
      expect((await asked).error?.code).toBe(-32_602);
  });
});

describe("the official clients", () => {
  test.each(LEGS)("$client over $wire, server on $runtime", async (leg) => {
    const session = await openSession(leg, { args: serverArguments(leg.wire, root) });
    try {
      // Clients of SDK v2 go through all pages by themselves.
      let page = await session.listResources();
      const listed = [...page.resources];
      for (; page.nextCursor !== undefined; listed.push(...page.resources))
        page = await session.listResources(page.nextCursor);
      expect(listed).toHaveLength(MANY.length + 7);
      const { uri } = listed.find(({ name }) => name.endsWith("é.txt")) ?? {};
      expect(uri).toBe(ODD);
      expect(await session.readResource(ODD)).toEqual([{ uri: ODD, mimeType: "text/plain", text: "odd" }]);
      expect(await session.readResource("porthole:///dot.png")).toMatchObject([{ blob: PNG.toString("base64") }]);
      const missing = { code: -32_602, data: { uri: "porthole:///none" } };
      await expect(session.readResource("porthole:///none")).rejects.toMatchObject(missing);
      expect(await session.listTemplates()).toEqual(["porthole:///{+path}"]);
      expect(await session.complete("src/to")).toEqual({ values: ["src/tools/", "src/tools.ts"], hasMore: false });
      // What is completed is what the clients' own templates take.
      const { values } = await session.complete("100%");
      expect(values).toEqual(["100% ü.txt"]);
      for (const Template of [UriTemplateV1, UriTemplateV2]) {
        const filled = new Template("porthole:///{+path}").expand({ path: values[0] ?? "" });
        expect(await session.readResource(filled)).toMatchObject([{ text: "percent" }]);
      }
      expect(session.instructions()).toContain("read_file reads a text file");
    } finally {
      await session.close();
      await session.end();
    }
  });
});

describe("a toolkit", () => {
  type Handler = (request: object, ctx: object) => Promise<unknown>;

  function serve(resources: Partial<ToolkitResources>, holdBack?: () => boolean) {
    const handlers = new Map<string, Handler>();
    const server = {
      registerCapabilities: () => {},
      getClientVersion: () => undefined,
      setRequestHandler: (method: string, handler: Handler) => void handlers.set(method, handler),
    };
    serveResources(server as never, resources as ToolkitResources, ({ mcpReq: { signal } }) => ({
      signal,
      hold_back: holdBack,
    }));
    return (method: string, params: object, signal: AbortSignal) =>
      handlers.get(method)?.({ params }, { mcpReq: { id: 7, signal } });
  }

  test("gets each request with its id, its signal and what holds it back", async () => {
    const seen: unknown[] = [];
    const note = async (call: unknown, context?: ExecuteContext) => {
      seen.push(call, context);
      return { status: "failure", error: { kind: "Timeout", code: "TIMEOUT", message: "late" } } as const;
    };
    const holdBack = () => false;
    const ask = serve({ list: note, read: note, complete: note }, holdBack);
    const { signal } = new AbortController();
    const argument = { name: "path", value: "a" };
    const ref = { type: "ref/resource", uri: "porthole:///{+path}" };
    for (const [method, params] of [
      ["resources/list", { cursor: "c" }],
      ["resources/read", { uri: "u" }],
      ["completion/complete", { ref, argument }],
    ] as const)
      await expect(ask(method, params, signal)).rejects.toMatchObject({ code: -32_603, message: "late" });
    const context = { signal, hold_back: holdBack };
    const id = "mcp 7";
    expect(seen).toEqual([{ id, cursor: "c" }, context, { id, uri: "u" }, context, { id, path: "a" }, context]);
  });

  test("without resources is served without them", async () => {
    const { resources: _left, ...toolkit } = createAgentToolkit({ workspaceRoot: root });
    await withServer({ toolkit }, async (place) => {
      const discovered = await post(place, "modern", "server/discover");
      expect(discovered.message).toMatchObject({ result: { capabilities: { tools: {} } } });
      const refused = await post(place, "modern", "resources/list");
      expect(refused.message).toMatchObject({ error: { code: -32_601 } });
    });
    toolkit.close();
  });
});
