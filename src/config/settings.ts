// Groups the values of a configuration by the part of the program that uses them. Options given in code win over them (EX-24).

import type { ToolContextOptions } from "../call/context.ts";
import { readPolicyFields } from "../call/policy.ts";
import type { DefaultsSet, PortholeConfig } from "../registory/config_keys.ts";
import { completeConfig, type ToolLimits } from "../registory/config_values.ts";

export type Settings = ReturnType<typeof toSettings>;

/** Takes what `validateConfig` or `loadConfig` returned. */
export function toSettings(config: PortholeConfig, set: DefaultsSet = "specified") {
  const { format, approval, sandbox, timeouts, output: _, limits, ...tools } = completeConfig(config, set);
  const { timeoutMs: approvalTimeoutMs, ownTools, ...policy } = approval;
  const maxOutputBytes = config.tools?.output?.max_bytes;
  return {
    ...(tools satisfies ToolLimits),
    context: {
      ...sandbox,
      format,
      policy,
      ownTools,
      approvalTimeoutMs,
      timeoutMs: timeouts.defaultMs,
      // No default is filled in: a value in the file wins over the built-in one (EX-24), so the two must stay distinguishable.
      ...(maxOutputBytes === undefined ? {} : { maxOutputBytes }),
      maxArgumentBytes: limits.maxArgumentBytes,
    },
    auditFile: config.audit?.file ?? null,
    /** Whether tools understand the arguments of other tools, and refuse unknown ones. */
    readsAliases: set === "agent",
    /** All tools of the toolkit work on files. */
    fileTimeoutMs: timeouts.fileOperationsMs ?? timeouts.defaultMs,
    maxCallsPerBatch: limits.maxCallsPerBatch,
  };
}

/** Sets for all tools at once whether they leave out files that git ignores. Undefined: each tool uses its own key. */
export function withGitignore(settings: Settings, respectGitignore: boolean | undefined): Settings {
  if (respectGitignore === undefined) return settings;
  const changed = Object.entries(settings).map(([name, value]) => [
    name,
    typeof value === "object" && value !== null && "respectGitignore" in value ? { ...value, respectGitignore } : value,
  ]);
  return Object.fromEntries(changed);
}

/** The options have been checked. */
export function toContextOptions({ context }: Settings, options: ToolContextOptions): ToolContextOptions {
  // Null differs from undefined: it could be a policy that failed to load.
  const policy = options.policy === undefined ? {} : readPolicyFields(options.policy);
  // A default must not add a list if the owner switched all of them off.
  const denySecrets = context.denySecrets && (options.includeDefaultDenies ?? context.includeDefaultDenies);
  return { ...context, denySecrets, ...options, policy: { ...context.policy, ...policy } };
}
