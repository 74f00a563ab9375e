// The server on HTTP, for clients that connect to a URL: stateless, on this machine unless told otherwise, only for
// who has the token. Leaves the protocol to the SDK, and who gets through to http_gate.ts.

import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { ToolSource } from "./call.ts";
import { type BodyLimits, readJsonBody } from "./http_body.ts";
import { findRefusal, type GateRules, MCP_PATH } from "./http_gate.ts";
import { chooseHostNames, listen, toUrl, warnIfExposed } from "./http_listen.ts";
import { type DrainLimits, refuse } from "./http_refuse.ts";
import { createTeller, type Log, logToStandardError } from "./log.ts";
import { createCallSemaphore, createServerFactory } from "./server.ts";

export interface HttpLimits extends BodyLimits, DrainLimits {
  /** How long the head of a request may take. */
  readonly headTimeoutMs: number;
}

export interface ServeMcpHttpOptions {
  readonly toolkit: ToolSource;
  readonly version: string;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: 0, any that is free. */
  readonly port?: number;
  /** At least 16 characters. Default: a new one. */
  readonly token?: string;
  /** Names under which clients reach this server, beside its own and those of the loopback. */
  readonly allowedHosts?: readonly string[];
  readonly limits?: Partial<HttpLimits>;
  /** Default: standard error. */
  readonly log?: Log;
}

export interface McpHttpServer {
  readonly url: string;
  readonly token: string;
  /** Cancels the calls under way and ends every connection. */
  close(): Promise<void>;
}

const MIN_TOKEN_CHARS = 16;

// Node's own five seconds are so short that a busy client sends its next request into a connection that is being closed.
const KEEP_ALIVE_MS = 60_000;

const DEFAULT_LIMITS: HttpLimits = {
  maxBodyBytes: 1_048_576,
  bodyTimeoutMs: 10_000,
  headTimeoutMs: 10_000,
  maxDrainBytes: 67_108_864,
  drainTimeoutMs: 2000,
};

/** Throws for a token that is none, and for a place where one cannot listen. Closing it leaves the toolkit open. */
export async function serveMcpHttp(options: ServeMcpHttpOptions): Promise<McpHttpServer> {
  const { toolkit, version, host = "127.0.0.1", log = logToStandardError } = options;
  const token = checkToken(options.token ?? randomBytes(32).toString("base64url"));
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const onerror = createTeller(log);
  // Made of the token, so that copies of this server with the same one understand each other's questions.
  const key = createHmac("sha256", token).update("porthole: what a person was asked").digest();
  const semaphore = createCallSemaphore();
  const factory = createServerFactory({ toolkit, version, log, tell: onerror, key, semaphore });
  const handler = createMcpHandler(factory, { onerror });
  const serve = toNodeHandler(handler, { onerror });
  const rules = { token, hostNames: chooseHostNames(host, options.allowedHosts ?? []), ...limits };
  const server = createLimitedServer(limits, (request, response) => {
    answer(request, response, rules, serve).catch(onerror);
  });
  const port = await listen(server, host, options.port ?? 0);
  server.on("error", onerror);
  warnIfExposed(host, log);
  return { url: toUrl(host, port, MCP_PATH), token, close: () => closeServer(server) };
}

type Serve = ReturnType<typeof toNodeHandler>;

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  rules: GateRules & HttpLimits,
  serve: Serve,
): Promise<void> {
  const refusal = findRefusal(request, rules);
  if (refusal !== null) return refuse(request, response, refusal, rules);
  const body = await readJsonBody(request, rules);
  if ("status" in body) return refuse(request, response, body, rules);

  closeIfAsked(request, response);
  // What the gate let through, said in a way that the SDK's types can read.
  await serve(Object.assign(request, { method: "POST", url: MCP_PATH }), response, body.value);
}

/** The SDK keeps every connection on which it has sent events, whatever the client asked for. */
function closeIfAsked(request: IncomingMessage, response: ServerResponse): void {
  if (/\bclose\b/i.test(request.headers.connection ?? "")) response.once("finish", () => request.socket.end());
}

function createLimitedServer(limits: HttpLimits, listener: (q: IncomingMessage, r: ServerResponse) => void): Server {
  const { headTimeoutMs, bodyTimeoutMs } = limits;
  const requestTimeout = headTimeoutMs + bodyTimeoutMs;
  const connectionsCheckingInterval = Math.min(headTimeoutMs, 5000);
  const timeouts = { headersTimeout: headTimeoutMs, requestTimeout, keepAliveTimeout: KEEP_ALIVE_MS };
  return createServer({ ...timeouts, connectionsCheckingInterval }, listener);
}

/** The SDK takes the end of a connection for the end of its calls. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function checkToken(token: string): string {
  if (token.length >= MIN_TOKEN_CHARS && /^[\w.~+/-]+=*$/.test(token)) return token;
  throw new Error(`the token must have at least ${MIN_TOKEN_CHARS} letters, digits or -._~+/ and nothing else`);
}
