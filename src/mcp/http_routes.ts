// What the HTTP server answers, path by path. Other parts of the program can hang routes beside /mcp; all pass the same checks.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { RouteRules } from "./http_auth.ts";

export const MCP_PATH = "/mcp";

export interface HttpRoute extends RouteRules {
  /** Of every answer, also of refusals. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `body`: the JSON of a POST. */
  answer(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void>;
}

/** By path, without query. */
export type HttpRoutes = ReadonlyMap<string, HttpRoute>;

export function findRoute(routes: HttpRoutes, url: string | undefined): HttpRoute | undefined {
  return routes.get(url?.split("?", 1)[0] ?? "");
}
