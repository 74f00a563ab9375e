// Parses arguments as the gate does: checked against the schema first. Tests only.

import { compileCheck } from "../../src/input/arguments.ts";
import type { PathRequest, ToolSpec } from "../../src/tools/tool.ts";

export function parseChecked<Request extends PathRequest>(
  tool: Pick<ToolSpec<Request, never>, "definition" | "parse">,
  args: Readonly<Record<string, unknown>>,
): Request {
  compileCheck(tool.definition)(args);
  return tool.parse(args);
}
