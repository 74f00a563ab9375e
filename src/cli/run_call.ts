// porthole call: calls a tool as a model would, once with the given arguments, or many times with calls from standard input.

import { quoteShort } from "../errors/quote.ts";
import { AS_AGENT } from "./caller.ts";
import { openInDialect, readModelOptions } from "./open.ts";
import { type Parsed, UsageError } from "./parse.ts";
import { printAnswer } from "./print_answer.ts";
import { runLines } from "./run_jsonl.ts";

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
  return await printAnswer(toolkit, tool, args, AS_AGENT);
}

function parseArguments(json: string): object {
  const args = parseJson(json);
  if (typeof args === "object" && args !== null && !Array.isArray(args)) return args;
  throw new UsageError("JSON must be an object with the tool's arguments");
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new UsageError(`the arguments must be valid JSON, such as '{"path":"."}', not ${quoteShort(json)}`);
  }
}
