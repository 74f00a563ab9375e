// porthole call: calls a tool as a model would, once with the given arguments, or many times with calls from standard input.

import { toErrorAnswer } from "../call/fit.ts";
import type { ExecuteContext, ToolCallResult } from "../call/types.ts";
import { quoteShort } from "../errors/quote.ts";
import { isRecord, MAX_MESSAGE_BYTES, readJson } from "../input/json.ts";
import { toJsonLine } from "../input/json_line.ts";
import { splitLines } from "../input/lines.ts";
import type { Toolkit } from "../toolkit.ts";
import { AS_AGENT, openInDialect, readModelOptions } from "./open.ts";
import { EXIT, writeOut } from "./output.ts";
import { type Parsed, UsageError } from "./parse.ts";
import { printAnswer } from "./print_answer.ts";

export async function run({ positionals, values }: Parsed): Promise<number> {
  const [tool, json] = positionals;
  if (values.jsonl) {
    if (tool !== undefined) throw new UsageError("call --jsonl takes no arguments; the calls come from standard input");
    using toolkit = openInDialect(values, readModelOptions(values, "json"));
    return await runLines(toolkit, process.stdin);
  }
  if (tool === undefined) throw new UsageError("call needs TOOL and JSON; see porthole call --help");
  if (json === undefined) throw new UsageError(`call needs the arguments of ${tool} as JSON, such as '{"path":"."}'`);
  const args = parseArguments(json);
  using toolkit = openInDialect(values, readModelOptions(values, "json"));
  const { is_error } = await printAnswer(toolkit, { name: tool, args }, AS_AGENT);
  return is_error ? EXIT.toolError : EXIT.ok;
}

function parseArguments(json: string): object {
  const args = parseJson(json);
  if (isRecord(args)) return args;
  throw new UsageError("JSON must be an object with the tool's arguments");
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new UsageError(`the arguments must be valid JSON, such as '{"path":"."}', not ${quoteShort(json)}`);
  }
}

/** One call per line in, one result per line out, in order, until the input ends. */
export async function runLines(toolkit: Toolkit, input: AsyncIterable<Uint8Array>): Promise<number> {
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
  const given = isRecord(call) && isRecord(call.context) ? call.context : {};
  const names = ["max_output_bytes", "available_capacity_bytes", "timeout_ms"];
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => names.includes(name) && value != null));
}
