// Opens a path. If it does not exist, the error says which entry was probably meant.

import { notFound } from "../errors.ts";
import type { SandboxPath } from "../workspace/sandbox_path.ts";
import type { SealedNode } from "../workspace/types.ts";
import type { ToolContext } from "./context.ts";
import { findHint, isNotFound } from "./near_miss.ts";
import { type Opening, openAllowed } from "./path_guard.ts";

/** Like `openAllowed`, with a hint in `NOT_FOUND`. */
export async function openOrHint(context: ToolContext, path: SandboxPath, opening: Opening): Promise<SealedNode> {
  try {
    return await openAllowed(context, path, opening);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const hint = await findHint(context, path, opening);
    throw hint === null ? error : notFound(path.relative, error.cause, hint);
  }
}
