// The configuration and what a program says itself, as one: what is said wins. Leaves what each means to those who get it.

import type { ToolContextOptions } from "../gate/context.ts";
import type { Settings } from "./settings.ts";

export function toContextOptions(settings: Settings, options: ToolContextOptions): ToolContextOptions {
  const { maxOutputBytes } = settings;
  const { policy = {} } = options;
  return {
    approvalTimeoutMs: settings.approvalTimeoutMs,
    allowedRoots: settings.allowedRoots,
    deniedPatterns: settings.deniedPatterns,
    includeDefaultDenies: settings.includeDefaultDenies,
    allowAbsolute: settings.allowAbsolute,
    timeoutMs: settings.defaultTimeoutMs,
    ...(maxOutputBytes === null ? {} : { maxOutputBytes }),
    maxArgumentBytes: settings.maxArgumentBytes,
    ...withoutUndefined(options),
    // Anything else is refused with the rest of the policy.
    policy: isObject(policy) ? { ...settings.policy, ...withoutUndefined(policy) } : policy,
  };
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
