// Combines several audits into one, and wraps those that only observe.

import type { Audit, AuditRecord } from "../call/record.ts";
import type { Awaitable } from "../tools/tool.ts";

/** Called in order; if one fails, the rest are not called. Undefined if there are none. */
export function joinAudits(given: readonly (Audit | undefined)[]): Audit | undefined {
  const audits = given.filter((audit) => audit !== undefined);
  return audits.length <= 1 ? audits[0] : (record, content) => callAll(audits, record, content);
}

/** Synchronous unless an audit returns a promise. */
function callAll(audits: readonly Audit[], record: AuditRecord, content: string): Awaitable<void> {
  for (const [index, audit] of audits.entries()) {
    const kept = audit(record, content);
    if (kept !== undefined) return kept.then(() => callAll(audits.slice(index + 1), record, content));
  }
}

/** The audit is told about each call, but can neither refuse nor delay it. */
export function toObserver(audit: Audit): Audit {
  return (record, content) => {
    try {
      Promise.resolve(audit(record, content)).catch(() => {});
    } catch {
      // The observer failed; the call goes on.
    }
  };
}
