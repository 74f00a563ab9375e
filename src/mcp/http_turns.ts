// Serves the requests of a connection one after the other, because HTTP/1.1 orders their answers. So unread answers do not pile up in
// memory.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The number of requests that may wait on a connection; one more closes it. Pausing would not help: Node resumes reading after each
 * request.
 */
export const MAX_WAITING = 128;

/** The next request is served when the previous answer has been handed to the system. It is dropped if its connection is closed. */
export function serveInTurn(listener: Listener): Listener {
  /** For connections on which a request is being served. */
  const waiting = new WeakMap<Socket, (() => void)[]>();

  const serve = (request: IncomingMessage, response: ServerResponse, queue: (() => void)[]) => {
    const { socket } = request;
    if (!socket.writable) return;
    listener(request, response);
    // After the listener's own handlers, which must finish with this request before the next one starts.
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
