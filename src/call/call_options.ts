// Checks the options of a call: its id, signal, timeout and budgets.

import { invalidArgument } from "../errors/arguments.ts";
import { quoteShort } from "../errors/quote.ts";
import { SIZE_UNITS } from "./budget.ts";
import { requireBytes, requireDuration } from "./context.ts";
import type { CallOptions } from "./spec.ts";
import { A_TOOL_PREFIX, isToolPrefix } from "./tool_names.ts";

export const DEFAULT_CALL_ID = "call";

const CHECKS: Readonly<Record<keyof CallOptions, (name: string, value: unknown) => void>> = {
  callId: requireText,
  signal: requireSignal,
  timeoutMs: requireDuration,
  maxOutputBytes: requireBytes,
  clientLimit: requireLimit,
  availableCapacityBytes: requireBytes,
  holdBack: requireFunction,
  client: requireClient,
  by: (name, value) => requireOneOf(name, value, ["agent", "owner"]),
  toolPrefix: requireToolPrefix,
  format: (name, value) => requireOneOf(name, value, ["json", "text"]),
};

/** Throws `invalidArgument` for the first invalid option. Undefined means not set. */
export function checkCallOptions(options: CallOptions): CallOptions {
  for (const option of Object.keys(CHECKS) as (keyof CallOptions)[]) requireOption(option, options[option]);
  return options;
}

/** `name` is the caller's name for the option. */
export function requireOption(option: keyof CallOptions, value: unknown, name: string = option): void {
  if (value !== undefined) CHECKS[option](name, value);
}

function requireToolPrefix(name: string, value: unknown): void {
  if (!isToolPrefix(value)) throw invalidArgument(`${name} must be ${A_TOOL_PREFIX}, not ${quoteShort(value)}`);
}

function requireText(name: string, value: unknown): void {
  if (typeof value !== "string") throw invalidArgument(`${name} must be a string, not ${quoteShort(value)}`);
}

export function requireFunction(name: string, value: unknown): void {
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
