// Reads the JSON body of a request within a size and a time limit, or refuses the request and closes its connection.

import type { IncomingMessage, ServerResponse } from "node:http";
import { readJson } from "../input/json.ts";
import { JoinedBytes } from "../input/lines.ts";
import { type Refusal, tooLarge } from "./http_auth.ts";

export interface BodyLimits {
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
  /** How much of an unwanted body is read, and for how long. */
  readonly maxDrainBytes: number;
  readonly drainTimeoutMs: number;
}

/** A short request may have a long answer, and all answers to a batch are kept until they are sent. */
const MAX_BATCH = 64;

/** Null if the client disconnects first: nobody waits for an answer then. */
export async function readJsonBody(
  request: IncomingMessage,
  { maxBodyBytes, bodyTimeoutMs }: BodyLimits,
): Promise<{ readonly value: unknown } | Refusal | null> {
  const body = new JoinedBytes(maxBodyBytes);
  const end = await consume(request, bodyTimeoutMs, (piece) => body.add(piece));
  if (end === "full") return tooLarge(maxBodyBytes);
  if (end === "late") return { status: 408, message: "the request body took too long" };
  return end === "whole" ? parseBody(body.take()) : null;
}

function parseBody(bytes: Buffer | null): { readonly value: unknown } | Refusal {
  const read = readJson(bytes);
  if ("error" in read) {
    const { code, message } = read.error;
    return { status: code === "LIMIT_EXCEEDED" ? 413 : 400, message };
  }
  if (Array.isArray(read.value) && read.value.length > MAX_BATCH) {
    return { status: 413, message: `a batch has at most ${MAX_BATCH} messages` };
  }
  return read;
}

/**
 * Sends the whole answer at once, then reads and drops the rest of the body before closing. If the connection were closed earlier, the
 * system would reset it, and a client that sends its body first would never read the answer.
 */
export async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message, headers }: Refusal,
  { maxDrainBytes, drainTimeoutMs }: BodyLimits,
): Promise<void> {
  // JSON-RPC has an error code for invalid JSON.
  const code = status === 400 ? -32_700 : -32_000;
  const text = JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null });
  const length = Buffer.byteLength(text);
  const own = { "content-type": "application/json", "content-length": length, connection: "close" };
  response.writeHead(status, { ...own, ...headers });
  response.write(text);
  let left = maxDrainBytes;
  const drop = (piece: Buffer) => {
    left -= piece.length;
    return left >= 0;
  };
  if (!request.complete) await consume(request, drainTimeoutMs, drop);
  response.end();
}

/** Passes the pieces of the body to `take` until it returns false. */
function consume(
  request: IncomingMessage,
  timeoutMs: number,
  take: (piece: Buffer) => boolean,
): Promise<"whole" | "full" | "late" | "gone"> {
  return new Promise((resolve) => {
    const settle = (end: "whole" | "full" | "late" | "gone") => {
      clearTimeout(timer);
      request.off("data", pass).pause();
      resolve(end);
    };
    const pass = (piece: Buffer) => {
      if (!take(piece)) settle("full");
    };
    const timer = setTimeout(() => settle("late"), timeoutMs);
    request.on("data", pass).on("end", () => settle("whole"));
    for (const event of ["error", "close"]) request.on(event, () => settle("gone"));
  });
}
