// Groups the values of a configuration by the part of the program that needs them. The options of a program win over them (EX-24).

import type { ToolContextOptions } from "../gate/context.ts";
import type { PortholeConfig } from "../registory/config_keys.ts";
import { completeConfig } from "../registory/config_values.ts";
import { readPolicyFields } from "../security/policy.ts";

export type Settings = ReturnType<typeof toSettings>;

/** Takes what `validateConfig` or `loadConfig` returned. */
export function toSettings(config: PortholeConfig) {
  const { approval, sandbox, timeouts, limits, listDirectory, tree, readFile, readFiles, listFiles, searchText } =
    completeConfig(config);
  const { timeoutMs: approvalTimeoutMs, ...policy } = approval;
  const { maxCallsPerBatch, maxArgumentBytes } = limits;
  const maxOutputBytes = config.tools?.output?.max_bytes;
  return {
    context: {
      ...sandbox,
      policy,
      approvalTimeoutMs,
      timeoutMs: timeouts.defaultMs,
      // Not its default: what the file says counts for more than the built-in value (EX-24), so the two must differ.
      ...(maxOutputBytes === undefined ? {} : { maxOutputBytes }),
      maxArgumentBytes,
    },
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

/** The options were checked. */
export function toContextOptions({ context }: Settings, options: ToolContextOptions): ToolContextOptions {
  return { ...context, ...options, policy: { ...context.policy, ...readPolicyFields(options.policy ?? {}) } };
}
