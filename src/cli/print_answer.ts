// Makes a call and prints either the exact string that a model would get, or its data formatted for people.

import type { BuiltIn } from "../call/built_in.ts";
import type { CallAnswer, ExecuteContext, ToolEvent } from "../call/types.ts";
import { ToolError } from "../errors.ts";
import { sanitize } from "../input/sanitize.ts";
import type { Toolkit } from "../toolkit.ts";
import type { AnswerFormat } from "../tools/found.ts";
import type { Awaitable } from "../tools/tool.ts";
import { AS_OWNER } from "./open.ts";
import { complain, EXIT, isTerminal, writeOut } from "./output.ts";
import { findOutsideCommand } from "./outside_hint.ts";
import { nameOptions, type Parsed, UsageError } from "./parse.ts";
import { chooseStyle, type Style } from "./style.ts";

/** `Name` is any text if the call is a model's. */
export interface NamedCall<Name extends string = BuiltIn> {
  readonly name: Name;
  readonly args: object;
}

/** Not sanitised, because programs read it. */
export async function printAnswer(
  toolkit: Toolkit,
  { name, args }: NamedCall<string>,
  caller: ExecuteContext = AS_OWNER,
): Promise<CallAnswer> {
  const answer = await toolkit.answer({ id: "1", name, arguments: { ...args } }, caller);
  await writeOut(`${answer.content}\n`);
  return answer;
}

/**
 * Prints the result of `show` for a person; on a terminal also what was left out, if --ignored does not show it. With --json, prints the
 * model's answer.
 */
export async function printTool<Output>(
  request: Parsed,
  toolkit: Toolkit,
  call: NamedCall,
  show: (output: Output, style: Style) => Awaitable<string>,
): Promise<number> {
  const style = chooseStyle(request.values);
  const { json, ignored } = request.values;
  if (json && ignored)
    throw new UsageError("--ignored cannot be combined with --json, which prints the model's answer");
  if (json) return (await printAnswer(toolkit, call)).is_error ? EXIT.toolError : EXIT.ok;
  // Only text says what was left out.
  const isRestShown = isTerminal("stderr") && !ignored;
  const answer = await askTool<Output>(request, toolkit, call, isRestShown ? "text" : "json");
  if (answer === null) return EXIT.toolError;
  await writeOut(await show(answer.data, style));
  const rest = isRestShown ? (answer.describeLeftOut?.() ?? null) : null;
  if (rest !== null) process.stderr.write(`${style.dim(sanitize(rest))}\n`);
  return EXIT.ok;
}

/** Null: the call failed, and the error was printed in the terms of the command line. */
export async function askTool<Output>(
  request: Parsed,
  toolkit: Toolkit,
  { name, args }: NamedCall,
  format: AnswerFormat = "json",
): Promise<(CallAnswer & { readonly data: Output }) | null> {
  const on_event = (event: ToolEvent) => {
    if (event.type !== "completed" || event.error === undefined) return;
    const { cause } = event.error;
    complain(nameOptions(request.command, event.error) + adviseOnOutside(request, event.error), EXIT.toolError);
    if (ToolError.isInstance(cause)) complain(cause.message, EXIT.toolError);
  };
  const answer = await toolkit.answer({ id: "1", name, arguments: { ...args } }, { ...AS_OWNER, on_event, format });
  return answer.is_error ? null : { ...answer, data: answer.data as Output };
}

/** The error does not name a path that leads outside. The hint is for people only: a model cannot look elsewhere. */
function adviseOnOutside(request: Parsed, { code, path }: ToolError): string {
  const command = code === "SANDBOX_VIOLATION" && path === undefined ? findOutsideCommand(request) : null;
  return command === null ? "" : `, or look at another folder: ${command}`;
}
