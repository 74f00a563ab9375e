// Reads the files that contain rules: those of a workspace through its sealed walk, the user's own by plain path. Never follows a link out
// of the workspace, and never reads a denied file.

import { sep } from "node:path";
import { joinLocation, rawToText, stripRoot, textToRaw, toPrefix } from "../disk/names.ts";
import { SandboxPath } from "../disk/sandbox_path.ts";
import type { Steps } from "../disk/steps.ts";
import type { Directory, EntryKind, Folder, Node, SmallFile, SmallFileFault } from "../disk/types.ts";
import { goesThroughUnchecked, readUserFileUnchecked, realPathUnchecked } from "../disk/user_files.ts";
import { outsideWorkspace } from "../errors/paths.ts";
import { ToolError } from "../errors.ts";
import { folderOf, HeldFolders, keyOf, rawNameOf } from "./held_folders.ts";

export const MAX_RULES_BYTES = 1024 * 1024;

/**
 * `leads_outside`: a link out of the workspace, whether or not the target exists. `leads_nowhere`: a broken link inside. `missing`: there
 * is not even a link.
 */
export type RulesFault = SmallFileFault | "leads_outside" | "leads_nowhere" | "denied";

export type RulesReading = Extract<SmallFile, { readonly fault: null }> | { readonly fault: RulesFault };

/** A file with rules. Its bytes are read only if its stamp has changed. */
export interface RuleSource {
  /** Identifies the file. */
  readonly key: string;
  /** Open while the file is read. */
  readonly folder: Folder;
  readonly read: (knownId: string | undefined) => Steps<RulesReading>;
}

export interface RuleFileReaderOptions {
  /** Whether a path in the workspace must not be read. Default: none. */
  readonly isDenied?: ((location: string) => boolean) | undefined;
  /** Whether to follow links inside the workspace where git does. Default: true. */
  readonly followsLinks?: boolean | undefined;
  /** Whether a workspace file that cannot be looked up counts as unreadable. Default: false; it counts as missing, as in git. */
  readonly mustReach?: boolean | undefined;
  /** Whether the patterns of a file in the workspace may be shown. Default: all. */
  readonly isVisible?: ((location: string) => boolean) | undefined;
}

/** A folder inside an open one. */
export interface FolderIn {
  readonly root: Folder;
  /** Relative to the root, as text. */
  readonly path: string;
}

export class RuleFileReader {
  /** The workspace. */
  readonly root: Folder;
  readonly isVisible: (location: string) => boolean;
  readonly #isDeniedInside: (location: string) => boolean;
  readonly #followsLinks: boolean;
  readonly #unreachable: "missing" | "unreadable";
  readonly #folders = new HeldFolders();

  constructor(root: Folder, options: RuleFileReaderOptions = {}) {
    const { isDenied = () => false, isVisible = () => true, followsLinks = true, mustReach = false } = options;
    this.root = root;
    this.isVisible = isVisible;
    this.#isDeniedInside = isDenied;
    this.#followsLinks = followsLinks;
    this.#unreachable = mustReach ? "unreadable" : "missing";
  }

  /** A file in an open directory of `root`. Links are not followed, as for `.gitignore` in git. */
  inFolder(root: Folder, directory: Directory, raw: string): RuleSource {
    const location = joinLocation(directory.location, raw);
    return this.#toSource(keyOf(root, location), (knownId) => this.#readChild(root, directory, raw, knownId));
  }

  /** A file below a folder. Links are followed, as in git. */
  below({ root, path }: FolderIn, below: string): RuleSource {
    const joined = joinPaths(path, below);
    return this.#toSource(keyOf(root, joined), (knownId) => this.#readBelow(root, joined, knownId));
  }

  /** A file directly in a folder, which must not be a link. The folder may be reached through one. */
  fixedBelow(folder: FolderIn, name: string): RuleSource {
    const key = keyOf(folder.root, joinPaths(folder.path, name));
    return this.#toSource(key, (knownId) => this.#readFixedBelow(folder, name, knownId));
  }

  /** A file of the user's own, by its absolute path. If it is in the workspace, the workspace's rules apply. */
  users(path: string): RuleSource {
    return this.#toSource(`user:${path}`, (knownId) => this.#readUsers(path, knownId));
  }

  #toSource(key: string, read: RuleSource["read"]): RuleSource {
    return { key, folder: this.root, read };
  }

  /**
   * The kind of a path below a folder, following links. `leads_outside` and `denied` are reported without access to the target. Null: not
   * found.
   */
  *lookBelow(
    { root, path }: FolderIn,
    below: string,
  ): Steps<Exclude<EntryKind, "symlink"> | "leads_outside" | "denied" | null> {
    const joined = joinPaths(path, below);
    if (this.#isDenied(root, joined)) return "denied";
    const kind = yield* this.#kindOf(root, joined);
    if (kind !== "symlink" && kind !== "behind_link") return kind;
    const node = yield* this.#open(root, joined);
    if (typeof node === "string") return node === "leads_outside" || node === "denied" ? node : null;
    node.close();
    return node.kind;
  }

  *isLink({ root, path }: FolderIn): Steps<boolean> {
    return (yield* this.#kindOf(root, path)) === "symlink";
  }

  /** The owner of the target, following links; null if it may not be looked at. */
  *ownerBelow({ root, path }: FolderIn, below: string): Steps<bigint | null> {
    const node = yield* this.#open(root, joinPaths(path, below));
    if (typeof node === "string") return null;
    using opened = node;
    return opened.ownerUid();
  }

  /** Closes the folders that were opened. Call it when all rules are found. */
  [Symbol.dispose](): void {
    this.#folders.close();
  }

  /** Whether a file of the user's own is in the workspace, or is reached through it. */
  isThroughWorkspace(path: string): boolean {
    return goesThroughUnchecked(textToRaw(path), (raw) => this.toInside(this.root, rawToText(raw)) !== null);
  }

  /** Converts an absolute path to one relative to `root`, by its text alone; null if it is elsewhere. */
  toInside(root: Folder, path: string): string | null {
    for (const name of root.rootNames) {
      const below = stripRoot(path, name, sep);
      if (below !== null) return below === "" ? "." : below.replaceAll(sep, "/");
    }
    return null;
  }

  /** The directory of a folder itself, open while rules are searched. */
  *rootOf(root: Folder): Steps<Directory | null> {
    const opened = yield* this.#folders.open(root, ".");
    return opened === "behind_link" ? null : opened;
  }

  *#readChild(root: Folder, directory: Directory, raw: string, knownId: string | undefined): Steps<RulesReading> {
    const location = joinLocation(directory.location, raw);
    if (this.#isDenied(root, location)) return { fault: "denied" };
    return toReading(yield* directory.readChild(raw, MAX_RULES_BYTES, knownId), this.#unreachable);
  }

  *#readBelow(root: Folder, path: string, knownId: string | undefined): Steps<RulesReading> {
    const reading = yield* this.#readFixed(root, path, knownId);
    if (reading.fault !== "symlink") return reading;
    if (!this.#followsLinks) return { fault: "leads_outside" };
    const followed = yield* this.#readFollowed(root, path, knownId);
    return followed.fault === "missing" ? { fault: "leads_nowhere" } : followed;
  }

  *#readFixedBelow({ root, path }: FolderIn, name: string, knownId: string | undefined): Steps<RulesReading> {
    const joined = joinPaths(path, name);
    const reading = yield* this.#readFixed(root, joined, knownId);
    if (reading.fault !== "symlink" || (yield* this.#kindOf(root, joined)) === "symlink") return reading;
    const directory = yield* this.#open(root, path);
    if (typeof directory === "string") return { fault: directory };
    using folder = directory;
    return folder.kind === "directory" ? yield* this.#readChild(root, folder, name, knownId) : { fault: "missing" };
  }

  *#readUsers(path: string, knownId: string | undefined): Steps<RulesReading> {
    const real = realPathUnchecked(textToRaw(path));
    if (real === null) return { fault: "missing" };
    const inside = this.toInside(this.root, rawToText(real));
    if (inside !== null) return yield* this.#readFollowed(this.root, inside, knownId);
    // The path leaves the workspace again: a link there may be anybody's.
    if (real !== textToRaw(path) && this.isThroughWorkspace(path)) return { fault: "leads_outside" };
    return toReading(yield* readUserFileUnchecked(real, MAX_RULES_BYTES, knownId), "missing");
  }

  /** The caller closes the node. */
  *#open(root: Folder, path: string): Steps<Node | RulesFault> {
    let isDenied = false;
    const guard = (location: string) => {
      isDenied = this.#isDenied(root, location);
      if (isDenied) throw outsideWorkspace(location);
    };
    try {
      if (!this.#followsLinks && LINKS.includes(yield* this.#kindOf(root, path))) return "leads_outside";
      return yield* root.resolve(SandboxPath.ofLocation(path), { guard });
    } catch (error) {
      return isDenied ? "denied" : toFault(error);
    }
  }

  /** `symlink`: it is a link, or a link is on the way. */
  *#readFixed(root: Folder, path: string, knownId: string | undefined): Steps<RulesReading> {
    try {
      const directory = yield* this.#folders.open(root, folderOf(path));
      if (directory === null) return { fault: this.#unreachable };
      if (directory === "behind_link") return { fault: "symlink" };
      return yield* this.#readChild(root, directory, rawNameOf(path), knownId);
    } catch (error) {
      const fault = toFault(error);
      return { fault: fault === "missing" ? this.#unreachable : fault };
    }
  }

  *#kindOf(root: Folder, path: string): ReturnType<HeldFolders["kindOf"]> {
    try {
      return yield* this.#folders.kindOf(root, path);
    } catch (error) {
      toFault(error);
      return null;
    }
  }

  *#readFollowed(root: Folder, path: string, knownId: string | undefined): Steps<RulesReading> {
    const node = yield* this.#open(root, path);
    if (typeof node === "string") return { fault: node };
    using opened = node;
    try {
      return yield* readNode(opened, knownId);
    } catch (error) {
      return { fault: toFault(error) };
    }
  }

  #isDenied(root: Folder, location: string): boolean {
    return root === this.root && this.#isDeniedInside(location);
  }
}

function toReading(file: SmallFile, unreachable: "missing" | "unreadable"): RulesReading {
  if (file.fault === null) return file;
  return { fault: file.fault === "unreachable" ? unreachable : file.fault };
}

function* readNode(node: Node, knownId: string | undefined): Steps<RulesReading> {
  if (node.kind !== "file") return { fault: "not_a_file" };
  const stamp = node.stamp();
  if (stamp.id === knownId) return { fault: null, stamp, bytes: null };
  if (node.metadata().sizeBytes > MAX_RULES_BYTES) return { fault: "too_large" };
  const { bytes, more } = yield* node.read(MAX_RULES_BYTES);
  return more ? { fault: "too_large" } : { fault: null, stamp, bytes };
}

const LINKS: readonly unknown[] = ["symlink", "behind_link"];

/** Transient errors are rethrown, because they say nothing about the file. */
function toFault(error: unknown): RulesFault {
  if (!ToolError.isInstance(error) || error.retriable) throw error;
  if (error.kind === "SandboxViolation") return "leads_outside";
  return error.code === "NOT_FOUND" ? "missing" : "unreadable";
}

function joinPaths(folder: string, path: string): string {
  return path === "." ? folder : toPrefix(folder) + path;
}
