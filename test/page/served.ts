// `porthole mcp --http` on a folder, with the address of its page, and an agent that calls it. Tests only; dist/ must be built.

import { startHttpServer, whenServing } from "../support/cli.ts";

export interface Served extends AsyncDisposable {
  /** Of the MCP server. */
  readonly url: string;
  readonly token: string;
  /** Of the page, with its token. */
  readonly address: string;
  end(): Promise<void>;
}

export async function serve(root: string, args: readonly string[] = []): Promise<Served> {
  const server = startHttpServer(root, args);
  const { printed, url, token } = await whenServing(server);
  const address = /^see what agents see: (\S+)$/m.exec(printed)?.[1] ?? "";
  const end = () => {
    server.end();
    return server.ended;
  };
  return { url, token, address, end, [Symbol.asyncDispose]: end };
}

export interface Agent extends AsyncDisposable {
  call(name: string, args: Record<string, unknown>): Promise<unknown>;
}

/** A real client of the protocol. */
export async function connectAgent({ url, token }: Served, name = "a-real-agent"): Promise<Agent> {
  // Not loaded by tests without an agent.
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const client = new Client({ name, version: "2.1" }, { versionNegotiation: { mode: "auto" } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return {
    call: (tool, args) => client.callTool({ name: tool, arguments: args }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
