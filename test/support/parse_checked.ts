// Parses arguments as the gate does: checked against the schema first. Tests only.

import { compileCheck } from "../../src/gate/arguments.ts";
import type { PathRequest, ToolSpec } from "../../src/gate/spec.ts";

export function parseChecked<Request extends PathRequest>(
  tool: Pick<ToolSpec<Request, never>, "definition" | "parse">,
  args: Readonly<Record<string, unknown>>,
): Request {
  compileCheck(tool.definition)(args);
  return tool.parse(args);
}
