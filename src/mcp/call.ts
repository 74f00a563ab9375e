// Runs one MCP call and turns the toolkit's answer into an MCP result: its text, and in format `json` its data as structured content.

import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { CallAnswer, ExecuteContext, ToolCall } from "../call/call_types.ts";
import { toErrorAnswer } from "../call/fit.ts";
import { toToolNames } from "../call/tool_names.ts";
import { asToolError } from "../errors/calls.ts";
import type { AnswerFormat } from "../tools/found.ts";
import type { Questioning } from "./approval.ts";
import type { McpToolkit } from "./options.ts";
import { hasStructuredOutput } from "./tools.ts";

export interface CallParams {
  readonly name: string;
  /** As the model sent it. */
  readonly arguments?: unknown;
}

export interface Exchange {
  readonly id: string | number;
  readonly signal: AbortSignal;
  readonly asking: Questioning;
  readonly serving?: Serving;
}

/** What calls and requests for resources have in common. */
export type Serving = Pick<ExecuteContext, "client" | "client_limit" | "hold_back" | "tool_prefix">;

export async function callTool(
  toolkit: McpToolkit,
  params: CallParams,
  { id, signal, asking, serving = {} }: Exchange,
): Promise<CallToolResult | InputRequiredResult> {
  // Arguments may be something other than an object: the executor refuses such calls itself.
  const args = params.arguments as ToolCall["arguments"];
  const call = { id: `mcp ${id}`, name: params.name, arguments: args };
  const result = await toolkit.answer(call, { signal, approve: asking.approve, ...serving });
  return (await asking.question()) ?? toResult(toolkit, toToolNames(serving.tool_prefix).read(params.name), result);
}

/** For a failure that neither a model nor a disk can cause. The reason goes to the owner's log. */
export function toFailure(error: unknown, format: AnswerFormat): CallToolResult {
  return toErrorResult(toErrorAnswer(asToolError(error), Number.POSITIVE_INFINITY, { format }).text);
}

function toResult(
  toolkit: McpToolkit,
  name: string | null,
  { content, data, format, is_error }: CallAnswer,
): CallToolResult {
  if (is_error) return toErrorResult(content);
  const text = { content: [{ type: "text" as const, text: content }] };
  if (format !== "json" || typeof data !== "object") return text;
  const report = toolkit.tools().find((tool) => tool.name === name);
  return report !== undefined && hasStructuredOutput(report) ? { ...text, structuredContent: { ...data } } : text;
}

function toErrorResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
