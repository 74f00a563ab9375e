// serveMcpHttp for programs: loads the server over HTTP, and with it HTTP itself, only when it is called.

import type { McpHttpServer, ServeMcpHttpOptions } from "./http.ts";
import { checkOptions, HTTP_RULES } from "./options.ts";

/** Rejects if an option is invalid or the address is not available. Closing the server leaves the toolkit open. */
export async function serveMcpHttp(options: ServeMcpHttpOptions): Promise<McpHttpServer> {
  checkOptions(options, HTTP_RULES);
  // The caller may change the object while HTTP is loaded.
  const own = { ...options };
  const http = await import("./http.ts");
  return http.serveMcpHttp(own);
}
