// One page of an answer: how it ends, where the next one continues, and its time limit.

import type { CallClock } from "../disk/call_clock.ts";
import { writeCursor } from "./cursor.ts";
import type { LeftOutCounts } from "./left_out.ts";
import type { Mark } from "./place.ts";

/** Why an answer ended before everything was shown. */
export type TruncatedReason = "max_results" | "max_output_bytes" | "scan_limit" | "timeout";

/** The last fields of an answer, in their order. */
export interface PageEnd {
  complete: boolean;
  truncated_reason: TruncatedReason | null;
  /** `after` for the next call; null if nothing follows. */
  next: string | null;
  left_out: LeftOutCounts;
  /** How arguments that were sent under other names were read, by the names of this tool. Absent if there were none. */
  read_as?: Readonly<Record<string, unknown>>;
}

export function endComplete(leftOut: Readonly<LeftOutCounts>): PageEnd {
  return { complete: true, truncated_reason: null, next: null, left_out: leftOut };
}

/** `call` is from `toCallId`; `detail` is what the tool needs besides the position. */
export function endAt({ place, leftOut }: Mark, reason: TruncatedReason, call: string, detail = ""): PageEnd {
  return {
    complete: false,
    truncated_reason: reason,
    next: writeCursor({ call, detail, place }),
    left_out: leftOut,
  };
}

/** A clock for the work of a call. It ends early, to leave time for answering with the results so far. */
export function endEarly(clock: CallClock): CallClock {
  const { leftMs } = clock;
  return clock.endEarlier(Math.min(500, Math.max(20, leftMs / 10), leftMs / 2));
}
