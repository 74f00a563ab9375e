// porthole mcp --http: serves the folder over HTTP, with the page that shows what agents see, until it is stopped.

import { basename, resolve } from "node:path";
import { joinAudits } from "../audit/join.ts";
import { sanitize } from "../input/sanitize.ts";
import type { McpHttpServer } from "../mcp/http.ts";
import type { Page } from "../page/page.ts";
import type { TreeOutput } from "../tools/edit/tree/types.ts";
import { ConsoleLines } from "./console_lines.ts";
import { drawTree, markTree, NO_MARKS } from "./draw_tree.ts";
import { AS_OWNER, toUsageError } from "./open.ts";
import { EXIT, writeOut } from "./output.ts";
import { textOf, textsOf, type Values } from "./parse.ts";
import { openServed, type Served } from "./served.ts";
import { chooseStyle, type Style } from "./style.ts";

interface Serving {
  readonly port: number;
  readonly toolPrefix: string | undefined;
}

export async function serveHttp(values: Values, folder: string, { port, toolPrefix }: Serving): Promise<number> {
  const style = chooseStyle(values);
  const lines = values.quiet ? null : new ConsoleLines(style);
  const page = await openPage(values, folder);
  const served = openServed(values, folder, joinAudits([lines?.audit, page?.audit]));
  using toolkit = served.toolkit;
  const { serveMcpHttp } = await import("../mcp/http.ts");
  // The environment keeps the token out of the list of processes.
  const token = textOf(values, "token") ?? process.env.PORTHOLE_TOKEN;
  let server: McpHttpServer;
  try {
    server = await serveMcpHttp({
      toolkit,
      toolPrefix,
      answerLimit: served.answerLimit,
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

/** Returns null if the page is switched off or the dialect is gemini, or if other machines could open it and that was not allowed. */
async function openPage(values: Values, folder: string): Promise<Page | null> {
  if (values["no-page"] || isGemini(values) || !(values.page || (await isLocal(values)))) return null;
  const { Page } = await import("../page/page.ts");
  const root = resolve(folder);
  return new Page({ folder: basename(root) || "/" });
}

/** Marks and explanations, which the page shows, are those of the forge dialect. */
export function isGemini(values: Values): boolean {
  return textOf(values, "dialect") === "gemini";
}

async function isLocal(values: Values): Promise<boolean> {
  const { isLoopback } = await import("../mcp/http_listen.ts");
  return isLoopback(textOf(values, "host") ?? "127.0.0.1");
}

/** Returns lines of the greeting. */
function announcePage(page: Page | null, values: Values, url: string): readonly string[] {
  if (page !== null) return [`see what agents see: ${page.toAddress(url)}`];
  if (values["no-page"] || isGemini(values)) return [];
  return ["no page, because other machines could open it; use --page to serve it anyway"];
}
