// Connections without a token that say nothing, or begin a request and never end it. Each comes again when the server ends it.
// @ts-check

import { connect } from "node:net";

const AGAIN_MS = 500;

/** @param {URL} url @param {number} count */
export function keepStrangers({ hostname, port }, count) {
  const open = new Set();
  let [isOver, ended] = [false, 0];
  const start = (/** @type {number} */ index) => {
    if (isOver) return;
    const socket = connect(Number(port), hostname);
    open.add(socket);
    if (index % 2 === 1) socket.write("POST /mcp HTTP/1.1\r\nHost: ");
    socket.resume().on("error", () => {});
    socket.on("close", () => {
      open.delete(socket);
      ended++;
      setTimeout(start, AGAIN_MS, index).unref();
    });
  };
  for (let i = 0; i < count; i++) start(i);
  return {
    /** How often the server ended one. */
    ended: () => ended,
    stop() {
      isOver = true;
      for (const socket of open) socket.destroy();
    },
  };
}
