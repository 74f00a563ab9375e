// porthole call --jsonl: reads one call per line and writes one result per line, in order, until the input ends.

import { invalidArgument } from "../errors.ts";
import type { ExecuteContext, ToolCallResult } from "../executor/types.ts";
import { toErrorAnswer } from "../gate/answer.ts";
import { toJsonLine } from "../security/json_line.ts";
import type { Toolkit } from "../toolkit.ts";
import { AS_AGENT } from "./caller.ts";
import { splitLines } from "./lines.ts";
import { EXIT, streamOutput, writeOut } from "./output.ts";

export async function runLines(toolkit: Toolkit, input: AsyncIterable<Uint8Array>): Promise<number> {
  streamOutput();
  for await (const line of splitLines(input)) {
    if (line !== "too long" && line.trim() === "") continue;
    const { tool_call_id, is_error, content } = await answer(toolkit, line);
    await writeOut(`${toJsonLine(JSON.stringify({ tool_call_id, is_error, content }))}\n`);
  }
  return EXIT.ok;
}

async function answer(toolkit: Toolkit, line: string): Promise<ToolCallResult> {
  const parsed = parseLine(line);
  if (parsed === null) {
    const error = invalidArgument("the line is not JSON, or too long");
    const { text } = toErrorAnswer(error, Number.POSITIVE_INFINITY, toolkit);
    return { tool_call_id: null, is_error: true, content: text };
  }
  // The executor answers invalid calls itself.
  return toolkit.execute(parsed.call as never, { ...toContext(parsed.call), ...AS_AGENT });
}

function parseLine(line: string): { readonly call: unknown } | null {
  try {
    return { call: JSON.parse(line) };
  } catch {
    return null;
  }
}

/** Takes only what a line may set: a signal or a listener cannot come from outside. */
function toContext(call: unknown): ExecuteContext {
  const given: unknown = typeof call === "object" && call !== null && "context" in call ? call.context : undefined;
  if (typeof given !== "object" || given === null) return {};
  const names = ["max_output_bytes", "available_capacity_bytes", "timeout_ms"];
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => names.includes(name) && value != null));
}
