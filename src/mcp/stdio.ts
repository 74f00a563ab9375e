// The server on standard input and output, for a client that starts it and ends it. Leaves the protocol to the SDK.

import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Semaphore } from "../gate/semaphore.ts";
import { isOneLine, toJsonLine } from "../security/json_line.ts";
import type { ToolSource } from "./call.ts";
import { createTeller, type Log, logToStandardError } from "./log.ts";
import { createCallSemaphore, createServerFactory } from "./server.ts";

export interface ServeMcpStdioOptions {
  readonly toolkit: ToolSource;
  readonly version: string;
  /** Default: standard error. */
  readonly log?: Log;
}

/** Of what is not a call, and is answered at once. Far more than a client leaves unread that will ever read it. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

/** Until the client closes the connection; calls under way are cancelled then. The toolkit stays open. */
export async function serveMcpStdio({
  toolkit,
  version,
  log = logToStandardError,
}: ServeMcpStdioOptions): Promise<void> {
  const output = toStandardOutput();
  const { semaphore, stop } = regulate(process.stdin, output);
  const tell = createTeller(log);
  const factory = createServerFactory({ toolkit, version, log, tell, key: randomBytes(32), semaphore });
  const transport = new StdioServerTransport(process.stdin, output);
  serveStdio(factory, { transport, onerror: tell });
  await whenClosed(transport);
  stop();
}

/**
 * While a client does not read its answers, none of its calls begins. It is still read itself, since what it sends may end calls
 * or be what they wait for.
 */
function regulate(input: NodeJS.ReadStream, output: Writable): { semaphore: Semaphore; stop(): void } {
  const semaphore = createCallSemaphore(() => output.writableNeedDrain);
  const onData = () => {
    if (output.writableLength > MAX_UNREAD_BYTES) input.pause();
  };
  const onDrain = () => {
    semaphore.grant();
    input.resume();
  };
  input.on("data", onData);
  output.on("drain", onDrain);
  const stop = () => {
    input.off("data", onData).pause();
    output.off("drain", onDrain);
  };
  return { semaphore, stop };
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
