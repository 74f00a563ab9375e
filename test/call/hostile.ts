// A toolkit for callers and tools that mean no good, and what to hand over to it. Tests only.

import { type AgentToolkitOptions, createAgentToolkit } from "../../src/toolkit.ts";
import type { PathRequest, ToolSpec } from "../../src/tools/tool.ts";
import { makeTree } from "../support/tree.ts";

export type Toolkit = ReturnType<typeof open>;

export function open(options: Omit<Partial<AgentToolkitOptions>, "dialect"> = {}) {
  return createAgentToolkit({ workspaceRoot: makeTree(["file f text"]), ...options });
}

export function register(toolkit: Toolkit, name: string, wish: Partial<ToolSpec<PathRequest, unknown>>): void {
  toolkit.register({
    definition: {
      name,
      description: "One of the owner's.",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    },
    traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low" },
    parse: ({ path }) => ({ path: String(path) }),
    summarize: ({ path }) => `Use ${path}`,
    run: () => "ran",
    ...wish,
  });
}

export const call = (id: string, name = "read_file") => ({ id, name, arguments: { path: "f" } });
export const trap = () => {
  throw new Error("trap");
};
export const trapped = new Proxy({}, { get: trap, has: trap, ownKeys: trap, getOwnPropertyDescriptor: trap });

export function codeIn({ content }: { content: string }): string | null {
  return JSON.parse(content).error?.code ?? null;
}

export function codeOrText(result: { content: string; is_error: boolean }): string | null {
  return result.is_error ? codeIn(result) : result.content;
}
