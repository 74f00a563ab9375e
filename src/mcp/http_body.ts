// Reads the body of a request, so long and for so long as it may be. Leaves what it says to the protocol.

import type { IncomingMessage } from "node:http";
import { type Refusal, tooLarge } from "./http_gate.ts";

export interface BodyLimits {
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
}

export type Body = { readonly value: unknown } | Refusal;

export async function readJsonBody(request: IncomingMessage, limits: BodyLimits): Promise<Body> {
  const bytes = await readBytes(request, limits);
  if (!Buffer.isBuffer(bytes)) return bytes;
  try {
    return { value: JSON.parse(bytes.toString("utf8")) };
  } catch {
    return { status: 400, message: "the request body is not JSON" };
  }
}

/** A client that goes away rejects it. */
function readBytes(request: IncomingMessage, { maxBodyBytes, bodyTimeoutMs }: BodyLimits): Promise<Buffer | Refusal> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (end: () => void) => {
      clearTimeout(timer);
      request.pause();
      end();
    };
    const timer = setTimeout(
      () => settle(() => resolve({ status: 408, message: "the request body took too long" })),
      bodyTimeoutMs,
    );
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBodyBytes) settle(() => resolve(tooLarge(maxBodyBytes)));
      else chunks.push(chunk);
    });
    request.on("end", () => settle(() => resolve(Buffer.concat(chunks))));
    request.on("error", (error) => settle(() => reject(error)));
    request.on("close", () => settle(() => reject(new Error("the client went away"))));
  });
}
