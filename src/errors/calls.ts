// Named constructors for errors about a call as a whole: refused, unknown, over its limits, stopped, failed.

import { type NameTool, naming, ToolError } from "../errors.ts";
import { quoteShort } from "./quote.ts";

export function policyDenied(write: (nameTool: NameTool) => string): ToolError {
  return naming({ kind: "PolicyDenied", code: "POLICY_DENIED" }, write);
}

export function unknownTool(name: unknown, known: readonly string[]): ToolError {
  return naming(
    { kind: "UnknownTool", code: "UNKNOWN_TOOL" },
    (nameTool) => `there is no tool ${quoteShort(name)}; the tools are ${known.map(nameTool).join(", ")}`,
  );
}

export function duplicateTool(name: string): ToolError {
  const message = `a tool named ${quoteShort(name)} is already registered`;
  return new ToolError({ kind: "DuplicateTool", code: "DUPLICATE_TOOL", message });
}

export function duplicateToolCallId(id: string): ToolError {
  const message = `the call id ${quoteShort(id)} is already used in this batch; this call was not run`;
  return new ToolError({ kind: "DuplicateToolCallId", code: "DUPLICATE_TOOL_CALL_ID", message });
}

export function tooManyWaiting(maxWaiting: number): ToolError {
  const message = `at most ${maxWaiting} calls can wait; try again later`;
  return new ToolError({ kind: "BadArgs", code: "LIMIT_EXCEEDED", message, retriable: true });
}

/**
 * `needed` must be a size that would do, in `unit`; null if there is none. `hint` says what to request instead, if there is something.
 */
export function outputBudgetTooSmall(
  needed: number | null,
  allowed: number,
  hint = "",
  path?: string,
  unit = "bytes",
): ToolError {
  const sizes = needed === null ? "none is enough" : `${needed} ${unit} needed, ${allowed} allowed`;
  const message = `output budget too small: ${sizes}${hint && `; ${hint}`}`;
  return new ToolError({ kind: "ExecutionFailed", code: "OUTPUT_BUDGET_TOO_SMALL", message, path });
}

export function cancelled(): ToolError {
  return new ToolError({ kind: "Cancelled", code: "CANCELLED", message: "Cancelled by user" });
}

export function timedOut(): ToolError {
  return new ToolError({
    kind: "Timeout",
    code: "TIMEOUT",
    message: "the call exceeded its time limit; request less at once",
    retriable: true,
  });
}

/** A call that cannot be recorded is not answered. */
export function recordFailure(cause: unknown): ToolError {
  return internalFailure(undefined, "the record of calls cannot be written, so the call is not answered", cause);
}

export function internalFailure(path: string | undefined, reason: string, cause?: unknown): ToolError {
  const message = path === undefined ? reason : `${quoteShort(path)}: ${reason}`;
  return new ToolError({ kind: "ExecutionFailed", code: "INTERNAL", message, path, cause });
}

/** A resource is temporarily exhausted (descriptors, memory): the same call may succeed later. */
export function busyFailure(path: string | undefined, reason: string, cause?: unknown): ToolError {
  const message = path === undefined ? reason : `${quoteShort(path)}: ${reason}`;
  return new ToolError({ kind: "ExecutionFailed", code: "INTERNAL", message, path, retriable: true, cause });
}

/** Foreign errors are kept as the cause, for the owner only. */
export function asToolError(thrown: unknown): ToolError {
  return ToolError.isInstance(thrown) ? thrown : internalFailure(undefined, "the tool failed", thrown);
}

/** Refused by the policy or the sandbox, without access to the target. */
export function isRefusal({ kind }: Pick<ToolError, "kind">): boolean {
  return kind === "PolicyDenied" || kind === "SandboxViolation";
}
