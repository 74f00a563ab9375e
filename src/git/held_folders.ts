// Opens each folder that may contain rules once, and keeps it open until all rules are found. Follows no links.

import { CallClock } from "../disk/call_clock.ts";
import { textToRaw } from "../disk/names.ts";
import { SandboxPath } from "../disk/sandbox_path.ts";
import type { EntryKind, SealedDirectory, Workspace } from "../disk/types.ts";

// Enough for git's layout. A hostile path may be arbitrarily deep, and each folder would be kept open.
const MAX_NAMES = 8;

export class HeldFolders {
  readonly #opened = new Map<string, SealedDirectory>();
  readonly #clock = new CallClock();

  /** The kind of `path`, without following a link at its end. `behind_link`: a link is on the way. Null: not found. */
  kindOf(workspace: Workspace, path: string): EntryKind | "behind_link" | null {
    if (path === ".") return "directory";
    const parent = this.open(workspace, folderOf(path));
    if (parent === null || parent === "behind_link") return parent;
    return parent.childKindNow(rawNameOf(path), this.#clock);
  }

  /** `behind_link`: it is a link, or a link may be on the way. Null: there is no such directory. */
  open(workspace: Workspace, path: string): SealedDirectory | "behind_link" | null {
    const known = this.#opened.get(keyOf(workspace, path));
    if (known !== undefined) return known;
    if (isDeep(path)) return "behind_link";
    const opened = path === "." ? this.#openRoot(workspace) : this.#openBelow(workspace, path);
    if (typeof opened === "object" && opened !== null) this.#opened.set(keyOf(workspace, path), opened);
    return opened;
  }

  close(): void {
    for (const directory of this.#opened.values()) directory.close();
    this.#opened.clear();
  }

  #openRoot(workspace: Workspace): SealedDirectory | null {
    const root = workspace.resolveNow(SandboxPath.ofLocation("."), this.#clock);
    if (root.kind === "directory") return root;
    root.close();
    return null;
  }

  #openBelow(workspace: Workspace, path: string): SealedDirectory | "behind_link" | null {
    const parent = this.open(workspace, folderOf(path));
    if (parent === null || parent === "behind_link") return parent;
    const kind = parent.childKindNow(rawNameOf(path), this.#clock);
    if (kind === "symlink") return "behind_link";
    return kind === "directory" ? parent.openChildNow(rawNameOf(path), this.#clock) : null;
  }
}

/** Identifies files and folders, also across workspaces. Names that are not UTF-8 may share a key; their stamps differ. */
export function keyOf({ rootNames }: Workspace, path: string): string {
  return `${rootNames[0]}\0${path}`;
}

function isDeep(path: string): boolean {
  return path.split("/", MAX_NAMES + 1).length > MAX_NAMES;
}

export function folderOf(path: string): string {
  const cut = path.lastIndexOf("/");
  return cut === -1 ? "." : path.slice(0, cut);
}

export function rawNameOf(path: string): string {
  return textToRaw(path.slice(path.lastIndexOf("/") + 1));
}
