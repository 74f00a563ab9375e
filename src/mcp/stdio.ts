// serveMcpStdio: the MCP server over standard input and output, for a client that starts and ends the process.

import { randomBytes } from "node:crypto";
import { finished, Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { isOneLine, toJsonLine } from "../security/json_line.ts";
import { HeldLine } from "./held_line.ts";
import { createErrorReporter, logToStandardError } from "./log.ts";
import { checkOptions, checkToolNames, type McpToolkit, type ServeMcpStdioOptions, STDIO_RULES } from "./options.ts";
import { createServerFactory } from "./server.ts";
import { END_OF_INPUT, Unanswered } from "./unanswered.ts";
import { VERSION } from "./version.ts";

/** For answers to requests that are not calls, which are sent at once. Far more than any working client leaves unread. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

/** In addition to the longest call: if nothing was written for so long, the client does not read its answers. */
const EXTRA_PATIENCE_MS = 1000;

/**
 * Resolves when the client has closed its end and received its answers, or when writing fails. The toolkit stays open. Rejects if an option
 * is invalid. Node does not exit while answers are unread: a program with nothing else to do should call `process.exit`.
 */
export async function serveMcpStdio(options: ServeMcpStdioOptions): Promise<void> {
  checkOptions(options, STDIO_RULES);
  checkToolNames(options);
  const { toolkit, toolPrefix, version = VERSION, log = logToStandardError } = options;
  const { stdin } = process;
  const input = new Readable({ read: () => stdin.resume() });
  const line = new HeldLine();
  // Text, if the program has set an encoding for its standard input.
  const forward = (chunk: Buffer | string) => {
    const whole = line.add(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    if (whole !== null && !input.push(whole)) stdin.pause();
  };
  const output = toStandardOutput();
  const limitStall = regulate(toolkit, input, output);
  const tell = createErrorReporter(log);
  const isUnread = () => output.writableNeedDrain;
  const factory = createServerFactory({ toolkit, toolPrefix, version, log, tell, key: randomBytes(32), isUnread });
  const transport = new StdioServerTransport(input, output);
  serveStdio(factory, { transport, onerror: tell });
  const unanswered = new Unanswered(transport);
  const closed = whenClosed(transport);
  stdin.on("data", forward);
  finished(stdin, { writable: false }, async () => {
    limitStall();
    input.push(line.takeRest());
    input.push(END_OF_INPUT);
    await unanswered.whenDone();
    input.push(null);
  });
  await closed;
  // It must not resume standard input any more.
  input.destroy();
  stdin.off("data", forward).pause();
  if (output.destroyed) return;
  limitStall();
  output.end();
  await new Promise<void>((resolve) => finished(output, () => resolve()));
}

/**
 * While a client does not read its answers, none of its calls starts. Its messages are still read, because they may cancel calls or answer
 * a question, until too much is unread. After that, or after the returned function was called, the session ends if the client reads nothing
 * for longer than any call takes: without reading, the end of the input cannot be detected.
 */
function regulate(toolkit: McpToolkit, input: Readable, output: Writable): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnding = false;
  const giveUp = () => {
    input.destroy();
    output.destroy();
  };
  const startTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, findPatienceMs(toolkit));
  };
  input.on("data", () => {
    if (output.writableLength <= MAX_UNREAD_BYTES) return;
    input.pause();
    startTimer();
  });
  output.on("written", () => timer?.refresh());
  output.on("drain", () => {
    if (!isEnding) clearTimeout(timer);
    toolkit.resumeCalls();
    input.resume();
  });
  output.on("close", () => clearTimeout(timer));
  return () => {
    isEnding = true;
    startTimer();
  };
}

function findPatienceMs(toolkit: McpToolkit): number {
  return Math.max(0, ...toolkit.tools().map(({ timeout_ms }) => timeout_ms)) + EXTRA_PATIENCE_MS;
}

/**
 * Writes one message at a time, and emits `written` when the system has accepted it. On Bun, standard output itself does not report that it
 * is full.
 */
function toStandardOutput(): Writable {
  const { stdout } = process;
  const output = new Writable({
    write(message: Buffer, _encoding, done) {
      stdout.write(isOneLine(message) ? message : toJsonLine(message.toString("utf8")), (error) => {
        output.emit("written");
        done(error);
      });
    },
  });
  stdout.on("error", (error) => output.destroy(error));
  // Every waiting answer adds a listener.
  return output.setMaxListeners(0);
}

function whenClosed(transport: StdioServerTransport): Promise<void> {
  const { onclose } = transport;
  return new Promise((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
}
