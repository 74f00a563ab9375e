// serveMcpHttp: the MCP server over HTTP. It is stateless, needs a bearer token, and listens on the loopback address by default.

import { createHmac, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { MAX_MESSAGE_BYTES } from "../input/json.ts";
import { findRefusal, findRoute, type GateRules, type HttpRoute, type HttpRoutes, NOT_FOUND } from "./http_auth.ts";
import { type BodyLimits, readJsonBody, refuse } from "./http_body.ts";
import { type ConnectionLimits, Connections } from "./http_connections.ts";
import { chooseHostNames, listen, toUrl, warnIfExposed } from "./http_listen.ts";
import { makeSessionId, SESSION_HEADER } from "./introduction.ts";
import { createErrorReporter, logToStandardError } from "./log.ts";
import { checkOptions, HTTP_RULES, type ServeMcpStdioOptions } from "./options.ts";
import { createServerFactory } from "./server.ts";

const MCP_PATH = "/mcp";

interface HttpLimits extends BodyLimits, ConnectionLimits {}

/** Options of `serveMcpHttp`. */
export interface ServeMcpHttpOptions extends ServeMcpStdioOptions {
  /** The name or address to listen on. Default: 127.0.0.1, which only this machine can reach. */
  readonly host?: string | undefined;
  /** Default: 0, any free port. */
  readonly port?: number | undefined;
  /** The bearer token that clients must send: at least 16 letters, digits or -._~+/. Default: a new random one. */
  readonly token?: string | undefined;
  /** Further host names of this server, without scheme and port. `host` and the names of the loopback interface always work. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** @internal Served in addition to /mcp. */
  readonly routes?: HttpRoutes | undefined;
  /** @internal For tests. */
  readonly limits?: Partial<HttpLimits>;
}

/** A running MCP server over HTTP. */
export interface McpHttpServer {
  /** For clients on this machine. */
  readonly url: string;
  /** The bearer token that clients must send. */
  readonly token: string;
  /** Cancels the running calls and closes every connection. */
  close(): Promise<void>;
}

const DEFAULT_LIMITS: HttpLimits = {
  maxBodyBytes: MAX_MESSAGE_BYTES,
  bodyTimeoutMs: 10_000,
  headTimeoutMs: 10_000,
  // With Node's default of five seconds, a busy client often sends its next request on a connection that is being closed.
  keepAliveMs: 60_000,
  // A quarter of the usual 1,024 descriptors. A lower limit could close honest connections that arrive all at once.
  maxStrangers: 256,
  maxDrainBytes: 67_108_864,
  drainTimeoutMs: 2000,
};

/** Rejects if an option is invalid or the address is not available. Closing the server leaves the toolkit open. */
export async function serveMcpHttp(options: ServeMcpHttpOptions): Promise<McpHttpServer> {
  checkOptions(options, HTTP_RULES);
  const { host = "127.0.0.1", log = logToStandardError } = options;
  const { token = randomBytes(32).toString("base64url") } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const onerror = createErrorReporter(log);
  // Derived from the token, so that copies of this server with the same token accept each other's questions.
  const key = createHmac("sha256", token).update("porthole: what a person was asked").digest();
  const handler = createMcpHandler(createServerFactory(options, { key, log, tell: onerror }), { onerror });
  const serve = toNodeHandler(handler, { onerror });
  const routes = new Map([...(options.routes ?? []), [MCP_PATH, toMcpRoute(token, serve)] as const]);
  const rules = { hostNames: chooseHostNames(host, options.allowedHosts ?? []), ...limits };
  const connections = new Connections(limits, (request, response) => {
    answer(request, response, { rules, connections, routes }).catch(onerror);
  });
  const port = await listen(connections.server, host, options.port ?? 0);
  connections.server.on("error", onerror);
  const close = () => connections.close();
  try {
    warnIfExposed(host, log);
  } catch (error) {
    // The owner's log threw, and nobody else could close the server.
    await close();
    throw error;
  }
  return { url: toUrl(host, port, MCP_PATH), token, close };
}

interface HttpAnswering {
  readonly rules: GateRules & HttpLimits;
  readonly connections: Connections;
  readonly routes: HttpRoutes;
}

async function answer(request: IncomingMessage, response: ServerResponse, answering: HttpAnswering): Promise<void> {
  const { rules, connections, routes } = answering;
  const route = findRoute(routes, request.url);
  for (const [name, value] of Object.entries(route?.headers ?? {})) response.setHeader(name, value);
  const refusal = findRefusal(request, rules, route);
  if (route === undefined || refusal !== null) return await refuse(request, response, refusal ?? NOT_FOUND, rules);
  // A client that gets an answer without a token remains a stranger.
  if (route.token !== null) connections.trust(request.socket);
  if (route.method === "GET") return await route.answer(request, response, undefined);
  const body = await readJsonBody(request, rules);
  if (body === null) return;
  if ("status" in body) return await refuse(request, response, body, rules);
  await route.answer(request, response, body.value);
}

function toMcpRoute(token: string, serve: ReturnType<typeof toNodeHandler>): HttpRoute {
  return {
    method: "POST",
    token,
    answer(request, response, body) {
      closeIfAsked(request, response);
      const sessionId = makeSessionId(body);
      if (sessionId !== null) response.setHeader(SESSION_HEADER, sessionId);
      // The gate has checked this; the assignment is for the SDK's types.
      return serve(Object.assign(request, { method: "POST", url: MCP_PATH }), response, body);
    },
  };
}

/** The SDK keeps every connection on which it sent events, even if the client asked to close it. */
function closeIfAsked(request: IncomingMessage, response: ServerResponse): void {
  if (/\bclose\b/i.test(request.headers.connection ?? "")) response.once("finish", () => request.socket.end());
}
