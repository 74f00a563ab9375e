// Opens the record of `porthole mcp`: the file of --log or of the configuration. Reports on standard error when it cannot be written.

import { type AuditFile, openAuditFile } from "../audit/file.ts";
import { hasTerminal } from "../audit/terminal.ts";
import type { Audit } from "../call/record.ts";
import { asToolError } from "../errors/calls.ts";
import { orUsageError } from "./open.ts";
import { complain, EXIT } from "./output.ts";
import { textOf, UsageError, type Values } from "./parse.ts";

export interface ServedRecord {
  /** Undefined if there is no record. */
  readonly audit: Audit | undefined;
  close(): void;
}

/** `configured` is the file of the configuration; --log wins. */
export function openRecord(values: Values, configured: string | undefined, workspaceRoot: string): ServedRecord {
  const named = textOf(values, "log");
  if (named === "") throw new UsageError("--log must name a file");
  const file = named ?? configured;
  if (file === undefined) return { audit: undefined, close() {} };
  const kept = orUsageError(() => openAuditFile(file, workspaceRoot));
  const stopListening = onHangUp(() => tell(() => kept.reopen()));
  const close = () => {
    stopListening();
    kept.close();
  };
  return { audit: tellOnce(kept), close };
}

/** Reports once when writing fails, and once when it works again. */
function tellOnce(keep: AuditFile): Audit {
  let isFailing = false;
  return (record) => {
    try {
      keep(record);
      if (isFailing) complain("the record can be written again; calls are answered", EXIT.ok);
      isFailing = false;
    } catch (error) {
      if (!isFailing) complain(`calls are not answered: ${asToolError(error).message}`, EXIT.ok);
      isFailing = true;
      throw error;
    }
  };
}

function tell(act: () => void): void {
  try {
    act();
  } catch (error) {
    complain(asToolError(error).message, EXIT.ok);
  }
}

/** Log rotation sends SIGHUP. Closing a terminal sends it too, and then the process should end. */
function onHangUp(listener: () => void): () => void {
  if (hasTerminal()) return () => {};
  process.on("SIGHUP", listener);
  return () => void process.off("SIGHUP", listener);
}
