// Several audits as one, and those that only want to know.

import type { Audit, AuditRecord } from "../gate/record.ts";
import type { Awaitable } from "../security/approval.ts";

/** In order; if one fails, those after it are not called. Undefined if there are none. */
export function joinAudits(given: readonly (Audit | undefined)[]): Audit | undefined {
  const audits = given.filter((audit) => audit !== undefined);
  return audits.length <= 1 ? audits[0] : (record, content) => callAll(audits, record, content);
}

/** At once, as far as they do not wait. */
function callAll(audits: readonly Audit[], record: AuditRecord, content: string): Awaitable<void> {
  for (const [index, audit] of audits.entries()) {
    const kept = audit(record, content);
    if (kept !== undefined) return kept.then(() => callAll(audits.slice(index + 1), record, content));
  }
}

/** Is told of each call, and can neither refuse nor delay it. */
export function toObserver(audit: Audit): Audit {
  return (record, content) => {
    try {
      Promise.resolve(audit(record, content)).catch(() => {});
    } catch {
      // It did not get to know.
    }
  };
}
