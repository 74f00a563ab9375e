// Reads calls and their context, which may be any JavaScript values. If the context is invalid, its calls are answered with an error.

import { invalidArgument, limitExceeded } from "../errors/arguments.ts";
import { ToolError } from "../errors.ts";
import type { Approve } from "./approval.ts";
import { requireFunction, requireOption } from "./call_options.ts";
import type { ExecuteContext, ToolEvent } from "./call_types.ts";
import type { CallOptions } from "./spec.ts";

export interface UntrustedContext {
  readonly options: CallOptions;
  readonly approve: Approve | undefined;
  readonly onEvent: ((event: ToolEvent) => void) | undefined;
  /** What is wrong with the context. The call fails with it, unless the policy refuses the call first. */
  readonly fault: ToolError | null;
}

export interface UntrustedCall {
  readonly id: string | null;
  readonly name: string | null;
  readonly args: unknown;
}

/** Null counts as undefined, whatever the type says. */
export function readContext(context: ExecuteContext | null | undefined): UntrustedContext {
  const given = context ?? {};
  let fault: ToolError | null = null;
  // Undefined for an invalid value; the rest of the context still applies to the answer that reports it.
  const read = <Name extends keyof ExecuteContext>(name: Name, option: keyof CallOptions | "function") => {
    try {
      const value = given[name] ?? undefined;
      if (option !== "function") requireOption(option, value, name);
      else if (value !== undefined) requireFunction(name, value);
      return value;
    } catch (error) {
      fault ??= ToolError.isInstance(error) ? error : invalidArgument(`${name} cannot be read`);
      return undefined;
    }
  };
  const options = {
    signal: read("signal", "signal"),
    timeoutMs: read("timeout_ms", "timeoutMs"),
    maxOutputBytes: read("max_output_bytes", "maxOutputBytes"),
    clientLimit: read("client_limit", "clientLimit"),
    availableCapacityBytes: read("available_capacity_bytes", "availableCapacityBytes"),
    holdBack: read("hold_back", "holdBack"),
    client: read("client", "client"),
    by: read("by", "by"),
    format: read("format", "format"),
    toolPrefix: read("tool_prefix", "toolPrefix"),
  };
  return { options, approve: read("approve", "function"), onEvent: read("on_event", "function"), fault };
}

/** One for each index, including holes. Throws if it is not a list, or if it is too long. */
export function readCalls(given: unknown, maxCalls: number): readonly UntrustedCall[] {
  if (!Array.isArray(given)) throw invalidArgument("calls must be an array");
  const { length } = given;
  if (length > maxCalls) throw limitExceeded(`calls must be an array of at most ${maxCalls} calls, not ${length}`);
  return Array.from(given, readCall);
}

export function readCall(given: unknown): UntrustedCall {
  try {
    const { id, name, arguments: args }: Readonly<Record<string, unknown>> = Object(given);
    return { id: toText(id), name: toText(name), args: args ?? {} };
  } catch {
    return { id: null, name: null, args: {} };
  }
}

function toText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
