// The configuration and the options of a program as one: an option wins over the configuration.

import type { ToolContextOptions } from "../gate/context.ts";
import type { Settings } from "./settings.ts";

export function toContextOptions({ context }: Settings, options: ToolContextOptions): ToolContextOptions {
  const { policy = {} } = options;
  // Anything else is refused with the rest of the policy.
  const merged = isObject(policy) ? { ...context.policy, ...withoutUndefined(policy) } : policy;
  return { ...context, ...withoutUndefined(options), policy: merged };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** An option that is there and undefined says nothing. */
function withoutUndefined<T extends object>(value: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
}
