// Marks tell the owner what an agent can and cannot see. They run like tools (policy, sandbox, timeout, events); for the policy they count
// as list_directory, which shows the same names.

import type { Calls } from "../../call/calls.ts";
import { callSpec, type ResourceCall, type ResourceOutcome } from "../../call/resources.ts";
import type { ExecuteContext } from "../../call/types.ts";
import type { MarkedListing, MarkedPath, MarkListInput, MarkOfInput } from "./types.ts";

/** What an agent can and cannot see, for the owner. */
export interface ToolkitMarks {
  /** The folders in which an agent can start: the root (`.`), or the allowed folders. */
  readonly starts: readonly string[];
  /** Every entry of one folder, including those that the tools leave out. A denied folder is refused. */
  list(call: ResourceCall & MarkListInput, context?: ExecuteContext): Promise<ResourceOutcome<MarkedListing>>;
  /** Marks of entries that a tool has shown, so never `hidden`. Accesses the disk for links only. */
  of(call: ResourceCall & MarkOfInput, context?: ExecuteContext): Promise<ResourceOutcome<readonly MarkedPath[]>>;
}

/** `requests` must have the specs of marks. */
export function toMarks(requests: Calls, starts: readonly string[]): ToolkitMarks {
  return {
    starts,
    list: (given, context) => callSpec(requests, given, "marks/list", context),
    of: (given, context) => callSpec(requests, given, "marks/of", context),
  };
}
