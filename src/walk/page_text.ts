// Describes the end of a page in the head of a text form.

import { describeLeftOut } from "./left_out.ts";
import type { PageEnd } from "./page.ts";

/** Clauses of the head; null if there is nothing to say. */
export function describeEnd({ truncated_reason: reason, next, left_out }: PageEnd): (string | null)[] {
  return [
    reason === null ? null : `cut by ${reason}`,
    next === null ? null : `next after=${next}`,
    describeLeftOut(left_out),
  ];
}
