// Several audits as one.

import type { Audit } from "../gate/record.ts";

/** In order; if one fails, those after it are not called. Undefined if there are none. */
export function joinAudits(given: readonly (Audit | undefined)[]): Audit | undefined {
  const audits = given.filter((audit) => audit !== undefined);
  if (audits.length <= 1) return audits[0];
  return async (record, content) => {
    for (const audit of audits) await audit(record, content);
  };
}
