// Checks the specification of a tool that the owner's program adds. A mistake is reported when the tool is added, not to a model that calls
// it.

import { invalidArgument } from "../errors/arguments.ts";
import { quoteShort } from "../errors/quote.ts";
import { A_BOOLEAN, A_FUNCTION, AN_OBJECT, ANYTHING, type OwnerRule, oneOf } from "../input/owner_input.ts";
import { requireUsableSchema } from "../input/schema.ts";
import type { ToolDefinition } from "../registory/definitions.ts";
import type { PathRequest, ToolSpec, ToolTraits } from "../tools/tool.ts";

type Rules<Input> = Readonly<Record<keyof Input, OwnerRule>>;

function optional({ allows, accepts }: OwnerRule): OwnerRule {
  return { allows, accepts: (value) => value === undefined || accepts(value) };
}

const SPEC_RULES: Rules<ToolSpec<PathRequest, unknown>> = {
  definition: AN_OBJECT,
  traits: AN_OBJECT,
  target: optional(oneOf(["path", "root"])),
  notFound: optional(oneOf(["hinted", "plain"])),
  places: optional(AN_OBJECT),
  paths: optional(A_FUNCTION),
  parse: A_FUNCTION,
  summarize: A_FUNCTION,
  run: A_FUNCTION,
  toText: optional(A_FUNCTION),
  toTextForm: optional(A_FUNCTION),
};

const TRAIT_RULES: Rules<ToolTraits> = {
  isSideEffecting: A_BOOLEAN,
  requiresApproval: A_BOOLEAN,
  riskLevel: oneOf(["low", "medium", "high"]),
  // Checked with the tool's name, as that of a call is.
  timeoutMs: ANYTHING,
  respectsGitignore: optional(A_BOOLEAN),
  allowsTruncation: optional(A_BOOLEAN),
};

/** Throws `invalidArgument` for the first mistake. The specification may be an instance of a class. */
export function requireSpec<Request extends PathRequest, Output>(spec: ToolSpec<Request, Output>): void {
  if (!AN_OBJECT.accepts(spec)) throw invalidArgument(`a tool must be ${AN_OBJECT.allows}, not ${quoteShort(spec)}`);
  if (!AN_OBJECT.accepts(spec.definition)) throw invalidArgument("definition of a tool must be an object");
  requireDefinition(spec.definition);
  const what = `the tool ${spec.definition.name}`;
  requireFields(what, spec, SPEC_RULES);
  requireFields(`the traits of ${what}`, spec.traits, TRAIT_RULES);
  requireUsableSchema(spec.definition);
}

function requireFields(what: string, given: object, rules: Readonly<Record<string, OwnerRule>>): void {
  for (const [name, { allows, accepts }] of Object.entries(rules)) {
    if (!accepts(Reflect.get(given, name))) throw invalidArgument(`${name} of ${what} must be ${allows}`);
  }
}

function requireDefinition({ name, description, parameters }: ToolDefinition): void {
  if (typeof name !== "string" || !/^[\w./-]{1,128}$/.test(name))
    throw invalidArgument(`name of a tool must be 1 to 128 letters, digits or _./-, not ${quoteShort(name)}`);
  if (typeof description !== "string") throw invalidArgument(`description of the tool ${name} must be a string`);
  const { type = "object" } = Object(parameters);
  if (typeof parameters !== "object" || parameters === null || type !== "object")
    throw invalidArgument(`parameters of the tool ${name} must be the JSON Schema of an object`);
}
