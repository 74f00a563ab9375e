// The definitions of a toolkit's tools, unchanged or in strict mode. The adapters convert them to their provider's form.

import { A_BOOLEAN, readOwnerInput } from "../input/owner_input.ts";
import type { Toolkit } from "../toolkit.ts";
import { type JsonSchema, type OptionalArguments, toStrictSchema } from "./strict.ts";

/** Options of the functions that return tools. */
export interface ToolsOptions {
  /** Make the provider enforce the schema. Default: false; the schemas are sent unchanged. */
  readonly strict?: boolean | undefined;
}

export const TOOLS_RULES = { strict: A_BOOLEAN };

export interface Definition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema & { type: "object" };
  /** False also if strict mode was requested but cannot express the schema. */
  readonly strict: boolean;
}

/** By name. Returns copies, so that changes by the caller never reach the toolkit's definitions. Throws on unknown options. */
export function toDefinitions(
  toolkit: Pick<Toolkit, "tools">,
  options: ToolsOptions,
  optional: OptionalArguments,
): Definition[] {
  const { strict = false } = readOwnerInput("options", options, TOOLS_RULES);
  return toolkit.tools().map(({ name, description, parameters }) => {
    const strictSchema = strict ? toStrictSchema(parameters, optional) : null;
    const schema = strictSchema ?? structuredClone(parameters);
    return { name, description, parameters: { ...schema, type: "object" }, strict: strictSchema !== null };
  });
}
