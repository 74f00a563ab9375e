// porthole mcp: serves the folder to an MCP client over standard input and output or over HTTP, until it is stopped.

import { A_TOOL_PREFIX, isToolPrefix } from "../call/tool_names.ts";
import { COMMANDS } from "./commands.ts";
import { EXIT, exitOnOutputError, ignoreStderrErrors } from "./output.ts";
import { type Parsed, textOf, UsageError, type Values } from "./parse.ts";
import { isGemini, serveHttp } from "./serve_http.ts";
import { openServed } from "./served.ts";

export async function run({ positionals: [folder = ""], values }: Parsed): Promise<number> {
  const port = readPort(textOf(values, "http"));
  const stray = ["host", "token", "allow-host", "quiet", "page", "no-page"].find(
    (name) => port === null && values[name] !== undefined,
  );
  if (stray !== undefined) throw new UsageError(`--${stray} needs --http`);
  if (values.page && isGemini(values)) throw new UsageError("--page cannot be combined with --dialect gemini");
  ignoreStderrErrors();
  exitOnOutputError();
  const toolPrefix = readToolPrefix(values);
  if (port === null) return await serveStdio(values, folder, toolPrefix);
  return await serveHttp(values, folder, { port, toolPrefix });
}

function readToolPrefix(values: Values): string | undefined {
  const prefix = textOf(values, "tool-prefix");
  if (prefix === undefined || isToolPrefix(prefix)) return prefix;
  throw new UsageError(`--tool-prefix must be ${A_TOOL_PREFIX}, not ${JSON.stringify(prefix)}`);
}

async function serveStdio(values: Values, folder: string, toolPrefix: string | undefined): Promise<number> {
  // Started first, so that the MCP library loads while the folder is opened.
  const loading = import("../mcp/stdio.ts");
  const served = openServed(values, folder);
  using toolkit = served.toolkit;
  if (process.stdin.isTTY) process.stderr.write((await import("./waiting_note.ts")).describeWaiting(folder, values));
  const { serveMcpStdio } = await loading;
  await serveMcpStdio({ toolkit, toolPrefix, answerLimit: served.answerLimit });
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
