// One call of a tool over the protocol: the toolkit's answer as text and as data, its errors as results.

import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { asToolError } from "../errors.ts";
import type { CallAnswer, ExecuteContext, ToolReport } from "../executor/types.ts";
import { toErrorAnswer } from "../gate/answer.ts";
import type { Questioning } from "./approval.ts";
import { hasStructuredOutput } from "./tools.ts";

/** What the server needs of a toolkit. A call may be any value here, since the executor has an answer to every one. */
export interface ToolSource {
  answer(call: unknown, context?: ExecuteContext): Promise<CallAnswer>;
  tools(): readonly ToolReport[];
  /** No call starts while `isBusy()` is true. Returns a function to be called when that may have changed. */
  holdBackWhile(isBusy: () => boolean): () => void;
}

export interface CallParams {
  readonly name: string;
  /** Whatever a model made of it. */
  readonly arguments?: unknown;
}

export interface Exchange {
  readonly id: string | number;
  readonly signal: AbortSignal;
  readonly asking: Questioning;
}

export async function callTool(
  source: ToolSource,
  params: CallParams,
  { id, signal, asking }: Exchange,
): Promise<CallToolResult | InputRequiredResult> {
  const call = { id: `mcp ${id}`, name: params.name, arguments: params.arguments };
  const result = await source.answer(call, { signal, approve: asking.approve });
  return (await asking.question()) ?? toResult(source, params.name, result);
}

/** A call that failed in a way that neither a model nor a disk can cause. The reason is for the owner's log. */
export function toFailure(error: unknown): CallToolResult {
  return toErrorResult(toErrorAnswer(asToolError(error), Number.POSITIVE_INFINITY).text);
}

function toResult(source: ToolSource, name: string, { content, data, format, is_error }: CallAnswer): CallToolResult {
  if (is_error) return toErrorResult(content);
  const text = { content: [{ type: "text" as const, text: content }] };
  const report = source.tools().find((tool) => tool.name === name);
  const isStructured = format === "json" && report !== undefined && hasStructuredOutput(report);
  return isStructured && typeof data === "object" ? { ...text, structuredContent: { ...data } } : text;
}

function toErrorResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
