// The tools of a toolkit, by name: adds, finds and lists them.

import { duplicateTool, unknownTool } from "../errors/calls.ts";
import type { PathRequest } from "../tools/tool.ts";
import type { ToolReport } from "./call_types.ts";
import type { ToolContext } from "./context.ts";
import type { GatedTool } from "./factory.ts";
import { isDenied } from "./policy.ts";

export type AnyTool = Pick<GatedTool<PathRequest, unknown>, "definition" | "traits" | "admit"> & {
  readonly policyName?: string;
};

export class ToolRegistry {
  readonly #tools = new Map<string, () => AnyTool>();

  register(tool: AnyTool): void {
    this.registerLate(tool.definition.name, () => tool);
  }

  /** `make` must always return the same tool, of this name. It is called when the tool is first needed. */
  registerLate(name: string, make: () => AnyTool): void {
    if (this.#tools.has(name)) throw duplicateTool(name);
    this.#tools.set(name, make);
  }

  /** Throws `unknownTool`, for the name that the model `wrote`. */
  get(name: string | null, wrote = name): AnyTool {
    const make = name === null ? undefined : this.#tools.get(name);
    if (make === undefined) throw unknownTool(wrote, this.#names());
    return make();
  }

  /** The tool name that the policy checks, whether or not the tool exists. */
  policyName(name: string): string {
    return this.#tools.get(name)?.().policyName ?? name;
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
  { definition, traits }: AnyTool,
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
