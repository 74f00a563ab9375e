// serveMcpHttp for programs: loads the server over HTTP, and with it HTTP itself, only when it is called.

import type { McpHttpServer, ServeMcpHttpOptions } from "./http.ts";

/** Rejects if an option is invalid or the address is not available. Closing the server leaves the toolkit open. */
export async function serveMcpHttp(options: ServeMcpHttpOptions): Promise<McpHttpServer> {
  const http = await import("./http.ts");
  return http.serveMcpHttp(options);
}
