// serveMcpStdio: the MCP server over standard input and output, for a client that starts and ends the process.

import { randomBytes } from "node:crypto";
import { finished, Readable, Writable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { MAX_MESSAGE_BYTES } from "../input/json.ts";
import { isOneLine, toJsonLine } from "../input/json_line.ts";
import { splitLines } from "../input/lines.ts";
import { createErrorReporter, logToStandardError } from "./log.ts";
import { readMessages } from "./messages.ts";
import { checkOptions, type McpToolkit, type ServeMcpStdioOptions, STDIO_RULES } from "./options.ts";
import { createServerFactory } from "./server.ts";
import { StdioTransport } from "./stdio_transport.ts";

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
  const { toolkit, log = logToStandardError } = options;
  const { stdin } = process;
  const input = new Readable({ read: () => stdin.resume() });
  // Text, if the program has set an encoding for its standard input.
  const forward = (chunk: Buffer | string) => {
    if (!input.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk)) stdin.pause();
  };
  const output = toStandardOutput();
  const stall = new Stall(toolkit, output);
  const tell = createErrorReporter(log);
  const isUnread = () => output.writableNeedDrain;
  const factory = createServerFactory(options, { key: randomBytes(32), log, tell, isUnread });
  const transport = new StdioTransport(output);
  serveStdio(factory, { transport, onerror: tell });
  stdin.on("data", forward);
  finished(stdin, { writable: false }, () => {
    stall.limit();
    input.push(null);
  });
  await Promise.race([receive(input, transport, stall), transport.closed]);
  // It must not resume standard input any more.
  stdin.off("data", forward).pause();
  input.destroy();
  await transport.close();
  if (output.destroyed) return;
  stall.limit();
  output.end();
  await new Promise<void>((resolve) => finished(output, () => resolve()));
}

/** Resolves when everything that was received until the end of the input is answered. */
async function receive(input: Readable, transport: StdioTransport, stall: Stall): Promise<void> {
  for await (const line of splitLines(input, MAX_MESSAGE_BYTES)) {
    for (const received of readMessages(line)) {
      transport.receive(received);
      // Each message has a turn of the event loop to itself, since thousands can arrive at once.
      await nextTurn();
      await stall.whenRead();
    }
  }
  await transport.endInput();
  // The library forgets a request after its answer is sent. If the session ended before, that call would be cancelled.
  await nextTurn();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * While a client does not read its answers, none of its calls starts. Its messages are still read, because they may cancel calls or answer
 * a question, until too much is unread. After that, or after `limit` was called, the session ends if the client reads nothing for longer
 * than any call takes: without reading, the end of the input cannot be detected.
 */
class Stall {
  readonly #toolkit: McpToolkit;
  readonly #output: Writable;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLimited = false;
  #continue = () => {};

  constructor(toolkit: McpToolkit, output: Writable) {
    this.#toolkit = toolkit;
    this.#output = output;
    output.on("written", () => this.#timer?.refresh());
    output.on("drain", () => {
      if (!this.#isLimited) clearTimeout(this.#timer);
      toolkit.resumeCalls();
      this.#continue();
    });
    output.on("close", () => {
      clearTimeout(this.#timer);
      this.#continue();
    });
  }

  /** Resolves when the client has read its answers, unless only a few are unread. */
  async whenRead(): Promise<void> {
    const output = this.#output;
    if (output.writableLength <= MAX_UNREAD_BYTES || output.destroyed) return;
    this.#startTimer();
    await new Promise<void>((resolve) => {
      this.#continue = resolve;
    });
  }

  limit(): void {
    this.#isLimited = true;
    this.#startTimer();
  }

  #startTimer(): void {
    clearTimeout(this.#timer);
    const longest = Math.max(0, ...this.#toolkit.tools().map(({ timeout_ms }) => timeout_ms));
    this.#timer = setTimeout(() => this.#output.destroy(), longest + EXTRA_PATIENCE_MS);
  }
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
