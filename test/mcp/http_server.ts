// A server on HTTP in the process of the test, on a folder of its own, with a tool that works until it is stopped. Tests only.

import { type ServeMcpHttpOptions, serveMcpHttp } from "../../src/mcp/http.ts";
import { type AgentToolkit, createAgentToolkit } from "../../src/toolkit.ts";
import { ownTool } from "../support/own_tool.ts";
import { makeTree } from "../support/tree.ts";

const root = makeTree(["file a.txt one", "dir src"]);

export interface Place {
  readonly url: string;
  readonly token: string;
}

function registerSlow(toolkit: AgentToolkit) {
  const seen: string[] = [];
  const run: ReturnType<typeof ownTool>["run"] = async (_request, _node, { clock }) => {
    seen.push("started");
    try {
      for (;;) await clock.rest();
    } finally {
      seen.push("ended");
    }
  };
  toolkit.register(ownTool("slow", { run }));
  return seen;
}

export async function withServer<T>(
  options: Partial<ServeMcpHttpOptions>,
  use: (place: Place & { close(): Promise<void> }, seen: string[], log: string[]) => Promise<T>,
): Promise<T> {
  using toolkit = createAgentToolkit({ workspaceRoot: root });
  const seen = registerSlow(toolkit);
  const log: string[] = [];
  const server = await serveMcpHttp({ toolkit, version: "1", log: (line) => log.push(line), ...options });
  try {
    return await use(server, seen, log);
  } finally {
    await server.close();
  }
}
