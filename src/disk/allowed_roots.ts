// Finds the folders that a toolkit is confined to, once, when the toolkit is opened.

import { SandboxPath } from "./sandbox_path.ts";
import { toEnd } from "./steps.ts";
import type { Folder, Node } from "./types.ts";

/** `location` is relative to the root, links resolved. */
export function isInFolders(location: string, folders: readonly string[]): boolean {
  return folders.some((folder) => folder === "." || location === folder || location.startsWith(`${folder}/`));
}

/** Resolved once, so that later renames and changed links cannot widen access. */
export function locateRoots(folder: Folder, roots: readonly string[]): readonly AllowedRoot[] {
  try {
    return roots.map((root) => locateRoot(folder, root));
  } catch (error) {
    folder.close();
    throw error;
  }
}

export interface AllowedRoot {
  readonly location: string;
  /** As the owner spelled it. */
  readonly path: string;
  /** The locations that the path goes through, including links. */
  readonly places: ReadonlySet<string>;
}

/** Whether a location is in the folder, or on the way to it. */
export function leadsTo({ location, path, places }: AllowedRoot, place: string): boolean {
  const isNear = (folder: string) => isInFolders(place, [folder]) || isInFolders(folder, [place]);
  return isNear(location) || isNear(path) || places.has(place);
}

function locateRoot(folder: Folder, root: string): AllowedRoot {
  let node: Node;
  let path: SandboxPath;
  const places = new Set<string>();
  try {
    path = SandboxPath.resolveInWorkspace(root, folder.rootNames);
    node = toEnd(folder.resolve(path, { guard: (place) => void places.add(place) }));
  } catch (cause) {
    throw new Error(`the allowed root is not a folder inside the workspace: ${root}`, { cause });
  }
  node.close();
  if (node.kind !== "directory") throw new Error(`the allowed root is not a folder: ${root}`);
  // Names that are not UTF-8 may look the same. Without that character, equal text means equal bytes.
  if (node.location.includes("\ufffd"))
    throw new Error(`the allowed root lies in a folder whose name is not UTF-8: ${root}`);
  return { location: node.location, path: path.relative, places };
}
