// Groups the values of a configuration by the part of the program that needs them. The options of a program win over them (EX-24).

import type { ToolContextOptions } from "../gate/context.ts";
import type { DefaultsSet, PortholeConfig } from "../registory/config_keys.ts";
import { completeConfig } from "../registory/config_values.ts";
import { readPolicyFields } from "../security/policy.ts";

export type Settings = ReturnType<typeof toSettings>;

/** Takes what `validateConfig` or `loadConfig` returned. */
export function toSettings(config: PortholeConfig, set: DefaultsSet = "specified") {
  const values = completeConfig(config, set);
  const { approval, sandbox, timeouts, limits, listDirectory, tree, readFile, readFiles, listFiles, searchText } =
    values;
  const { timeoutMs: approvalTimeoutMs, ownTools, ...policy } = approval;
  const { maxCallsPerBatch, maxArgumentBytes } = limits;
  const maxOutputBytes = config.tools?.output?.max_bytes;
  return {
    context: {
      ...sandbox,
      format: values.format,
      policy,
      ownTools,
      approvalTimeoutMs,
      timeoutMs: timeouts.defaultMs,
      // Not its default: what the file says counts for more than the built-in value (EX-24), so the two must differ.
      ...(maxOutputBytes === undefined ? {} : { maxOutputBytes }),
      maxArgumentBytes,
    },
    auditFile: config.audit?.file ?? null,
    /** For the tools of the toolkit, all of which work on files. */
    fileTimeoutMs: timeouts.fileOperationsMs ?? timeouts.defaultMs,
    maxCallsPerBatch,
    listDirectory,
    tree,
    readFile,
    listFiles,
    searchText,
    readFiles,
  };
}

/** Whether the tools leave out what git ignores, said for all of them at once. Undefined: each as its own key says. */
export function withGitignore(settings: Settings, respectGitignore: boolean | undefined): Settings {
  if (respectGitignore === undefined) return settings;
  const { tree, listDirectory, listFiles, searchText } = settings;
  return {
    ...settings,
    tree: { ...tree, respectGitignore },
    listDirectory: { ...listDirectory, respectGitignore },
    listFiles: { ...listFiles, respectGitignore },
    searchText: { ...searchText, respectGitignore },
  };
}

/** The options were checked. */
export function toContextOptions({ context }: Settings, options: ToolContextOptions): ToolContextOptions {
  // Null is not the same as leaving it out: it could stand for a policy that is missing.
  const policy = options.policy === undefined ? {} : readPolicyFields(options.policy);
  // A default asks for no list if the owner switched them all off.
  const denySecrets = context.denySecrets && (options.includeDefaultDenies ?? context.includeDefaultDenies);
  return { ...context, denySecrets, ...options, policy: { ...context.policy, ...policy } };
}
