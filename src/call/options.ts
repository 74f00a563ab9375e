// Reads calls and their options, which may be any JavaScript values. If an option is invalid, the calls are answered with an error.

import { invalidArgument, limitExceeded } from "../errors/arguments.ts";
import { asToolError, duplicateToolCallId } from "../errors/calls.ts";
import { quoteShort } from "../errors/quote.ts";
import { ToolError } from "../errors.ts";
import { SIZE_UNITS } from "./budget.ts";
import { requireBytes, requireDuration } from "./context.ts";
import { A_TOOL_PREFIX, isToolPrefix, toToolNames } from "./tool_names.ts";
import type { Call, CallOptions, ExecuteContext, Given } from "./types.ts";

/** Names a call without an id in approval requests, and for its tool. */
export const DEFAULT_CALL_ID = "call";

/** A longer batch gets one answer, and none of its calls is read. Far more than a model makes in one message. */
const MAX_CALLS_ANSWERED = 1024;

/** Throws `invalidArgument` for an invalid value. `name` is the caller's name for the option. */
type Check = (name: string, value: unknown) => void;

interface Option {
  /** Its name in the context of a call (EX-05); null if that has no such option. */
  readonly inContext: keyof ExecuteContext | null;
  readonly check: Check;
}

const OPTIONS: Readonly<Record<keyof CallOptions, Option>> = {
  callId: { inContext: null, check: requireText },
  signal: { inContext: "signal", check: requireSignal },
  timeoutMs: { inContext: "timeout_ms", check: requireDuration },
  maxOutputBytes: { inContext: "max_output_bytes", check: requireBytes },
  clientLimit: { inContext: "client_limit", check: requireLimit },
  availableCapacityBytes: { inContext: "available_capacity_bytes", check: requireBytes },
  holdBack: { inContext: "hold_back", check: requireFunction },
  client: { inContext: "client", check: requireClient },
  by: { inContext: "by", check: (name, value) => requireOneOf(name, value, ["agent", "owner"]) },
  format: { inContext: "format", check: (name, value) => requireOneOf(name, value, ["json", "text"]) },
  toolPrefix: { inContext: "tool_prefix", check: requireToolPrefix },
};
const OPTION_ENTRIES = Object.entries(OPTIONS);

/** For calls of a model. */
export function readContext(context: ExecuteContext | null | undefined): Given {
  const reader = new OptionReader(Object(context ?? {}), "model");
  const options = reader.readAll(({ inContext }) => inContext);
  const approve = reader.read("approve", requireFunction) as Given["approve"];
  const onEvent = reader.read("on_event", requireFunction) as Given["onEvent"];
  return { options, approve, onEvent, fault: reader.fault };
}

/** For a program that calls a tool as a function. */
export function readCallOptions(given: CallOptions | undefined): Given {
  const reader = new OptionReader(Object(given ?? {}), "program");
  const options = reader.readAll((_option, name) => name);
  return { options, approve: undefined, onEvent: undefined, fault: reader.fault };
}

/** Undefined for an invalid value: the other options still apply to the answer that reports it. */
class OptionReader {
  readonly #given: object;
  /** For the calls of a model, null counts as undefined, and an option that cannot be read is an invalid one. */
  readonly #caller: "model" | "program";
  fault: ToolError | null = null;

  constructor(given: object, caller: "model" | "program") {
    this.#given = given;
    this.#caller = caller;
  }

  readAll(nameOf: (option: Option, name: string) => string | null): CallOptions {
    const options: Record<string, unknown> = {};
    for (const [option, rule] of OPTION_ENTRIES) {
      const name = nameOf(rule, option);
      options[option] = name === null ? undefined : this.read(name, rule.check);
    }
    // Each has been checked.
    return options as CallOptions;
  }

  read(name: string, check: Check): unknown {
    try {
      const value: unknown = Reflect.get(this.#given, name);
      if (value === undefined || (value === null && this.#caller === "model")) return undefined;
      check(name, value);
      return value;
    } catch (error) {
      const isOurs = ToolError.isInstance(error) || this.#caller === "program";
      this.fault ??= isOurs ? asToolError(error) : invalidArgument(`${name} cannot be read`);
      return undefined;
    }
  }
}

/** One for each index, including holes. A list that cannot be read counts as one call without id and name. */
export function readCalls(calls: unknown, given: Given, maxCalls: number): readonly Call[] {
  try {
    if (!Array.isArray(calls)) throw invalidArgument("calls must be an array");
    const { length } = calls;
    const most = Math.max(MAX_CALLS_ANSWERED, maxCalls);
    if (length > most) throw limitExceeded(`calls must be an array of at most ${most} calls, not ${length}`);
    const ids = new Set<string>();
    return Array.from(calls, (call, index) => readCall(call, given, ids, index < maxCalls ? null : tooMany(maxCalls)));
  } catch (error) {
    const fault = asToolError(error);
    const readArgs = () => {
      throw fault;
    };
    return [{ id: null, name: null, own: null, readArgs, given, fault }];
  }
}

function tooMany(maxCalls: number): ToolError {
  return limitExceeded(`a batch has at most ${maxCalls} calls; send the rest in another`);
}

/** `ids` are those of the calls before it: an id is taken, whatever else is wrong with its call. */
function readCall(call: unknown, given: Given, ids: Set<string>, excess: ToolError | null): Call {
  const { id, name, args } = readFields(call);
  const isRepeated = id !== null && ids.has(id);
  if (id !== null) ids.add(id);
  const own = name === null ? null : toToolNames(given.options.toolPrefix).read(name);
  const fault = given.fault ?? findFault(id, name) ?? (isRepeated ? duplicateToolCallId(id) : excess);
  return { id, name, own, readArgs: () => args, given, fault };
}

function findFault(id: string | null, name: string | null): ToolError | null {
  if (id === null) return invalidArgument("id of the call must be a non-empty string");
  return name === null ? invalidArgument("name of the call must be a non-empty string") : null;
}

function readFields(call: unknown) {
  try {
    const { id, name, arguments: args }: Readonly<Record<string, unknown>> = Object(call);
    return { id: toText(id), name: toText(name), args: args ?? {} };
  } catch {
    return { id: null, name: null, args: {} };
  }
}

function toText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function requireToolPrefix(name: string, value: unknown): void {
  if (!isToolPrefix(value)) throw invalidArgument(`${name} must be ${A_TOOL_PREFIX}, not ${quoteShort(value)}`);
}

function requireText(name: string, value: unknown): void {
  if (typeof value !== "string") throw invalidArgument(`${name} must be a string, not ${quoteShort(value)}`);
}

function requireFunction(name: string, value: unknown): void {
  if (typeof value !== "function") throw invalidArgument(`${name} must be a function, not ${quoteShort(value)}`);
}

function requireOneOf(name: string, value: unknown, choices: readonly string[]): void {
  if (!choices.some((choice) => choice === value))
    throw invalidArgument(`${name} must be ${choices.join(" or ")}, not ${quoteShort(value)}`);
}

function requireClient(name: string, value: unknown): void {
  const { name: own, version }: Readonly<Record<string, unknown>> = Object(value);
  const isClient = typeof own === "string" && (version === undefined || typeof version === "string");
  if (!isClient) throw invalidArgument(`${name} must be an object with a name, and may have a version: both strings`);
}

function requireLimit(name: string, value: unknown): void {
  const { most, unit, frame, mostLines = 0 }: Readonly<Record<string, unknown>> = Object(value);
  if (!SIZE_UNITS.some((known) => known === unit)) throw invalidArgument(`${name} must be the limit of a client`);
  for (const size of [most, frame, mostLines]) requireBytes(`a size of ${name}`, size);
}

/** Not `instanceof`: a signal of another realm is valid too. */
function requireSignal(name: string, value: unknown): void {
  if (Object.prototype.toString.call(value) === "[object AbortSignal]") return;
  throw invalidArgument(`${name} must be an AbortSignal, not ${quoteShort(value)}`);
}
