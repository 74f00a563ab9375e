// The size of an answer follows the name of the client: what it passes on to its model, in the unit in which it measures. The names are
// those that the clients give themselves. dist/ must be built.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findClientLimit, KNOWN_CLIENTS } from "../../src/mcp/client_limits.ts";
import { serveMcpHttp } from "../../src/mcp/http.ts";
import type { ServeMcpStdioOptions } from "../../src/mcp/options.ts";
import { type AgentToolkitOptions, createAgentToolkit } from "../../src/toolkit.ts";
import { porthole } from "../support/cli.ts";
import { ERAS, type Era, post, toInitialize } from "../support/mcp.ts";
import { call, runSession } from "../support/mcp_session.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";

/** What a client measures, written here without the product's code, and the most that it passes on. */
type Measure = (result: Result) => number;
interface Result {
  readonly content: readonly [{ readonly text: string }];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

const shown = ({ content, structuredContent }: Result) =>
  structuredContent === undefined ? content[0].text : JSON.stringify(structuredContent);
const CODEX_HEADER = "Wall time: 12345.6789 seconds\nOutput:\n";
const toText = ({ content }: Result) => content[0].text;

const CLIENTS: readonly (readonly [name: string, most: number, measure: Measure])[] = [
  ["Cline", 8000, (result) => JSON.stringify(result).length],
  ["@cline/core", 8000, (result) => JSON.stringify(result).length],
  ["codex-mcp-client", 12_000, (result) => Buffer.byteLength(CODEX_HEADER + shown(result))],
  ["github-copilot-developer", 20_480, (result) => Buffer.byteLength(toText(result))],
  ["gemini-cli-mcp-client", 40_000, (result) => toText(result).length],
  ["opencode", 51_200, (result) => Buffer.byteLength(toText(result))],
];
const OTHERS = ["claude-code", "test", "declined", "codexa", "incline", "", "open code"];

const CONTENTS = {
  "plain.txt": `${"x".repeat(99)}\n`.repeat(3000),
  "quotes.txt": `say "\\" and 'no' to "it"\t\u0001\n`.repeat(8000),
  "wide.txt": "日本語の行です。これは長い。😀é\n".repeat(8000),
  "short.txt": "a\n".repeat(30_000),
} as const;
const FILES = Object.keys(CONTENTS);
const root = makeTree([
  ...FILES.map((name) => `file ${name} x`),
  ...Array.from({ length: 1200 }, (_, at) => `file many/ü"${String(at).padStart(40, "n")} x`),
  ...Array.from({ length: 3000 }, (_, at) => `file few/${at} x`),
]);
for (const [name, text] of Object.entries(CONTENTS)) writeFileSync(join(root, name), text);

const CALLS: readonly (readonly [string, object])[] = [
  ...FILES.map((path) => ["read_file", { path, max_lines: 500 }] as const),
  ["read_files", { paths: FILES, max_lines: 500 }],
  ["search_text", { pattern: ".", path: ".", max_results: 1000 }],
  ["tree", { path: ".", entry_kind: "all", max_nodes: 5000 }],
  ["tree", { path: "few", entry_kind: "all" }],
  ["list_files", { path: ".", max_results: 1000 }],
  ["list_directory", { path: "many", max_entries: 200 }],
];

const LONG = { path: "plain.txt", max_lines: 500 };

interface Asking {
  readonly era: Era;
  readonly format: "json" | "text";
  readonly options?: Partial<AgentToolkitOptions>;
  readonly answerLimit?: ServeMcpStdioOptions["answerLimit"];
}

async function serve({ era, format, options, answerLimit }: Asking) {
  const toolkit = createAgentToolkit({ workspaceRoot: root, format, ...options });
  const server = await serveMcpHttp({ toolkit, answerLimit });
  return {
    async send(client: string, method: string, params: object) {
      const info = { name: client, version: "1" };
      if (era === "modern") {
        const named = { ...params, _meta: { "io.modelcontextprotocol/clientInfo": info } };
        return (await post(server, era, method, named)).message;
      }
      const { session } = await post(server, era, "initialize", { ...toInitialize(1).params, clientInfo: info });
      return (await post(server, era, method, params, { headers: { "mcp-session-id": session } })).message;
    },
    async call(client: string, name: string, args: object): Promise<Result> {
      return (await this.send(client, "tools/call", { name, arguments: args })).result;
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      toolkit.close();
    },
  };
}

const BOTH = ERAS.flatMap((era) => (["text", "json"] as const).map((format) => ({ era, format })));

describe.each(BOTH)("an answer in $format, to a client of the $era era", ({ era, format }) => {
  test.each(CLIENTS)("is what %s passes on whole", async (client, most, measure) => {
    await using server = await serve({ era, format });
    for (const [name, args] of CALLS) {
      const result = await server.call(client, name, args);
      expect([name, result.isError, measure(result) <= most]).toEqual([name, undefined, true]);
    }
  });

  test("is as long as it may be, and what it leaves out can be read on", async () => {
    await using server = await serve({ era, format });
    for (const [client, most, measure] of CLIENTS) {
      // 500 lines of at most 100 bytes are less than the longest answers.
      const result = await server.call(client, "read_file", LONG);
      expect([client, measure(result) > Math.min(most, 50_000) - 700]).toEqual([client, true]);
      const next = /start_line[": ]+(\d+)/.exec(toText(result))?.[1];
      const lines = toText(result).split(/x{99}/).length - 1;
      expect(next).toBe(String(lines + 1));
    }
  });

  test("is that of the toolkit for clients that are not known", async () => {
    await using server = await serve({ era, format });
    for (const client of OTHERS.filter((name) => name !== "")) {
      const answer = await server.call(client, "read_file", { ...LONG, path: "wide.txt" });
      const bytes = Buffer.byteLength(toText(answer));
      expect([client, bytes > 20_000 && bytes <= 65_536]).toEqual([client, true]);
    }
  });
});

describe("who sets the limit", () => {
  const bytesFor = async (client: string, asking: Asking) => {
    await using server = await serve(asking);
    return Buffer.byteLength(toText(await server.call(client, "read_file", LONG)));
  };

  test.each(ERAS)("the owner's maximum wins over the client's name, more or less: %s", async (era) => {
    for (const maxOutputBytes of [1000, 30_000]) {
      for (const options of [{ maxOutputBytes }, { config: { tools: { output: { max_bytes: maxOutputBytes } } } }]) {
        const bytes = await bytesFor("Cline", { era, format: "text", options });
        expect(bytes <= maxOutputBytes && bytes > maxOutputBytes - 200).toBe(true);
      }
    }
  });

  test("a program chooses, also against its own maximum", async () => {
    const asking = { era: "modern", format: "text" } as const;
    const options = { maxOutputBytes: 30_000 };
    expect(await bytesFor("Cline", { ...asking, options, answerLimit: "client" })).toBeLessThan(8000);
    expect(await bytesFor("Cline", { ...asking, options, answerLimit: "toolkit" })).toBeGreaterThan(29_000);
    expect(await bytesFor("Cline", { ...asking, answerLimit: "toolkit" })).toBeGreaterThan(49_000);
  });

  test("each request says it anew", async () => {
    await using server = await serve({ era: "modern", format: "text" });
    const sizes: number[] = [];
    for (const client of ["Cline", "test", "codex-mcp-client", "Cline"])
      sizes.push(toText(await server.call(client, "read_file", LONG)).length);
    expect(sizes.map((size) => Math.round(size / 4000))).toEqual([2, 13, 3, 2]);
  });
});

describe("an error", () => {
  test.each(BOTH)("fits too, and speaks in the client's unit: $era, $format", async ({ era, format }) => {
    writeFileSync(join(root, "one_line.txt"), `${'"'.repeat(7000)}\n`);
    await using server = await serve({ era, format });
    const long = await server.call("Cline", "read_file", { path: "one_line.txt" });
    expect([long.isError, JSON.stringify(long).length <= 8000]).toEqual([true, true]);
    expect(toText(long)).toMatch(/budget too small: \d+ JSON characters needed, 8000 allowed/);
    for (const [client, most, measure] of CLIENTS) {
      const missing = await server.call(client, "read_file", { path: `none/${'"ü'.repeat(1300)}` });
      expect([missing.isError, measure(missing) <= most]).toEqual([true, true]);
      const unknown = await server.call(client, '"'.repeat(3000), {});
      expect([unknown.isError, measure(unknown) <= most]).toEqual([true, true]);
    }
  });

  test.each(ERAS)("of a resource fits too, and so do its text and a page of the list: %s", async (era) => {
    await using server = await serve({ era, format: "text" });
    for (const [client, most] of CLIENTS) {
      for (const name of FILES) {
        const { result, error } = await server.send(client, "resources/read", { uri: `porthole:///${name}` });
        expect([result, JSON.stringify(error).length < most]).toEqual([undefined, true]);
        expect(error.data.code).toMatch(/SIZE_LIMIT_EXCEEDED|OUTPUT_BUDGET_TOO_SMALL/);
        expect(error.message).toMatch(/; read it in parts with (?:read_file and )?start_line$/);
      }
      const { result } = await server.send(client, "resources/list", {});
      expect([result.resources.length > 0, JSON.stringify(result).length <= most]).toEqual([true, true]);
    }
  });
});

/** A configuration with a limit of the owner's. */
const config = join(makeTempFolder(), "porthole.toml");
writeFileSync(config, "[tools.output]\nmax_bytes = 5000\n");

test.each<[client: string, most: number, words: string[]]>([
  ["Cline", 8000, []],
  ["codex-mcp-client", 12_000, []],
  ["gemini-cli-mcp-client", 40_000, []],
  ["claude-code", 20_000, []],
  ["Cline", 30_000, ["--max-bytes", "30000"]],
  ["Cline", 5000, ["--config", config]],
])(
  "porthole mcp gives %s its own limit, or any other 20,000 bytes, unless the owner sets one: %i",
  (client, most, words) => {
    const { results } = runSession(root, [".", ...words], [call("read_file", LONG)], { client });
    expect(most - toText(results[1]).length).toBeOneOf([...Array(500).keys()]);
  },
);

describe("porthole tools --client", () => {
  const print = (...args: string[]) => JSON.parse(porthole(root, ["tools", ...args]).stdout);
  test.each([
    ["Cline", { most: 8000, unit: "JSON characters", frame: 256, from: "client" }],
    ["opencode", { most: 51_200, unit: "bytes", frame: 0, mostLines: 2000, from: "client" }],
    ["claude-code", { most: 20_000, unit: "bytes", from: "default" }],
  ])("prints the limit for %s, and the definitions as without it", (client, max_answer) => {
    expect(print("--client", client)).toEqual({ client, max_answer, tools: print() });
    expect(print("--client", client, "--format=openai").tools).toEqual(print("--format=openai"));
  });

  test("prints the owner's limit if there is one", () => {
    const { max_answer } = print("--client", "Cline", "--config", config);
    expect(max_answer).toEqual({ most: 5000, unit: "bytes", from: "configuration" });
  });
});

describe("the table", () => {
  test("knows each client by the name that it gives itself, and nobody else", () => {
    expect(CLIENTS.map(([name]) => findClientLimit(name)?.most)).toEqual(CLIENTS.map(([, most]) => most));
    expect(OTHERS.map((name) => findClientLimit(name))).toEqual(OTHERS.map(() => null));
    expect(findClientLimit(`${"-".repeat(1_000_000)}cline`)).toBe(null);
  });

  test("is that of docs/clients.md", () => {
    const docs = readFileSync("docs/clients.md", "utf8");
    for (const { word, limit } of KNOWN_CLIENTS) {
      const row = docs.split("\n").find((line) => line.startsWith(`| \`${word}\` |`)) ?? "";
      expect(row).toContain(`| ${limit.most.toLocaleString("en")} ${limit.unit}`);
      expect(row.includes("2,000 lines")).toBe(limit.mostLines !== undefined);
    }
  });
});

test("for any contents, what a client measures is at most what it passes on", async () => {
  const name = "any.txt";
  const unit = fc.constantFrom("a", '"', "\\", "é", "日", "😀", "\u0001", "\u2028");
  const line = fc.string({ unit, maxLength: 200 });
  using toolkit = createAgentToolkit({ workspaceRoot: root });
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 400 }),
      fc.constantFrom(...CLIENTS),
      fc.constantFrom("json" as const, "text" as const),
      async (lines, [client, most, measure], format) => {
        writeFileSync(join(root, name), lines.join("\n"));
        const call = { id: "1", name: "read_file", arguments: { path: name, max_lines: 500 } };
        const client_limit = findClientLimit(client) ?? undefined;
        const { content, data, is_error } = await toolkit.answer(call, { client_limit, format });
        const more = format === "json" && !is_error ? { structuredContent: data } : {};
        const result: Result = { content: [{ text: content }], ...more };
        expect(measure(result)).toBeLessThanOrEqual(most);
      },
    ),
    { numRuns: 60 },
  );
});
