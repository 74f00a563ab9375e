// Limits the connections that have not sent a valid token yet, so that descriptors remain for everybody else. The limits of node:http are
// not enough: with maxConnections = 256, 600 idle connections leave a new client without an answer for 10 to 20 s. Bun
// reports a connection only with its first byte, and ends none that is passed to it like this, so the time limits are here too.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export interface ConnectionLimits {
  /** The number of connections without a valid token; one more closes the oldest of them. */
  readonly maxStrangers: number;
  /** The timeout for the head of a request. */
  readonly headTimeoutMs: number;
  /** How long a connection is kept for the next request. */
  readonly keepAliveMs: number;
}

type Timer = ReturnType<typeof setTimeout>;

export class Connections {
  readonly #limits: ConnectionLimits;
  /** With the timers of those that wait for a request. */
  readonly #all = new Map<Socket, Timer | undefined>();
  /** The oldest first. */
  readonly #strangers = new Set<Socket>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  add(socket: Socket): void {
    const { maxStrangers, headTimeoutMs } = this.#limits;
    const [oldest] = this.#strangers;
    if (oldest !== undefined && this.#strangers.size >= maxStrangers) this.#destroy(oldest);
    this.#strangers.add(socket);
    socket.once("close", () => this.#forget(socket));
    // A client that disconnects midway is not an error of the server.
    socket.on("error", () => {});
    this.#await(socket, headTimeoutMs, () => {
      socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
      socket.destroySoon();
    });
  }

  /** Called when the head of a request has arrived. */
  begin({ socket }: IncomingMessage, response: ServerResponse): void {
    clearTimeout(this.#all.get(socket));
    const { headTimeoutMs, keepAliveMs } = this.#limits;
    response.once("close", () => {
      if (this.#all.has(socket)) this.#await(socket, keepAliveMs + headTimeoutMs);
    });
  }

  /** Called when the client sent a valid token. */
  trust(socket: Socket): void {
    this.#strangers.delete(socket);
  }

  endAll(): void {
    for (const socket of this.#all.keys()) this.#destroy(socket);
  }

  #await(socket: Socket, milliseconds: number, giveUp = () => this.#destroy(socket)): void {
    clearTimeout(this.#all.get(socket));
    this.#all.set(socket, setTimeout(giveUp, milliseconds));
  }

  /** At once, so that its descriptor is free for the next connection. */
  #destroy(socket: Socket): void {
    this.#forget(socket);
    socket.destroy();
  }

  #forget(socket: Socket): void {
    clearTimeout(this.#all.get(socket));
    this.#all.delete(socket);
    this.#strangers.delete(socket);
  }
}
