// Tracks the unanswered requests on a connection, so that they can be answered after the input has ended.

import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";

const END_METHOD = "notifications/porthole/end_of_input";
/** Appended to the input: when it arrives, everything before it has been read. It also ends an unfinished line. */
export const END_OF_INPUT = `\n${JSON.stringify({ jsonrpc: "2.0", method: END_METHOD })}\n`;

/** Has no answer until it is cancelled. */
const ENDLESS_METHOD = "subscriptions/listen";
/** From the range that JSON-RPC reserves for servers. */
const CLIENT_GONE = -32_000;

export class Unanswered {
  readonly #transport: Transport;
  /** From the client to the server. */
  readonly #received = new Set<RequestId>();
  /** From the server to the client. */
  readonly #sent = new Set<RequestId>();
  #isRead = false;
  #onChange = () => {};

  /** Create it after the server has started to listen to the transport. */
  constructor(transport: Transport) {
    this.#transport = transport;
    const { onmessage } = transport;
    const send = transport.send.bind(transport);
    transport.onmessage = (message, extra) => {
      if (this.#noteReceived(message)) onmessage?.(message, extra);
    };
    transport.send = async (message, options) => {
      this.#noteSent(message);
      try {
        await send(message, options);
      } finally {
        if (!("method" in message)) this.#settle(message.id);
      }
    };
  }

  /** Resolves when `END_OF_INPUT` was read and every request is answered. After that, questions to the client count as refused. */
  whenDone(): Promise<void> {
    return new Promise((resolve) => {
      this.#onChange = () => {
        if (this.#isRead && this.#received.size === 0) resolve();
      };
      this.#onChange();
    });
  }

  /** Whether the message is for the server. */
  #noteReceived(message: JSONRPCMessage): boolean {
    if (!("method" in message)) {
      if (message.id !== undefined) this.#sent.delete(message.id);
    } else if ("id" in message) {
      if (message.method !== ENDLESS_METHOD) this.#received.add(message.id);
    } else if (message.method === END_METHOD) {
      this.#isRead = true;
      for (const id of this.#sent) this.#refuse(id);
      this.#onChange();
      return false;
    } else if (message.method === "notifications/cancelled") this.#settle(message.params?.requestId);
    return true;
  }

  #noteSent(message: JSONRPCMessage): void {
    if (!("method" in message && "id" in message)) return;
    this.#sent.add(message.id);
    // Later, because the sender is not waiting for its answer yet.
    if (this.#isRead) setImmediate(() => this.#refuse(message.id));
  }

  #refuse(id: RequestId): void {
    const error = { code: CLIENT_GONE, message: "the client has closed its end" };
    this.#transport.onmessage?.({ jsonrpc: "2.0", id, error });
  }

  #settle(id: unknown): void {
    if (typeof id === "string" || typeof id === "number") this.#received.delete(id);
    this.#onChange();
  }
}
