// The types of HTTP routes. Other modules can add routes beside /mcp; all pass the same checks.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { RouteRules } from "./http_auth.ts";

export const MCP_PATH = "/mcp";

export interface HttpRoute extends RouteRules {
  /** For every answer, including refusals. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `body` is the JSON of a POST. */
  answer(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void>;
}

/** By path, without query. */
export type HttpRoutes = ReadonlyMap<string, HttpRoute>;

export function findRoute(routes: HttpRoutes, url: string | undefined): HttpRoute | undefined {
  return routes.get(url?.split("?", 1)[0] ?? "");
}
