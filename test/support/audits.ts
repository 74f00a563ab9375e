// An audit that keeps its records. Tests only.

import type { Audit, AuditRecord } from "../../src/call/record.ts";

export interface KeptCall {
  readonly record: AuditRecord;
  readonly content: string;
}

export function keepRecords(): { readonly audit: Audit; readonly kept: KeptCall[]; take(): AuditRecord } {
  const kept: KeptCall[] = [];
  return {
    audit: (record, content) => {
      kept.push({ record, content });
    },
    kept,
    /** The only record since the last one was taken. */
    take() {
      const [first, ...more] = kept.splice(0);
      if (first === undefined || more.length > 0)
        throw new Error(`${first === undefined ? 0 : more.length + 1} records`);
      return first.record;
    },
  };
}
