// Finds the name of a client, for the record. Since 2026 every request contains it; before, only the first one of a session. Over HTTP,
// where the server keeps no state, the session id contains it.

import {
  CLIENT_INFO_META_KEY,
  isInitializeRequest,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Client } from "../call/record.ts";

export const SESSION_HEADER = "mcp-session-id";

const PREFIX = "porthole-";
/** As much of a name as a record shows. */
const MAX_CHARS = 160;

export function findClient(server: Server, { mcpReq, http }: ServerContext): Client | undefined {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  return (
    readClient(envelope[CLIENT_INFO_META_KEY]) ??
    readClient(server.getClientVersion()) ??
    readSessionId(http?.req?.headers.get(SESSION_HEADER) ?? "")
  );
}

/** The session id for a client that introduces itself with this request. Null for other requests. */
export function makeSessionId(request: unknown): string | null {
  if (!isInitializeRequest(request)) return null;
  const { name, version } = request.params.clientInfo;
  const said = [name, version].map((text) => text.slice(0, MAX_CHARS));
  return PREFIX + Buffer.from(JSON.stringify(said)).toString("base64url");
}

/** Not signed, because a client may choose any name anyway. */
function readSessionId(id: string): Client | undefined {
  if (!id.startsWith(PREFIX)) return undefined;
  try {
    const said: unknown = JSON.parse(Buffer.from(id.slice(PREFIX.length), "base64url").toString("utf8"));
    const [name, version] = Array.isArray(said) ? said : [];
    return readClient({ name, version });
  } catch {
    return undefined;
  }
}

function readClient(said: unknown): Client | undefined {
  const { name, version }: Readonly<Record<string, unknown>> = Object(said);
  if (typeof name !== "string" || name === "") return undefined;
  return { name, ...(typeof version === "string" ? { version } : {}) };
}
