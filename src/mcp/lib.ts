// The public names of porthole/mcp, listed one by one. No logic.

export type { McpHttpServer, ServeMcpHttpOptions } from "./http.ts";
export { serveMcpHttp } from "./http_on_demand.ts";
export type { McpToolkit, ServeMcpStdioOptions } from "./options.ts";
export { serveMcpStdio } from "./stdio.ts";
