// Answers a refused request and closes its connection.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Refusal } from "./http_auth.ts";

export interface DrainLimits {
  /** How much of an unwanted body is read, and for how long. */
  readonly maxDrainBytes: number;
  readonly drainTimeoutMs: number;
}

/**
 * Sends the whole answer at once, then reads and drops the rest of the body before closing. If the connection were closed earlier, the
 * system would reset it, and a client that sends its body first would never read the answer.
 */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  limits: DrainLimits,
): void {
  const { status, message, headers } = refusal;
  // JSON-RPC has an error code for invalid JSON.
  const code = status === 400 ? -32_700 : -32_000;
  const text = JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null });
  const length = Buffer.byteLength(text);
  const own = { "content-type": "application/json", "content-length": length, connection: "close" };
  response.writeHead(status, { ...own, ...headers });
  response.write(text);
  drain(request, limits, () => response.end());
}

function drain(request: IncomingMessage, { maxDrainBytes, drainTimeoutMs }: DrainLimits, end: () => void): void {
  let length = 0;
  const finish = () => {
    clearTimeout(timer);
    request.off("data", discard);
    end();
  };
  const discard = (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxDrainBytes) finish();
  };
  const timer = setTimeout(finish, drainTimeoutMs);
  if (request.complete) finish();
  else request.on("data", discard).once("end", finish).once("error", finish).once("close", finish).resume();
}
