// The server on standard input and output, for a client that starts it and ends it. Leaves the protocol to the SDK.

import { randomBytes } from "node:crypto";
import { finished, PassThrough, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { isOneLine, toJsonLine } from "../security/json_line.ts";
import { createErrorReporter, logToStandardError } from "./log.ts";
import { checkOptions, type McpToolkit, type ServeMcpStdioOptions } from "./options.ts";
import { createServerFactory } from "./server.ts";
import { END_OF_INPUT, Unanswered } from "./unanswered.ts";
import { VERSION } from "./version.ts";

/** Of what is not a call, and is answered at once. Far more than a client leaves unread that will ever read it. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

/** Longer than any call takes: if there was no answer for so long, the client does not read them. */
const EXTRA_PATIENCE_MS = 1000;

/**
 * Resolves when the client has closed its end and has its answers, or can no longer be written to. The toolkit stays open. Rejects if an
 * option is wrong.
 */
export async function serveMcpStdio(options: ServeMcpStdioOptions): Promise<void> {
  checkOptions(options);
  const { toolkit, version = VERSION, log = logToStandardError } = options;
  const output = toStandardOutput();
  const input = new PassThrough();
  regulate(toolkit, input, output);
  const tell = createErrorReporter(log);
  const isUnread = () => output.writableNeedDrain;
  const factory = createServerFactory({ toolkit, version, log, tell, key: randomBytes(32), isUnread });
  const transport = new StdioServerTransport(input, output);
  serveStdio(factory, { transport, onerror: tell });
  const unanswered = new Unanswered(transport);
  const closed = whenClosed(transport);
  const { stdin } = process;
  stdin.pipe(input, { end: false });
  finished(stdin, { writable: false }, async () => {
    input.write(END_OF_INPUT);
    await unanswered.whenDone(findPatienceMs(toolkit));
    input.end();
  });
  await closed;
  stdin.unpipe(input).pause();
}

function findPatienceMs(toolkit: McpToolkit): number {
  return Math.max(0, ...toolkit.tools().map(({ timeout_ms }) => timeout_ms)) + EXTRA_PATIENCE_MS;
}

/**
 * While a client does not read its answers, none of its calls starts. Its messages are still read, since they may cancel calls or answer
 * a question.
 */
function regulate(toolkit: McpToolkit, input: PassThrough, output: Writable): void {
  input.on("data", () => {
    if (output.writableLength > MAX_UNREAD_BYTES) input.pause();
  });
  output.on("drain", () => {
    toolkit.resumeCalls();
    input.resume();
  });
}

/** One message with each write. Standard output itself does not tell, on Bun, that it is full. */
function toStandardOutput(): Writable {
  const { stdout } = process;
  const output = new Writable({
    write(message: Buffer, _encoding, done) {
      if (stdout.write(isOneLine(message) ? message : toJsonLine(message.toString("utf8")))) done();
      else stdout.once("drain", done);
    },
  });
  stdout.on("error", (error) => output.destroy(error));
  // Every answer that waits for room listens for it.
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
