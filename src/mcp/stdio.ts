// serveMcpStdio: the MCP server over standard input and output, for a client that starts and ends the process.

import { randomBytes } from "node:crypto";
import { finished, Readable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { MAX_MESSAGE_BYTES } from "../input/json.ts";
import { splitLines } from "../input/lines.ts";
import { createErrorReporter, logToStandardError } from "./log.ts";
import { readMessages } from "./messages.ts";
import { checkOptions, type ServeMcpStdioOptions, STDIO_RULES } from "./options.ts";
import { createServerFactory } from "./server.ts";
import { ClientOutput } from "./stdio_output.ts";
import { StdioTransport } from "./stdio_transport.ts";

/**
 * Resolves when the client has closed its end and received its answers, or when writing fails. The toolkit stays open. Rejects if an option
 * is invalid. Node does not exit while answers are unread: a program with nothing else to do should call `process.exit`.
 */
export async function serveMcpStdio(options: ServeMcpStdioOptions): Promise<void> {
  checkOptions(options, STDIO_RULES);
  const { toolkit, log = logToStandardError } = options;
  const { stdin } = process;
  const input = new Readable({ read: () => stdin.resume() });
  // Text, if the program has set an encoding for its standard input.
  const forward = (chunk: Buffer | string) => {
    if (!input.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk)) stdin.pause();
  };
  const output = new ClientOutput(toolkit);
  const tell = createErrorReporter(log);
  const isUnread = () => output.writableNeedDrain;
  const factory = createServerFactory(options, { key: randomBytes(32), log, tell, isUnread });
  const transport = new StdioTransport(output);
  serveStdio(factory, { transport, onerror: tell });
  stdin.on("data", forward);
  finished(stdin, { writable: false }, () => {
    output.limitPatience();
    input.push(null);
  });
  await Promise.race([receive(input, transport, output), transport.closed]);
  // It must not resume standard input any more.
  stdin.off("data", forward).pause();
  input.destroy();
  await transport.close();
  if (output.destroyed) return;
  output.limitPatience();
  output.end();
  await new Promise<void>((resolve) => finished(output, () => resolve()));
}

/** Resolves when everything that was received until the end of the input is answered. */
async function receive(input: Readable, transport: StdioTransport, output: ClientOutput): Promise<void> {
  for await (const line of splitLines(input, MAX_MESSAGE_BYTES)) {
    for (const received of readMessages(line)) {
      transport.receive(received);
      // Each message has a turn of the event loop to itself, since thousands can arrive at once.
      await nextTurn();
      await output.whenRead();
    }
  }
  await transport.endInput();
  // The library forgets a request after its answer is sent. If the session ended before, that call would be cancelled.
  await nextTurn();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
