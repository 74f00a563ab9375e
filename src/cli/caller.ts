// Names the caller in the record: the person at the command line, or the agent that runs `porthole call`.

import type { ExecuteContext } from "../call/call_types.ts";
import { VERSION } from "../mcp/version.ts";

const client = { name: "porthole", version: VERSION };

export const AS_OWNER = { client, by: "owner" } as const satisfies ExecuteContext;
export const AS_AGENT = { client, by: "agent" } as const satisfies ExecuteContext;
