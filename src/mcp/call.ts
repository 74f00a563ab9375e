// One call of a tool over the protocol: the toolkit's string as text, its JSON once more as data, its errors as
// results. Leaves every rule to the toolkit, and whom to ask to approval.ts.

import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { internalFailure, ToolError } from "../errors.ts";
import { renderError } from "../executor/budget.ts";
import type { ExecuteContext, ToolCallResult, ToolReport } from "../executor/types.ts";
import type { Asking } from "./approval.ts";
import { hasStructuredOutput } from "./tools.ts";

/** What the server needs of a toolkit. A call may be any value here, since the executor has an answer to every one. */
export interface ToolSource {
  execute(call: unknown, context?: ExecuteContext): Promise<ToolCallResult>;
  tools(): readonly ToolReport[];
}

export interface CallParams {
  readonly name: string;
  /** Whatever a model made of it. */
  readonly arguments?: unknown;
}

export interface Exchange {
  readonly id: string | number;
  readonly signal: AbortSignal;
  readonly asking: Asking;
}

export async function callTool(
  source: ToolSource,
  params: CallParams,
  { id, signal, asking }: Exchange,
): Promise<CallToolResult | InputRequiredResult> {
  const call = { id: `mcp ${id}`, name: params.name, arguments: params.arguments };
  const result = await source.execute(call, { signal, approve: asking.approve });
  return (await asking.question()) ?? toResult(source, params.name, result);
}

/** A call that was not run, or failed in a way that neither a model nor a disk can cause. The reason is for the owner's log. */
export function toFailure(error: unknown): CallToolResult {
  const failure = ToolError.isInstance(error) ? error : internalFailure(undefined, "the tool failed", error);
  return toErrorResult(renderError(failure, Number.POSITIVE_INFINITY));
}

function toResult(source: ToolSource, name: string, { content, is_error }: ToolCallResult): CallToolResult {
  if (is_error) return toErrorResult(content);
  const report = source.tools().find((tool) => tool.name === name);
  const text = { content: [{ type: "text" as const, text: content }] };
  return report && hasStructuredOutput(report) ? { ...text, structuredContent: JSON.parse(content) } : text;
}

function toErrorResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
