// Keeps track of the requests on a connection that have no answer yet, so that they can be answered after the input has ended.

import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";

const END_METHOD = "notifications/porthole/end_of_input";
/** To be put behind all that was received: what comes before it has been read when it is. It also ends a line that was not finished. */
export const END_OF_INPUT = `\n${JSON.stringify({ jsonrpc: "2.0", method: END_METHOD })}\n`;

/** Has no answer before it is cancelled. */
const ENDLESS_METHOD = "subscriptions/listen";
/** One of those that JSON-RPC leaves to servers. */
const CLIENT_GONE = -32_000;

export class Unanswered {
  readonly #transport: Transport;
  /** From the client to us. */
  readonly #received = new Set<RequestId>();
  /** From us to the client. */
  readonly #sent = new Set<RequestId>();
  #isRead = false;
  #onChange = () => {};

  /** To be made when the server listens to the transport already. */
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

  /** Resolves when `END_OF_INPUT` was read and every request is answered. Questions to the client count as refused once it was read. */
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
    // Later: the sender does not wait for its answer yet.
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
