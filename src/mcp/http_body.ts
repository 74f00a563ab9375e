// Reads the JSON body of a request within a size and a time limit.

import type { IncomingMessage } from "node:http";
import { readJson } from "../input/json.ts";
import { JoinedBytes } from "../input/lines.ts";
import { type Refusal, tooLarge } from "./http_auth.ts";

export interface BodyLimits {
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
}

/** A short request may have a long answer, and all answers to a batch are kept until they are sent. */
const MAX_BATCH = 64;

export type Body = { readonly value: unknown } | Refusal;

/** Null if the client disconnects first: nobody waits for an answer then. */
export async function readJsonBody(request: IncomingMessage, limits: BodyLimits): Promise<Body | null> {
  const bytes = await readBytes(request, limits);
  if (!Buffer.isBuffer(bytes)) return bytes;
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

function readBytes(
  request: IncomingMessage,
  { maxBodyBytes, bodyTimeoutMs }: BodyLimits,
): Promise<Buffer | Refusal | null> {
  return new Promise((resolve) => {
    const body = new JoinedBytes(maxBodyBytes);
    const settle = (end: () => void) => {
      clearTimeout(timer);
      request.off("data", take).pause();
      end();
    };
    const take = (chunk: Buffer) => {
      if (!body.add(chunk)) settle(() => resolve(tooLarge(maxBodyBytes)));
    };
    const timer = setTimeout(
      () => settle(() => resolve({ status: 408, message: "the request body took too long" })),
      bodyTimeoutMs,
    );
    request.on("data", take);
    request.on("end", () => settle(() => resolve(body.take())));
    for (const event of ["error", "close"]) request.on(event, () => settle(() => resolve(null)));
  });
}
