// What a caller handed to the executor, read once, whatever it is: no getter, no trap and no hole gets past this point.
// Leaves to run.ts what is answered.

import { invalidArgument, limitExceeded, quoteShort, ToolError } from "../errors.ts";
import { requireCallOptions } from "../gate/scope.ts";
import type { CallOptions } from "../gate/spec.ts";
import type { Approve } from "../security/approval.ts";
import type { ExecuteContext, ToolEvent } from "./types.ts";

const NAMES = {
  callId: "id",
  signal: "signal",
  timeoutMs: "timeout_ms",
  maxOutputBytes: "max_output_bytes",
  availableCapacityBytes: "available_capacity_bytes",
} as const;

export interface UntrustedContext {
  readonly options: CallOptions;
  readonly approve: Approve | undefined;
  readonly onEvent: ((event: ToolEvent) => void) | undefined;
  /** What is wrong with the context. The call is answered with it, unless the policy refuses it first. */
  readonly fault: ToolError | null;
}

export interface UntrustedCall {
  readonly id: string | null;
  readonly name: string | null;
  readonly args: unknown;
}

const NOTHING_SAID: UntrustedContext = { options: {}, approve: undefined, onEvent: undefined, fault: null };

export function readContext(given: ExecuteContext | undefined): UntrustedContext {
  // Null too, whatever the type says.
  if (given === undefined || given === null) return NOTHING_SAID;
  const reader = new ContextReader(given);
  return {
    options: {
      signal: reader.read("signal"),
      timeoutMs: reader.read("timeout_ms"),
      maxOutputBytes: reader.read("max_output_bytes"),
      availableCapacityBytes: reader.read("available_capacity_bytes"),
    },
    approve: reader.read("approve"),
    onEvent: reader.read("on_event"),
    fault: reader.fault,
  };
}

class ContextReader {
  readonly #given: ExecuteContext;
  fault: ToolError | null = null;

  constructor(given: ExecuteContext) {
    this.#given = given;
  }

  /** Undefined for what is wrong, so that the rest of the context still holds for the answer that says so. */
  read<Name extends keyof ExecuteContext>(name: Name): ExecuteContext[Name] | undefined {
    try {
      const value = this.#given[name] ?? undefined;
      requireField(name, value);
      return value;
    } catch (error) {
      this.fault ??= ToolError.isInstance(error) ? error : invalidArgument(`${name} cannot be read`);
      return undefined;
    }
  }
}

function requireField(name: keyof ExecuteContext, value: ExecuteContext[keyof ExecuteContext]): void {
  if (value === undefined) return;
  if (name !== "approve" && name !== "on_event") requireCallOptions({ [OPTIONS[name]]: value }, NAMES);
  else if (typeof value !== "function") throw invalidArgument(`${name} must be a function, not ${quoteShort(value)}`);
}

const OPTIONS = {
  signal: "signal",
  timeout_ms: "timeoutMs",
  max_output_bytes: "maxOutputBytes",
  available_capacity_bytes: "availableCapacityBytes",
} as const;

/** One for each place, holes included. Throws for what is no list, or too long a one to be looked at. */
export function readCalls(given: unknown, maxCalls: number): readonly UntrustedCall[] {
  const length = readLength(given);
  if (length === null) throw invalidArgument("calls must be an array");
  if (length > maxCalls) throw limitExceeded(`calls must be an array of at most ${maxCalls} calls, not ${length}`);
  return Array.from({ length }, (_, index) => readCall(readField(given, String(index))));
}

function readLength(given: unknown): number | null {
  try {
    return Array.isArray(given) ? given.length : null;
  } catch {
    return null;
  }
}

export function readCall(given: unknown): UntrustedCall {
  return { id: readText(given, "id"), name: readText(given, "name"), args: readField(given, "arguments") ?? {} };
}

function readText(value: unknown, name: string): string | null {
  const text = readField(value, name);
  return typeof text === "string" && text !== "" ? text : null;
}

function readField(value: unknown, name: string): unknown {
  try {
    return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  } catch {
    return undefined;
  }
}
