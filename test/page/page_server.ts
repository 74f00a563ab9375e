// A server with the page in the process of the test. Its files are stand-ins: the real ones are in dist/ only. Tests only.

import type { AuditRecord } from "../../src/call/record.ts";
import { type McpHttpServer, type ServeMcpHttpOptions, serveMcpHttp } from "../../src/mcp/http.ts";
import { Feed } from "../../src/page/feed.ts";
import { createPageRoutes } from "../../src/page/routes.ts";
import { type AgentToolkitOptions, createAgentToolkit } from "../../src/toolkit.ts";

export const PAGE_TOKEN = "token-of-the-page-alone";
export const FILES = { html: "<p>html", css: "p {}", js: "let a;", svg: "<svg/>" };

export interface PageServer extends McpHttpServer {
  readonly feed: Feed;
  readonly records: readonly AuditRecord[];
  /** With the page's token, unless `headers` say otherwise. */
  ask(path: string, body?: unknown, headers?: Record<string, string>, signal?: AbortSignal): Promise<Response>;
}

export interface PageServerOptions extends Omit<Partial<ServeMcpHttpOptions>, "toolkit"> {
  readonly root: string;
  readonly files?: typeof FILES;
  /** Of the toolkit. */
  readonly own?: Omit<Partial<AgentToolkitOptions>, "workspaceRoot" | "audit" | "dialect">;
}

export async function withPage(
  place: string | PageServerOptions,
  use: (server: PageServer) => Promise<void>,
): Promise<void> {
  const {
    root,
    files = FILES,
    own = {},
    ...options
  }: PageServerOptions = typeof place === "string" ? { root: place } : place;
  const feed = new Feed();
  const records: AuditRecord[] = [];
  const audit = (record: AuditRecord, content: string) => {
    records.push(record);
    feed.add(record, content);
  };
  const defaults = { workspaceRoot: root, defaults: "agent", format: "text", audit } as const;
  using toolkit = createAgentToolkit({ ...defaults, ...own, dialect: "forge" });
  const routes = createPageRoutes({ toolkit, feed, files, token: PAGE_TOKEN, folder: "ws" });
  const server = await serveMcpHttp({ toolkit, routes, log: () => {}, ...options });
  const ask: PageServer["ask"] = (path, body, headers = {}, signal) =>
    fetch(new URL(path, server.url), {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${PAGE_TOKEN}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  try {
    await use({ ...server, feed, records, ask });
  } finally {
    await server.close();
  }
}

/** The lines of a stream as they come. */
export async function* readLines(
  response: Response,
): AsyncGenerator<{ type: string; number?: number; record?: AuditRecord }> {
  const decoder = new TextDecoder();
  let unread = "";
  for await (const chunk of response.body ?? []) {
    const lines = (unread + decoder.decode(chunk, { stream: true })).split("\n");
    unread = lines.pop() ?? "";
    for (const line of lines) if (line !== "") yield JSON.parse(line);
  }
}

export function makeRecord(own: Partial<AuditRecord> = {}): AuditRecord {
  return {
    ...{ time: "2026-11-17T12:00:00.000Z", call_id: "1", client: null, by: "agent", tool: "tree", opened: [] },
    ...{ arguments: { path: "." }, success: true, code: null, answer_bytes: 4, estimated_tokens: 1, duration_ms: 1 },
    ...own,
  };
}
