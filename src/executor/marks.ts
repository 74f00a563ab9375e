// Marks of a workspace for its owner: what an agent can and cannot see. They are called like tools (policy, sandbox, time limit, events), and
// the policy knows them as list_directory, which shows the same names.

import type { MarkedListing, MarkedShown, MarkListInput, MarkOfInput } from "../tools/marks/types.ts";
import { callSpec, type ResourceCall, type ResourceOutcome } from "./resources.ts";
import type { Executor } from "./run.ts";
import type { ExecuteContext } from "./types.ts";

/** What an agent can and cannot see, for the owner. */
export interface ToolkitMarks {
  /** The folders where an agent can start: the root (`.`), or the allowed folders. */
  readonly starts: readonly string[];
  /** Every entry of one folder, what the tools leave out included. A denied folder is refused. */
  list(call: ResourceCall & MarkListInput, context?: ExecuteContext): Promise<ResourceOutcome<MarkedListing>>;
  /** Of entries that a tool has shown: never `hidden`. Asks the disk about links only, and about files if it is to tell which can be run. */
  of(call: ResourceCall & MarkOfInput, context?: ExecuteContext): Promise<ResourceOutcome<readonly MarkedShown[]>>;
}

/** `executor` has the specs of `tools/marks/` and nothing else. */
export function toMarks(executor: Executor, starts: readonly string[]): ToolkitMarks {
  return {
    starts,
    list: (given, context) => callSpec(executor, given, "marks/list", context),
    of: (given, context) => callSpec(executor, given, "marks/of", context),
  };
}
