// A toolkit and what its resources answer, in few words. Tests only.

import type { ExecuteContext } from "../../../src/call/types.ts";
import { type AgentToolkitOptions, createAgentToolkit } from "../../../src/toolkit.ts";

export function openResources(workspaceRoot: string, options: Partial<AgentToolkitOptions> = {}) {
  const toolkit = createAgentToolkit({ workspaceRoot, ...options });
  const { resources } = toolkit;
  return {
    toolkit,
    list: (cursor?: string, context?: ExecuteContext) => resources.list({ id: "1", cursor }, context),
    read: (path: string, context?: ExecuteContext) => resources.read({ id: "1", uri: `porthole:///${path}` }, context),
    complete: (path: string, context?: ExecuteContext) => resources.complete({ id: "1", path }, context),
    [Symbol.dispose]: () => toolkit.close(),
  };
}

export function failure(code: string, message?: unknown) {
  const kinds: Readonly<Record<string, string>> = {
    SANDBOX_VIOLATION: "SandboxViolation",
    POLICY_DENIED: "PolicyDenied",
    INVALID_ARGUMENT: "BadArgs",
    TIMEOUT: "Timeout",
    CANCELLED: "Cancelled",
  };
  const kind = kinds[code] ?? "ExecutionFailed";
  return { status: "failure", error: { kind, code, ...(message === undefined ? {} : { message }) } };
}
