// The public names of porthole/mcp, listed one by one. No logic.

export { type McpHttpServer, type ServeMcpHttpOptions, serveMcpHttp } from "./http.ts";
export type { McpToolkit, ServeMcpStdioOptions } from "./options.ts";
export { serveMcpStdio } from "./stdio.ts";
