// Named constructors for errors in the arguments of a call.

import { type NameArgument, naming, ToolError, type ToolErrorFields } from "../errors.ts";
import { didYouMean, quoteShort } from "./quote.ts";

export function invalidArgument(message: string): ToolError {
  return new ToolError({ kind: "BadArgs", code: "INVALID_ARGUMENT", message });
}

/** `fault` follows the argument in the sentence, and may name other arguments. */
export function wrongArgument(argument: string, fault: string | ((nameArgument: NameArgument) => string)): ToolError {
  const describe = typeof fault === "string" ? () => fault : fault;
  const fields = { kind: "BadArgs", code: "INVALID_ARGUMENT" } as const;
  return aboutArgument(fields, argument, (name, nameArgument) => `${name} ${describe(nameArgument)}`);
}

/** `argument` is a glob that starts outside. */
export function outsideGlob(argument: string): ToolError {
  const rest = "is outside the workspace; use a glob inside it, relative to its root";
  return aboutArgument(VIOLATION, argument, (name) => `${name} ${rest}`);
}

export function absoluteGlobRefused(argument: string): ToolError {
  return aboutArgument(
    VIOLATION,
    argument,
    (name) => `${name}: absolute globs are not allowed here; use a relative one`,
  );
}

const VIOLATION = { kind: "SandboxViolation", code: "SANDBOX_VIOLATION" } as const;

/** `argument` may have the index of an item, like `exclude[1]`. A reader who knows it by another name gets no index. */
function aboutArgument(
  fields: Pick<ToolErrorFields, "kind" | "code">,
  argument: string,
  write: (name: string, nameArgument: NameArgument) => string,
): ToolError {
  const [own = argument] = argument.split("[", 1);
  return naming(fields, (_, nameArgument) => {
    const known = nameArgument(own);
    return write(known === own ? argument : known, nameArgument);
  });
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
  return naming(
    { kind, code, path, retriable, cause },
    (nameTool, nameArgument) => `${fault.messageFor(nameTool, nameArgument)}; ${names}`,
  );
}

/** `fault` follows the name in the sentence. */
export function unusableName(name: string, fault: string): ToolError {
  return invalidArgument(`path has a name that cannot be used: ${quoteShort(name)} ${fault}`);
}

export function limitExceeded(message: string): ToolError {
  return new ToolError({ kind: "BadArgs", code: "LIMIT_EXCEEDED", message });
}
