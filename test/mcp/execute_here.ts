// What the toolkit itself answers to a call, for comparison with what came over the protocol. Tests only.

import type { ToolCallResult } from "../../src/call/call_types.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";

/** A toolkit with the same tools as test/support/mcp_server.mjs has names of. */
export async function executeHere(workspaceRoot: string, name: string, args: unknown): Promise<ToolCallResult> {
  using toolkit = createAgentToolkit({ workspaceRoot });
  for (const own of ["slow", "touch"]) {
    toolkit.register({
      definition: { name: own, description: own, parameters: { type: "object", properties: {}, required: [] } },
      traits: { isSideEffecting: true, requiresApproval: true, riskLevel: "low" },
      parse: ({ path }) => ({ path: String(path) }),
      summarize: () => own,
      run: () => own,
    });
  }
  return await toolkit.answer({ id: "1", name, arguments: args as never });
}
