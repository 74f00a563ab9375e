// Reads the messages of a line of standard input: one, or several in an array (a batch of revision 2025-03-26). Makes the errors that answer
// invalid messages.

import { type JSONRPCMessage, parseJSONRPCMessage, type RequestId } from "@modelcontextprotocol/server";
import { readJson } from "../input/json.ts";

/** An error of JSON-RPC. The id is null if the request had none that could be read. */
export interface Refusal {
  readonly jsonrpc: "2.0";
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** `fault`: of an invalid notification or response. JSON-RPC has no answer to it. */
export type Received =
  | { readonly message: JSONRPCMessage }
  | { readonly refusal: Refusal }
  | { readonly fault: unknown };

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** Each is checked when it is taken. Null stands for a line that was too long to keep. */
export function* readMessages(line: Buffer | null): Generator<Received, void> {
  const read = readJson(line);
  if ("error" in read) {
    const code = read.error.code === "LIMIT_EXCEEDED" ? INVALID_REQUEST : PARSE_ERROR;
    yield refuse(read.id, code, read.error.message);
  } else if (!Array.isArray(read.value)) yield readMessage(read.value);
  else if (read.value.length === 0) yield refuse(null, INVALID_REQUEST, "a batch must not be empty");
  else for (const value of read.value) yield readMessage(value);
}

function readMessage(value: unknown): Received {
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch (fault) {
    const { id } = toFields(value);
    const isUsable = typeof id === "string" || (typeof id === "number" && Number.isFinite(id));
    return hasAnswer(value) ? refuse(isUsable ? id : null, INVALID_REQUEST, "not a valid JSON-RPC request") : { fault };
  }
}

function refuse(id: RequestId | null, code: number, message: string): Received {
  return { refusal: { jsonrpc: "2.0", id, error: { code, message } } };
}

/** Whatever is neither a notification nor a response counts as a request. */
function hasAnswer(value: unknown): boolean {
  const fields = toFields(value);
  if (typeof fields.method === "string") return "id" in fields;
  return !("result" in fields || "error" in fields);
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value);
}
