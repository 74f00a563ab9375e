// The routes of the HTTP server, and whether to accept a request, decided from its head before any of its body is read. Pure.

import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { isJsonContentType } from "@modelcontextprotocol/server";

export interface RequestHead {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as received. */
  readonly rawHeaders: readonly string[];
}

export interface GateRules {
  /** In lower case, without a port; IPv6 in brackets. */
  readonly hostNames: ReadonlySet<string>;
  readonly maxBodyBytes: number;
}

/** Other modules can add routes beside /mcp; all pass the same checks. */
export interface HttpRoute {
  readonly method: "GET" | "POST";
  /** Null: answered without a token, so the answer must reveal nothing about the folder. */
  readonly token: string | null;
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

export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The first rule that applies decides:
 * 1. Host, Origin: a web page must never reach a server on this machine. With two Host headers, a proxy may have checked the other one
 * 2. path: before the token, so that a client that looks for a login endpoint learns that there is none
 * 3. token: nobody learns more without it
 * 4. method, type and length of the body
 */
export function findRefusal(head: RequestHead, rules: GateRules, route: HttpRoute | undefined): Refusal | null {
  const { host, origin } = head.headers;
  if (countHosts(head.rawHeaders) > 1) return { status: 400, message: "more than one Host" };
  if (!isKnownHost(host, rules.hostNames)) return { status: 403, message: "Host is not allowed" };
  if (!isKnownOrigin(origin, rules.hostNames)) return { status: 403, message: "Origin is not allowed" };
  if (route === undefined) return NOT_FOUND;
  return findMissingToken(head.headers.authorization, route.token) ?? findUnfitBody(head, rules, route);
}

export const NOT_FOUND: Refusal = { status: 404, message: "not found" };

function countHosts(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host").length;
}

function findMissingToken(authorization: string | undefined, token: string | null): Refusal | null {
  if (token === null) return null;
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (given !== undefined && isSame(given, token)) return null;
  const fault = given === undefined ? "" : ', error="invalid_token"';
  const headers = { "www-authenticate": `Bearer realm="porthole"${fault}` };
  return { status: 401, message: "a valid bearer token is required", headers };
}

function findUnfitBody(
  { method, headers }: RequestHead,
  { maxBodyBytes }: GateRules,
  { method: allow }: HttpRoute,
): Refusal | null {
  if (method !== allow) return { status: 405, message: `only ${allow} is allowed`, headers: { allow } };
  if (allow === "GET") return null;
  if (!isJsonContentType(headers["content-type"])) {
    return { status: 415, message: "Content-Type must be application/json" };
  }
  return Number(headers["content-length"] ?? 0) > maxBodyBytes ? tooLarge(maxBodyBytes) : null;
}

export function tooLarge(maxBodyBytes: number): Refusal {
  return { status: 413, message: `a request body has at most ${maxBodyBytes} bytes` };
}

/** Compares digests, so that the time reveals neither the content nor the length. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

// Compared literally: a URL parser would also find a known name in `known#other` and in `user@known`. Any port is accepted, because ports
// may be forwarded.
function isKnownHost(host: string | undefined, names: ReadonlySet<string>): boolean {
  const name = /^([^:[\]]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.exec(host ?? "")?.[1];
  return name !== undefined && names.has(name.toLowerCase());
}

/** Only browsers send one. */
function isKnownOrigin(origin: string | undefined, names: ReadonlySet<string>): boolean {
  if (origin === undefined) return true;
  const host = /^https?:\/\/(.+)$/.exec(origin)?.[1];
  return isKnownHost(host, names);
}
