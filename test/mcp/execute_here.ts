// What the toolkit itself answers to a call, for comparison with what came over the protocol. Tests only.

import type { ToolCallResult } from "../../src/call/types.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { ownTool } from "../support/own_tool.ts";

/** A toolkit with the same tools as test/support/mcp_server.mjs has names of. */
export async function executeHere(workspaceRoot: string, name: string, args: unknown): Promise<ToolCallResult> {
  using toolkit = createAgentToolkit({ workspaceRoot });
  for (const own of ["slow", "touch"]) toolkit.register(ownTool(own, { traits: { requiresApproval: true } }));
  return await toolkit.answer({ id: "1", name, arguments: args as never });
}
