// The place that a path names: resolved by its text, and opened with every check.

import { SandboxPath } from "../disk/sandbox_path.ts";
import type { SealedNode } from "../disk/types.ts";
import { notFound } from "../errors/paths.ts";
import type { PathRequest, ToolSpec } from "../tools/tool.ts";
import { openAllowed } from "../view/guard.ts";
import type { ToolContext } from "./context.ts";
import { findHint, isNotFound, type NotedOpening } from "./near_miss.ts";

type Spec = Pick<ToolSpec<PathRequest, unknown>, "places" | "notFound">;

export const ROOT = SandboxPath.ofLocation(".");

/** By text alone. Throws a refusal for a path outside the workspace. */
export function resolvePlace(
  { workspace, allowAbsolute }: Pick<ToolContext, "workspace" | "allowAbsolute">,
  { places }: Spec,
  unsafePath: unknown,
): SandboxPath {
  const readsUris = places !== undefined;
  return SandboxPath.resolveInWorkspace(unsafePath, workspace.rootNames, { allowAbsolute, readsUris });
}

/** If it does not exist, the error says which entry was probably meant, unless the tool wants it plain. */
export async function openPlace(
  context: ToolContext,
  { notFound: wanted }: Spec,
  place: SandboxPath,
  opening: NotedOpening,
): Promise<SealedNode> {
  try {
    return await openAllowed(context, place, opening);
  } catch (error) {
    if (wanted === "plain" || !isNotFound(error)) throw error;
    const hint = await findHint(context, place, opening);
    throw hint === null ? error : notFound(place.relative, error.cause, hint);
  }
}
