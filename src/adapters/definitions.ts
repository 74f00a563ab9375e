// The definitions of a toolkit's tools, as they are or for strict mode, before an adapter gives them its provider's form.

import { A_BOOLEAN, readOwnerInput } from "../security/owner_input.ts";
import type { Toolkit } from "../toolkit.ts";
import { type JsonSchema, type OptionalArguments, toStrictSchema } from "./strict.ts";

/** Options of the functions that return tools. */
export interface ToolsOptions {
  /** Have the provider hold the model to the schema. Default: false, and the schemas are sent to the letter. */
  readonly strict?: boolean | undefined;
}

export const TOOLS_RULES = { strict: A_BOOLEAN };

export interface Definition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema & { type: "object" };
  /** False also where strict was wished for and the schema does not fit into what strict allows. */
  readonly strict: boolean;
}

/** By name. Copies: what a program does to its list never reaches the toolkit's definitions. Throws for options that are unknown. */
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
