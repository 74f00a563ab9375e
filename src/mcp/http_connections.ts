// Accepts connections and serves their requests in turn. Limits the connections that have not sent a valid token yet, so that descriptors
// remain for everybody else. The limits of node:http are not enough: with maxConnections = 256, 600 idle connections leave a new client
// without an answer for 10 to 20 s. Bun reports a connection only with its first byte, and ends none that is passed to it like this, so the
// time limits are here too.

import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer, type Server, type Socket } from "node:net";

export interface ConnectionLimits {
  /** The number of connections without a valid token; one more closes the oldest of them. */
  readonly maxStrangers: number;
  /** The timeout for the head of a request. */
  readonly headTimeoutMs: number;
  /** How long a connection is kept for the next request. */
  readonly keepAliveMs: number;
}

/**
 * The number of requests that may wait on a connection; one more closes it. Pausing would not help: Node resumes reading after each
 * request.
 */
export const MAX_WAITING = 128;

interface Connection {
  /** Runs while it waits for a request. */
  timer?: ReturnType<typeof setTimeout>;
  /** The first one is being served. */
  readonly requests: { readonly request: IncomingMessage; readonly response: ServerResponse }[];
}

export class Connections {
  /** Passes each connection to node:http, whose own server would report it too late. */
  readonly server: Server;
  readonly #limits: ConnectionLimits;
  readonly #listener: (request: IncomingMessage, response: ServerResponse) => void;
  readonly #all = new Map<Socket, Connection>();
  /** The oldest first. */
  readonly #strangers = new Set<Socket>();

  constructor(limits: ConnectionLimits, listener: (request: IncomingMessage, response: ServerResponse) => void) {
    this.#limits = limits;
    this.#listener = listener;
    // The gate refuses requests without a Host header.
    const options = { keepAliveTimeout: limits.keepAliveMs, requireHostHeader: false };
    const http = createHttpServer(options, (request, response) => this.#receive(request, response));
    this.server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      this.#add(socket);
      http.emit("connection", socket);
    });
  }

  /** Called when the client sent a valid token. */
  trust(socket: Socket): void {
    this.#strangers.delete(socket);
  }

  /** The SDK cancels the calls of a closed connection. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      for (const socket of this.#all.keys()) this.#destroy(socket);
    });
  }

  #add(socket: Socket): void {
    const { maxStrangers, headTimeoutMs } = this.#limits;
    const [oldest] = this.#strangers;
    if (oldest !== undefined && this.#strangers.size >= maxStrangers) this.#destroy(oldest);
    this.#strangers.add(socket);
    this.#all.set(socket, { requests: [] });
    socket.once("close", () => this.#forget(socket));
    // A client that disconnects midway is not an error of the server.
    socket.on("error", () => {});
    this.#await(socket, headTimeoutMs, () => {
      socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
      socket.destroySoon();
    });
  }

  /** One request after the other, because HTTP/1.1 orders their answers. So unread answers do not pile up in memory. */
  #receive(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const requests = this.#all.get(socket)?.requests ?? [];
    requests.push({ request, response });
    if (requests.length === 1) this.#serveFirst(socket);
    else if (requests.length > MAX_WAITING + 1) this.#destroy(socket);
  }

  /** The next request is served when this answer has been handed to the system. It is dropped if the connection is closed. */
  #serveFirst(socket: Socket): void {
    const { requests: [first] = [], timer } = this.#all.get(socket) ?? {};
    if (first === undefined || !socket.writable) return;
    clearTimeout(timer);
    this.#listener(first.request, first.response);
    // After the listener's own handlers, which must finish with this request before the next one starts.
    first.response.once("close", () => {
      this.#all.get(socket)?.requests.shift();
      this.#await(socket, this.#limits.keepAliveMs + this.#limits.headTimeoutMs);
      this.#serveFirst(socket);
    });
  }

  #await(socket: Socket, milliseconds: number, giveUp = () => this.#destroy(socket)): void {
    const connection = this.#all.get(socket);
    if (connection === undefined) return;
    clearTimeout(connection.timer);
    connection.timer = setTimeout(giveUp, milliseconds);
  }

  /** At once, so that its descriptor is free for the next connection. */
  #destroy(socket: Socket): void {
    this.#forget(socket);
    socket.destroy();
  }

  #forget(socket: Socket): void {
    clearTimeout(this.#all.get(socket)?.timer);
    this.#all.delete(socket);
    this.#strangers.delete(socket);
  }
}
