// The configuration and the options of a program as one: an option wins over the configuration.

import type { ToolContextOptions } from "../gate/context.ts";
import { readPolicyFields } from "../security/policy.ts";
import type { Settings } from "./settings.ts";

/** The options were checked. */
export function toContextOptions({ context }: Settings, options: ToolContextOptions): ToolContextOptions {
  return { ...context, ...options, policy: { ...context.policy, ...readPolicyFields(options.policy ?? {}) } };
}
