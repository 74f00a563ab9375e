// Reads the JSON body of a request within a size and a time limit.

import type { IncomingMessage } from "node:http";
import { type Refusal, tooLarge } from "./http_auth.ts";

export interface BodyLimits {
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
}

// Deeper values can be parsed but not serialised again, which the SDK does.
const MAX_NESTING = 1000;
const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = Buffer.from('"\\[]{}');
/** A short request may have a long answer, and all answers to a batch are kept until they are sent. */
const MAX_BATCH = 64;

export type Body = { readonly value: unknown } | Refusal;

/** Null if the client disconnects first: nobody waits for an answer then. */
export async function readJsonBody(request: IncomingMessage, limits: BodyLimits): Promise<Body | null> {
  const bytes = await readBytes(request, limits);
  if (!Buffer.isBuffer(bytes)) return bytes;
  if (isNestedBeyond(MAX_NESTING, bytes)) return { status: 400, message: "the request body is nested too deeply" };
  const value = parse(bytes);
  if (value === undefined) return { status: 400, message: "the request body is not JSON" };
  if (Array.isArray(value) && value.length > MAX_BATCH) {
    return { status: 413, message: `a batch has at most ${MAX_BATCH} messages` };
  }
  return { value };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Counts brackets outside strings; the JSON need not be valid. */
function isNestedBeyond(limit: number, bytes: Uint8Array): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) depth++;
    else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth--;
    if (depth > limit) return true;
  }
  return false;
}

function readBytes(
  request: IncomingMessage,
  { maxBodyBytes, bodyTimeoutMs }: BodyLimits,
): Promise<Buffer | Refusal | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (end: () => void) => {
      clearTimeout(timer);
      request.off("data", take).pause();
      end();
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBodyBytes) settle(() => resolve(tooLarge(maxBodyBytes)));
      else chunks.push(chunk);
    };
    const timer = setTimeout(
      () => settle(() => resolve({ status: 408, message: "the request body took too long" })),
      bodyTimeoutMs,
    );
    request.on("data", take);
    request.on("end", () => settle(() => resolve(Buffer.concat(chunks))));
    for (const event of ["error", "close"]) request.on(event, () => settle(() => resolve(null)));
  });
}
