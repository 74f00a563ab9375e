// Serves the requests of a connection one after the other, as HTTP/1.1 orders their answers, so that answers which a client leaves unread do not
// pile up in memory.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** How many requests of a connection may wait; one more ends it. Node resumes reading after each request, so a pause would not bound them. */
export const MAX_WAITING = 128;

/** The next request is served when the answer before it has been handed to the system. It is dropped if its connection has ended. */
export function serveInTurn(listener: Listener): Listener {
  /** Of the connections on which a request is being served. */
  const waiting = new WeakMap<Socket, (() => void)[]>();

  const serve = (request: IncomingMessage, response: ServerResponse, queue: (() => void)[]) => {
    const { socket } = request;
    if (!socket.writable) return;
    listener(request, response);
    // After the listener's own, which must be done with this request when the next one begins.
    response.once("close", () => {
      const next = queue.shift();
      if (next === undefined) waiting.delete(socket);
      else next();
    });
  };

  return (request, response) => {
    const { socket } = request;
    const queue = waiting.get(socket);
    if (queue === undefined) {
      const first: (() => void)[] = [];
      waiting.set(socket, first);
      serve(request, response, first);
    } else if (queue.length < MAX_WAITING) queue.push(() => serve(request, response, queue));
    else socket.destroy();
  };
}
