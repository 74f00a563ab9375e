// porthole call --jsonl: reads one call per line and writes one result per line, in order, until the input ends.

import { toErrorAnswer } from "../call/answer.ts";
import type { ExecuteContext, ToolCallResult } from "../call/call_types.ts";
import { MAX_MESSAGE_BYTES, readJson } from "../input/json.ts";
import { toJsonLine } from "../input/json_line.ts";
import { splitLines } from "../input/lines.ts";
import type { Toolkit } from "../toolkit.ts";
import { AS_AGENT } from "./caller.ts";
import { EXIT, streamOutput, writeOut } from "./output.ts";

export async function runLines(toolkit: Toolkit, input: AsyncIterable<Uint8Array>): Promise<number> {
  streamOutput();
  for await (const line of splitLines(input, MAX_MESSAGE_BYTES)) {
    const { tool_call_id, is_error, content } = await answer(toolkit, line);
    await writeOut(`${toJsonLine(JSON.stringify({ tool_call_id, is_error, content }))}\n`);
  }
  return EXIT.ok;
}

async function answer(toolkit: Toolkit, line: Buffer | null): Promise<ToolCallResult> {
  const read = readJson(line);
  if ("error" in read) {
    const { text } = toErrorAnswer(read.error, Number.POSITIVE_INFINITY, toolkit);
    return { tool_call_id: typeof read.id === "string" ? read.id : null, is_error: true, content: text };
  }
  // The executor answers invalid calls itself.
  return toolkit.execute(read.value as never, { ...toContext(read.value), ...AS_AGENT });
}

/** Takes only what a line may set: a signal or a listener cannot come from outside. */
function toContext(call: unknown): ExecuteContext {
  const given: unknown = typeof call === "object" && call !== null && "context" in call ? call.context : undefined;
  if (typeof given !== "object" || given === null) return {};
  const names = ["max_output_bytes", "available_capacity_bytes", "timeout_ms"];
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => names.includes(name) && value != null));
}
