// The server on HTTP, for clients that connect to a URL: stateless, on this machine unless told otherwise, only for
// who has the token. Leaves the protocol to the SDK, and who gets through to http_gate.ts.

import { createHmac, randomBytes } from "node:crypto";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer, type Server } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { ToolSource } from "./call.ts";
import { type BodyLimits, readJsonBody } from "./http_body.ts";
import { type ConnectionLimits, Connections } from "./http_connections.ts";
import { findRefusal, type GateRules, MCP_PATH } from "./http_gate.ts";
import { chooseHostNames, listen, toUrl, warnIfExposed } from "./http_listen.ts";
import { type DrainLimits, refuse } from "./http_refuse.ts";
import { createErrorReporter, type Log, logToStandardError } from "./log.ts";
import { createServerFactory } from "./server.ts";

export interface HttpLimits extends BodyLimits, DrainLimits, ConnectionLimits {}

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

const DEFAULT_LIMITS: HttpLimits = {
  maxBodyBytes: 1_048_576,
  bodyTimeoutMs: 10_000,
  headTimeoutMs: 10_000,
  // Node's own five seconds are so short that a busy client sends its next request into a connection that is being closed.
  keepAliveMs: 60_000,
  // A quarter of the usual 1,024 descriptors. Fewer could end honest connections that are made all at once, before their heads are read.
  maxStrangers: 256,
  maxDrainBytes: 67_108_864,
  drainTimeoutMs: 2000,
};

/** Throws for a token that is none, and for a place where one cannot listen. Closing it leaves the toolkit open. */
export async function serveMcpHttp(options: ServeMcpHttpOptions): Promise<McpHttpServer> {
  const { toolkit, version, host = "127.0.0.1", log = logToStandardError } = options;
  const token = checkToken(options.token ?? randomBytes(32).toString("base64url"));
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const onerror = createErrorReporter(log);
  // Made of the token, so that copies of this server with the same one understand each other's questions.
  const key = createHmac("sha256", token).update("porthole: what a person was asked").digest();
  const factory = createServerFactory({ toolkit, version, log, tell: onerror, key });
  const handler = createMcpHandler(factory, { onerror });
  const serve = toNodeHandler(handler, { onerror });
  const rules = { token, hostNames: chooseHostNames(host, options.allowedHosts ?? []), ...limits };
  const connections = new Connections(limits);
  const server = createTrackedServer(connections, limits, (request, response) => {
    answer(request, response, { rules, connections, serve }).catch(onerror);
  });
  const port = await listen(server, host, options.port ?? 0);
  server.on("error", onerror);
  warnIfExposed(host, log);
  return { url: toUrl(host, port, MCP_PATH), token, close: () => closeServer(server, connections) };
}

interface HttpAnswering {
  readonly rules: GateRules & HttpLimits;
  readonly connections: Connections;
  readonly serve: ReturnType<typeof toNodeHandler>;
}

async function answer(request: IncomingMessage, response: ServerResponse, answering: HttpAnswering): Promise<void> {
  const { rules, connections, serve } = answering;
  connections.begin(request, response);
  const refusal = findRefusal(request, rules);
  if (refusal !== null) return refuse(request, response, refusal, rules);
  connections.trust(request.socket);
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

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Hands each connection to node:http, whose own server would not tell of it in time. */
function createTrackedServer(connections: Connections, { keepAliveMs }: HttpLimits, listener: Listener): Server {
  // A request without a Host is the gate's to refuse.
  const http = createHttpServer({ keepAliveTimeout: keepAliveMs, requireHostHeader: false }, listener);
  return createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    connections.add(socket);
    http.emit("connection", socket);
  });
}

/** The SDK takes the end of a connection for the end of its calls. */
function closeServer(server: Server, connections: Connections): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    connections.endAll();
  });
}

function checkToken(token: string): string {
  if (token.length >= MIN_TOKEN_CHARS && /^[\w.~+/-]+=*$/.test(token)) return token;
  throw new Error(`the token must have at least ${MIN_TOKEN_CHARS} letters, digits or -._~+/ and nothing else`);
}
