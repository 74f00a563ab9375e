// Writes answers in JSON.

import type { ServerResponse } from "node:http";

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value);
  const length = Buffer.byteLength(text);
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "content-length": length });
  response.end(text);
}

/** In the shape that the server's other refusals have. */
export function sendProblem(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, { error: { message } });
}
