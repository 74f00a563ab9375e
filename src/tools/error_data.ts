// An error as a model sees it.

import type { NameTool, ToolError, ToolErrorFields } from "../errors.ts";
import { sanitize } from "../input/sanitize.ts";

export interface ErrorData {
  readonly error: Pick<ToolErrorFields, "kind" | "code" | "message">;
}

export function toErrorData(error: ToolError, nameTool: NameTool): ErrorData {
  const { kind, code } = error;
  // An error of an older copy of this package has no such method.
  const message = sanitize(typeof error.messageFor === "function" ? error.messageFor(nameTool) : error.message);
  return { error: { kind, code, message } };
}
