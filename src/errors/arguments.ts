// Named constructors for errors in the arguments of a call.

import { naming, ToolError } from "../errors.ts";
import { didYouMean, quoteShort } from "./quote.ts";

export function invalidArgument(message: string): ToolError {
  return new ToolError({ kind: "BadArgs", code: "INVALID_ARGUMENT", message });
}

/** `nearest` is the argument that was probably meant. */
export function unknownArgument(
  tool: string,
  name: string,
  known: readonly string[],
  nearest: string | null,
): ToolError {
  return naming(
    { kind: "BadArgs", code: "INVALID_ARGUMENT" },
    (nameTool) =>
      `${nameTool(tool)} has no argument ${quoteShort(name)}; it has ${known.join(", ")}${didYouMean(nearest)}`,
  );
}

/** An argument of another tool, which means `own` here. */
export function foreignArgument(tool: string, name: string, own: string): ToolError {
  return naming(
    { kind: "BadArgs", code: "INVALID_ARGUMENT" },
    (nameTool) => `${nameTool(tool)} has no argument ${quoteShort(name)}; use ${own}`,
  );
}

/** Two names for one argument. */
export function contradictingArguments(first: string, second: string): ToolError {
  return invalidArgument(`${first} and ${second} contradict each other; give only one of them`);
}

/** `fault` is about our arguments; `sentNames` are those under which they were sent, by ours. */
export function faultInReadArguments(fault: ToolError, sentNames: ReadonlyMap<string, string>): ToolError {
  const { kind, code, path, retriable, cause } = fault;
  const [first, ...others] = [...sentNames].map(([own, sent]) => [sent, own] as const);
  if (first === undefined) return fault;
  const names = [first.join(" was read as "), ...others.map((pair) => pair.join(" as "))].join(", ");
  return naming({ kind, code, path, retriable, cause }, (nameTool) => `${fault.messageFor(nameTool)}; ${names}`);
}

/** `fault` follows the name in the sentence. */
export function unusableName(name: string, fault: string): ToolError {
  return invalidArgument(`path has a name that cannot be used: ${quoteShort(name)} ${fault}`);
}

export function limitExceeded(message: string): ToolError {
  return new ToolError({ kind: "BadArgs", code: "LIMIT_EXCEEDED", message });
}
