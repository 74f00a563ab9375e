// The files of the page. They contain no data, so they are served without a token.

import type { HttpRoute } from "../mcp/http_auth.ts";

export interface PageFiles {
  readonly html: string;
  readonly css: string;
  readonly js: string;
  readonly svg: string;
}

/** Replaced by the build, so that nothing is read from disk when the page is served. */
declare const PORTHOLE_PAGE_FILES: PageFiles;

export function getPageFiles(): PageFiles {
  return PORTHOLE_PAGE_FILES;
}

/** Nothing inline, nothing from other sites, no frames, and no markup from strings. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

export const PAGE_HEADERS = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
} as const;

export function toFileRoutes({ html, css, js, svg }: PageFiles): [path: string, route: HttpRoute][] {
  return [
    ["/", toFileRoute("text/html", html)],
    ["/page.css", toFileRoute("text/css", css)],
    ["/page.js", toFileRoute("text/javascript", js)],
    ["/page.svg", toFileRoute("image/svg+xml", svg)],
  ];
}

function toFileRoute(type: string, text: string): HttpRoute {
  const body = Buffer.from(text);
  // The connection of a stranger is closed.
  const own = { "content-type": `${type}; charset=utf-8`, "content-length": body.length, connection: "close" };
  return {
    method: "GET",
    token: null,
    headers: PAGE_HEADERS,
    async answer(_request, response) {
      response.writeHead(200, own).end(body);
    },
  };
}
