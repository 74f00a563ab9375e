// Sends answers as JSON.

import type { ServerResponse } from "node:http";

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value);
  const length = Buffer.byteLength(text);
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "content-length": length });
  response.end(text);
}

/** In the form of the server's other refusals. */
export function sendProblem(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, { error: { message } });
}
