// Talks to a server byte for byte on a socket, and reads its refusals. Tests only.

import { connect } from "node:net";

/** Writes the chunks to the port, and returns everything received until the server closed the connection. */
export function exchange(url: string, ...chunks: string[]): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.on("data", (data) => {
      text += data.toString("latin1");
    });
    // A server that refuses a body may reset the connection while it is being written.
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
    for (const chunk of chunks) socket.write(chunk, "latin1");
  });
}

/** `error` is null if the runtime itself answers, with an empty body. */
export function readRefusal(response: string): { status: number; error: string | null } {
  const message = /\{"jsonrpc".*\}/.exec(response)?.[0] ?? "null";
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]), error: JSON.parse(message)?.error.message ?? null };
}
