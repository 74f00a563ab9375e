// The transport of a server on standard input and output. Tracks the unanswered requests, so that they can be answered after the input has
// ended.

import type { Writable } from "node:stream";
import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";
import type { Received, Refusal } from "./messages.ts";

/** Has no answer until it is cancelled. */
const ENDLESS_METHOD = "subscriptions/listen";
const CANCELLED = "notifications/cancelled";
/** From the range that JSON-RPC reserves for servers. */
const CLIENT_GONE = -32_000;

export class StdioTransport implements Transport {
  onmessage?: Transport["onmessage"];
  onclose?: Transport["onclose"];
  onerror?: Transport["onerror"];
  /** Resolves when the transport is closed, also because writing failed. */
  readonly closed: Promise<void>;
  readonly #output: Writable;
  /** From the client to the server. */
  readonly #received = new Set<RequestId>();
  /** From the server to the client. */
  readonly #sent = new Set<RequestId>();
  #hasInputEnded = false;
  #isClosed = false;
  #markClosed = () => {};
  #onSettled = () => {};

  constructor(output: Writable) {
    this.#output = output;
    this.closed = new Promise((resolve) => {
      this.#markClosed = resolve;
    });
    output.on("error", (error) => this.onerror?.(error)).on("close", () => this.close());
  }

  /** Nothing arrives before `receive` is called. */
  async start(): Promise<void> {}

  receive(received: Received): void {
    if (this.#isClosed) return;
    if ("message" in received) this.#deliver(received.message);
    else if ("refusal" in received) this.#write(received.refusal).catch(() => {});
    else this.onerror?.(received.fault as Error);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw new Error("the client has gone");
    if ("method" in message && "id" in message) this.#noteQuestion(message.id);
    else if ("method" in message && message.method === CANCELLED) this.#forgetQuestion(message.params?.requestId);
    try {
      await this.#write(message);
    } finally {
      if (!("method" in message)) this.#settle(message.id);
    }
  }

  /** Resolves when every request that was received is answered. From now on, questions to the client count as refused. */
  endInput(): Promise<void> {
    this.#hasInputEnded = true;
    for (const id of this.#sent) this.#refuse(id);
    return new Promise((resolve) => {
      this.#onSettled = () => {
        if (this.#received.size === 0) resolve();
      };
      this.#onSettled();
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
    this.#markClosed();
  }

  #deliver(message: JSONRPCMessage): void {
    if (!("method" in message)) {
      if (message.id !== undefined) this.#sent.delete(message.id);
    } else if ("id" in message) {
      if (message.method !== ENDLESS_METHOD) this.#received.add(message.id);
    } else if (message.method === CANCELLED) this.#settle(message.params?.requestId);
    this.onmessage?.(message);
  }

  #noteQuestion(id: RequestId): void {
    this.#sent.add(id);
    // Later, because the sender is not waiting for its answer yet.
    if (this.#hasInputEnded) setImmediate(() => this.#refuse(id));
  }

  /** The server no longer waits for its answer. */
  #forgetQuestion(id: unknown): void {
    if (typeof id === "string" || typeof id === "number") this.#sent.delete(id);
  }

  #refuse(id: RequestId): void {
    this.#deliver({ jsonrpc: "2.0", id, error: { code: CLIENT_GONE, message: "the client has closed its end" } });
  }

  #settle(id: unknown): void {
    if (typeof id === "string" || typeof id === "number") this.#received.delete(id);
    this.#onSettled();
  }

  /** Resolves when the system has accepted it. */
  #write(message: JSONRPCMessage | Refusal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }
}
