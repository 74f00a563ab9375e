// Opens a path. If it does not exist, the error says which entry was probably meant.

import type { SandboxPath } from "../disk/sandbox_path.ts";
import type { SealedNode } from "../disk/types.ts";
import { notFound } from "../errors/paths.ts";
import { openAllowed } from "../view/guard.ts";
import type { ToolContext } from "./context.ts";
import { findHint, isNotFound, type NotedOpening } from "./near_miss.ts";

/** Like `openAllowed`, with a hint in `NOT_FOUND`. */
export async function openOrHint(context: ToolContext, path: SandboxPath, opening: NotedOpening): Promise<SealedNode> {
  try {
    return await openAllowed(context, path, opening);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const hint = await findHint(context, path, opening);
    throw hint === null ? error : notFound(path.relative, error.cause, hint);
  }
}
