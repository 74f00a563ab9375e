// The configuration, grouped by who needs it. Leaves to apply.ts that an explicit option wins over it (EX-24).

import type { PortholeConfig } from "../registory/config_keys.ts";
import { completeConfig } from "../registory/config_values.ts";

export type Settings = ReturnType<typeof toSettings>;

/** Takes what `validateConfig` or `loadConfig` returned. */
export function toSettings(config: PortholeConfig) {
  const { approval, sandbox, timeouts, limits, listDirectory, tree, readFile } = completeConfig(config);
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
  };
}
