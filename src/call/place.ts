// The place that a path names: resolved by its text, and opened with every check.

import { SandboxPath } from "../disk/sandbox_path.ts";
import type { SealedNode } from "../disk/types.ts";
import type { PathRequest, ToolSpec } from "../tools/tool.ts";
import { openAllowed } from "../view/guard.ts";
import type { ToolContext } from "./context.ts";
import { type NotedOpening, openOrHint } from "./near_miss.ts";

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

export function openPlace(
  context: ToolContext,
  { notFound }: Spec,
  place: SandboxPath,
  opening: NotedOpening,
): Promise<SealedNode> {
  return notFound === "plain" ? openAllowed(context, place, opening) : openOrHint(context, place, opening);
}
