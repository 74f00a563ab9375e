// `porthole mcp --http` on a folder, with the address of its page, and an agent that calls it. Tests only; dist/ must be built.

import { startPorthole, whenServing } from "../support/cli.ts";

export interface Served {
  /** Of the MCP server. */
  readonly url: string;
  readonly token: string;
  /** Of the page, with its token. */
  readonly address: string;
  end(): Promise<void>;
}

export async function serve(root: string, args: readonly string[] = []): Promise<Served> {
  const child = startPorthole(root, ["mcp", ".", "--http", ...args]);
  const { printed, url, token } = await whenServing(child);
  const address = /^see what agents see: (\S+)$/m.exec(printed)?.[1] ?? "";
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  return {
    url,
    token,
    address,
    end() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

export interface Agent {
  call(name: string, args: Record<string, unknown>): Promise<unknown>;
  leave(): Promise<void>;
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
    leave: () => client.close(),
  };
}
