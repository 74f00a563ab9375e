// porthole mcp: serves the folder to an MCP client over standard input and output or over HTTP, until it is stopped.

import { joinAudits, toObserver } from "../audit/join.ts";
import type { Audit } from "../call/record.ts";
import { A_TOOL_PREFIX, isToolPrefix } from "../call/tool_names.ts";
import { sanitize } from "../input/sanitize.ts";
import type { McpHttpServer } from "../mcp/http.ts";
import { WHOLE_ANSWER_BYTES } from "../mcp/options.ts";
import type { Page } from "../page/page.ts";
import type { AgentToolkit, GeminiToolkit } from "../toolkit.ts";
import type { TreeOutput } from "../tools/edit/tree/types.ts";
import { AS_OWNER } from "./caller.ts";
import { COMMANDS } from "./commands.ts";
import { ConsoleLines } from "./console_lines.ts";
import { announcePage, isGemini, openPage } from "./http_page.ts";
import { markTree } from "./mark_tree.ts";
import { openInDialect, readModelOptions, toUsageError } from "./open.ts";
import { chooseStyle, EXIT, endOnBrokenOutput, outliveBrokenComplaints, type Style, writeOut } from "./output.ts";
import { type Parsed, textOf, textsOf, UsageError, type Values } from "./parse.ts";
import { openRecord } from "./record.ts";
import { drawTree, NO_MARKS } from "./show_tree.ts";

export async function run({ positionals: [folder = ""], values }: Parsed): Promise<number> {
  const port = readPort(textOf(values, "http"));
  const stray = ["host", "token", "allow-host", "quiet", "page", "no-page"].find(
    (name) => port === null && values[name] !== undefined,
  );
  if (stray !== undefined) throw new UsageError(`--${stray} needs --http`);
  if (values.page && isGemini(values)) throw new UsageError("--page cannot be combined with --dialect gemini");
  outliveBrokenComplaints();
  endOnBrokenOutput();
  const toolPrefix = readToolPrefix(values);
  if (port === null) return await serveStdio(values, folder, toolPrefix);
  const style = chooseStyle(values);
  const lines = values.quiet ? null : new ConsoleLines(style);
  const page = await openPage(values, folder);
  using served = openServed(values, folder, joinAudits([lines?.audit, page?.audit]));
  return await serveHttp(served, port, { values, style, page, lines, toolPrefix });
}

interface Served {
  readonly toolkit: AgentToolkit | GeminiToolkit;
  readonly answerLimit: "client" | "toolkit";
  [Symbol.dispose](): void;
}

/**
 * The limit for an answer: 1 `--max-bytes` 2 the configuration 3 what the client passes on, if it is known 4 the size that all other common
 * clients pass on. `told` is called with each call whose record was written.
 */
function openServed(values: Values, folder: string, told?: Audit): Served {
  const { config: { audit: { file } = {}, ...config } = {}, ...options } = readModelOptions(values, "text", folder);
  const ownersBytes = readMaxBytes(values) ?? config.tools?.output?.max_bytes;
  const record = openRecord(values, file, options.workspaceRoot);
  const audit = joinAudits([record.audit, told && toObserver(told)]);
  try {
    const toolkit = openInDialect(values, {
      ...options,
      config,
      maxOutputBytes: ownersBytes ?? WHOLE_ANSWER_BYTES,
      ...(audit === undefined ? {} : { audit }),
    });
    const close = () => {
      toolkit.close();
      record.close();
    };
    const answerLimit = ownersBytes === undefined ? "client" : "toolkit";
    return { toolkit, answerLimit, [Symbol.dispose]: close };
  } catch (error) {
    record.close();
    throw error;
  }
}

/** Every error fits, as valid JSON. The configuration allows less, as specified. */
const LEAST_ANSWER_BYTES = 256;

function readMaxBytes(values: Values): number | undefined {
  const text = textOf(values, "max-bytes");
  if (text === undefined) return undefined;
  const bytes = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(bytes) && bytes >= LEAST_ANSWER_BYTES) return bytes;
  throw new UsageError(
    `--max-bytes must be a whole number of at least ${LEAST_ANSWER_BYTES}, not ${JSON.stringify(text)}`,
  );
}

function readToolPrefix(values: Values): string | undefined {
  const prefix = textOf(values, "tool-prefix");
  if (prefix === undefined || isToolPrefix(prefix)) return prefix;
  throw new UsageError(`--tool-prefix must be ${A_TOOL_PREFIX}, not ${JSON.stringify(prefix)}`);
}

async function serveStdio(values: Values, folder: string, toolPrefix: string | undefined): Promise<number> {
  // Started first, so that the MCP library loads while the folder is opened.
  const loading = import("../mcp/stdio.ts");
  using served = openServed(values, folder);
  if (process.stdin.isTTY) process.stderr.write((await import("./waiting_note.ts")).describeWaiting(folder, values));
  const { serveMcpStdio } = await loading;
  const { toolkit, answerLimit } = served;
  await serveMcpStdio({ toolkit, toolPrefix, answerLimit });
  // Unread answers would keep the process alive.
  process.exit(EXIT.ok);
}

/** Null: not over HTTP. 0: any free port. */
function readPort(text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new UsageError(`--http must be ${COMMANDS.mcp.options.http.allows}, not ${JSON.stringify(text)}`);
}

interface Serving {
  readonly toolPrefix: string | undefined;
  readonly values: Values;
  readonly style: Style;
  readonly page: Page | null;
  /** Null: no lines are printed. */
  readonly lines: ConsoleLines | null;
}

async function serveHttp({ toolkit, answerLimit }: Served, port: number, serving: Serving): Promise<number> {
  const { values, style, page, lines, toolPrefix } = serving;
  const { serveMcpHttp } = await import("../mcp/http.ts");
  // The environment keeps the token out of the list of processes.
  const token = textOf(values, "token") ?? process.env.PORTHOLE_TOKEN;
  let server: McpHttpServer;
  try {
    server = await serveMcpHttp({
      toolkit,
      toolPrefix,
      answerLimit,
      port,
      host: textOf(values, "host"),
      token,
      allowedHosts: textsOf(values, "allow-host"),
      routes: "marks" in toolkit ? page?.toRoutes(toolkit) : undefined,
    });
  } catch (error) {
    throw toUsageError(error);
  }
  // Registered before the greeting, because its reader may stop the server at once.
  const ended = whenEnded();
  const more = announcePage(page, values, server.url);
  await writeOut(await greet(toolkit, server, more, style));
  lines?.start();
  const signal = await ended;
  await server.close();
  // The signal has no listener any more, so this ends the process.
  if (lines !== null && !(await lines.end())) process.kill(process.pid, signal);
  return EXIT.ok;
}

async function greet(
  toolkit: Served["toolkit"],
  { url, token }: McpHttpServer,
  more: readonly string[],
  style: Style,
): Promise<string> {
  const client = { mcpServers: { porthole: { type: "http", url, headers: { Authorization: `Bearer ${token}` } } } };
  const seen = await toolkit.tree(".", { max_depth: 1 }, AS_OWNER);
  return [
    `serving this folder on ${url}`,
    ...more,
    "",
    seen.status === "success" ? await drawMarked(toolkit, seen.data, style) : `${sanitize(seen.error.message)}\n`,
    "for an MCP client:",
    JSON.stringify(client, null, 2),
    "",
    style.dim("Ctrl-C ends it"),
    "",
  ].join("\n");
}

function whenEnded(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve(signal));
  });
}

async function drawMarked(toolkit: Served["toolkit"], tree: TreeOutput, style: Style): Promise<string> {
  const marks = "marks" in toolkit ? await markTree(toolkit, tree, null) : NO_MARKS;
  return drawTree(tree, marks, style);
}
