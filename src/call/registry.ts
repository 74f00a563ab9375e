// The tools of a context, by name: adds, finds and lists them.

import { duplicateTool, unknownTool } from "../errors/calls.ts";
import type { ToolAliases } from "../input/aliases.ts";
import { type Arguments, compileCheck } from "../input/arguments.ts";
import type { ToolDefinition } from "../registory/definitions.ts";
import type { PathRequest, ToolSpec, ToolTraits } from "../tools/tool.ts";
import { requireDuration, type ToolContext } from "./context.ts";
import { isDenied, requireDeclared } from "./policy.ts";
import type { ToolReport } from "./types.ts";

/** A tool, or another kind of request that runs like one, as calls see it. */
export interface Registered {
  readonly definition: ToolDefinition;
  readonly traits: ToolTraits;
  readonly spec: ToolSpec<PathRequest, unknown>;
  /** The name that the policy checks. */
  readonly policyName: string;
  /** The arguments of other tools that it understands. Null: every name is taken as it is, and unknown ones are ignored. */
  readonly aliases: ToolAliases | null;
  /** Throws if arguments do not match the schema. */
  readonly check: (args: Arguments) => void;
}

interface Registration {
  /** Default: the name of the definition. */
  readonly policyName?: string;
  /** Default: null. */
  readonly aliases?: ToolAliases | null;
}

/** Throws if the tool must be declared and is not, or if its schema cannot be used. */
export function toRegistered<Request extends PathRequest, Output>(
  { ownTools }: Pick<ToolContext, "ownTools">,
  spec: ToolSpec<Request, Output>,
  { policyName = spec.definition.name, aliases = null }: Registration = {},
): Registered {
  const { definition, traits } = spec;
  requireDeclared(policyName, ownTools);
  if (traits.timeoutMs !== undefined) requireDuration(`timeoutMs of the tool ${definition.name}`, traits.timeoutMs);
  return { definition, traits, spec, policyName, aliases, check: compileCheck(definition) };
}

export class ToolRegistry {
  readonly #tools = new Map<string, Registered>();

  register(tool: Registered): void {
    const { name } = tool.definition;
    if (this.#tools.has(name)) throw duplicateTool(name);
    this.#tools.set(name, tool);
  }

  /** Throws `unknownTool`, for the name that the model `wrote`. */
  get(name: string | null, wrote = name): Registered {
    const tool = name === null ? undefined : this.#tools.get(name);
    if (tool === undefined) throw unknownTool(wrote, this.#names());
    return tool;
  }

  /** The tool name that the policy checks, whether or not the tool exists. */
  policyName(name: string): string {
    return this.#tools.get(name)?.policyName ?? name;
  }

  /** By name, always in the same order. */
  reports(context: Pick<ToolContext, "policy" | "timeoutMs">): readonly ToolReport[] {
    return this.#names().map((name) => toReport(this.get(name), context));
  }

  #names(): readonly string[] {
    return [...this.#tools.keys()].sort();
  }
}

function toReport(
  { definition, traits }: Registered,
  { policy, timeoutMs }: Pick<ToolContext, "policy" | "timeoutMs">,
): ToolReport {
  const { name, description, parameters } = definition;
  return {
    name,
    description,
    parameters,
    is_side_effecting: traits.isSideEffecting,
    requires_approval: traits.requiresApproval,
    risk_level: traits.riskLevel,
    timeout_ms: traits.timeoutMs ?? timeoutMs,
    ...(isDenied(policy, { ...traits, name }) ? { is_denied: true } : {}),
  };
}
