// Opens each folder that may contain rules once, and keeps it open until all rules are found. Follows no links.

import { textToRaw } from "../disk/names.ts";
import { SandboxPath } from "../disk/sandbox_path.ts";
import type { Steps } from "../disk/steps.ts";
import type { Directory, EntryKind, Folder } from "../disk/types.ts";

// Enough for git's layout. A hostile path may be arbitrarily deep, and each folder would be kept open.
const MAX_NAMES = 8;

export class HeldFolders {
  readonly #opened = new Map<string, Directory>();

  /** The kind of `path`, without following a link at its end. `behind_link`: a link is on the way. Null: not found. */
  *kindOf(folder: Folder, path: string): Steps<EntryKind | "behind_link" | null> {
    if (path === ".") return "directory";
    const parent = yield* this.open(folder, folderOf(path));
    if (parent === null || parent === "behind_link") return parent;
    return yield* parent.childKind(rawNameOf(path));
  }

  /** `behind_link`: it is a link, or a link may be on the way. Null: there is no such directory. */
  *open(folder: Folder, path: string): Steps<Directory | "behind_link" | null> {
    const known = this.#opened.get(keyOf(folder, path));
    if (known !== undefined) return known;
    if (isDeep(path)) return "behind_link";
    const opened = yield* path === "." ? this.#openRoot(folder) : this.#openBelow(folder, path);
    if (typeof opened === "object" && opened !== null) this.#opened.set(keyOf(folder, path), opened);
    return opened;
  }

  close(): void {
    for (const directory of this.#opened.values()) directory.close();
    this.#opened.clear();
  }

  *#openRoot(folder: Folder): Steps<Directory | null> {
    const root = yield* folder.resolve(SandboxPath.ofLocation("."));
    if (root.kind === "directory") return root;
    root.close();
    return null;
  }

  *#openBelow(folder: Folder, path: string): Steps<Directory | "behind_link" | null> {
    const parent = yield* this.open(folder, folderOf(path));
    if (parent === null || parent === "behind_link") return parent;
    const kind = yield* parent.childKind(rawNameOf(path));
    if (kind === "symlink") return "behind_link";
    return kind === "directory" ? yield* parent.openChild(rawNameOf(path)) : null;
  }
}

/** Identifies files and folders, also across open folders. Names that are not UTF-8 may share a key; their stamps differ. */
export function keyOf({ rootNames }: Folder, path: string): string {
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
