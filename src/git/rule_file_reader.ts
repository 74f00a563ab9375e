// Reads the files that contain rules: those of a workspace through its sealed walk, the user's own by plain path. Never follows a link out
// of the workspace, and never reads a denied file.

import { sep } from "node:path";
import { CallClock } from "../disk/call_clock.ts";
import { joinLocation, rawToText, stripRoot, textToRaw, toPrefix } from "../disk/names.ts";
import { SandboxPath } from "../disk/sandbox_path.ts";
import type { EntryKind, SealedDirectory, SealedNode, SmallFile, SmallFileFault, Workspace } from "../disk/types.ts";
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
  readonly workspace: Workspace;
  read(knownId: string | undefined): RulesReading;
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

/** A folder inside an open workspace. */
export interface FolderIn {
  readonly workspace: Workspace;
  /** Relative to its root, as text. */
  readonly path: string;
}

export class RuleFileReader {
  readonly workspace: Workspace;
  readonly isVisible: (location: string) => boolean;
  readonly #isDeniedInside: (location: string) => boolean;
  readonly #followsLinks: boolean;
  readonly #unreachable: "missing" | "unreadable";
  readonly #folders = new HeldFolders();
  readonly #clock = new CallClock();

  constructor(workspace: Workspace, options: RuleFileReaderOptions = {}) {
    const { isDenied = () => false, isVisible = () => true, followsLinks = true, mustReach = false } = options;
    this.workspace = workspace;
    this.isVisible = isVisible;
    this.#isDeniedInside = isDenied;
    this.#followsLinks = followsLinks;
    this.#unreachable = mustReach ? "unreadable" : "missing";
  }

  /** A file in an open directory of `workspace`. Links are not followed, as for `.gitignore` in git. */
  inFolder(workspace: Workspace, directory: SealedDirectory, raw: string): RuleSource {
    const location = joinLocation(directory.location, raw);
    const read = (knownId: string | undefined): RulesReading => {
      if (this.#isDenied(workspace, location)) return { fault: "denied" };
      return toReading(directory.readChildNow(raw, MAX_RULES_BYTES, knownId, this.#clock), this.#unreachable);
    };
    return { key: keyOf(workspace, location), workspace: this.workspace, read };
  }

  /** A file below a folder. Links are followed, as in git. */
  below(folder: FolderIn, path: string): RuleSource {
    const { workspace } = folder;
    const joined = joinPaths(folder.path, path);
    const read = (knownId: string | undefined): RulesReading => {
      const reading = this.#readFixed(workspace, joined, knownId);
      if (reading.fault !== "symlink") return reading;
      if (!this.#followsLinks) return { fault: "leads_outside" };
      const followed = this.#readFollowed(workspace, joined, knownId);
      return followed.fault === "missing" ? { fault: "leads_nowhere" } : followed;
    };
    return { key: keyOf(workspace, joined), workspace: this.workspace, read };
  }

  /** A file directly in a folder, which must not be a link. The folder may be reached through one. */
  fixedBelow(folder: FolderIn, name: string): RuleSource {
    const { workspace, path } = folder;
    const joined = joinPaths(path, name);
    const read = (knownId: string | undefined): RulesReading => {
      const reading = this.#readFixed(workspace, joined, knownId);
      if (reading.fault !== "symlink" || this.#kindOf(workspace, joined) === "symlink") return reading;
      const directory = this.#open(workspace, path);
      if (typeof directory === "string") return { fault: directory };
      using folder = directory;
      return folder.kind === "directory" ? this.inFolder(workspace, folder, name).read(knownId) : { fault: "missing" };
    };
    return { key: keyOf(workspace, joined), workspace: this.workspace, read };
  }

  /** A file of the user's own, by its absolute path. If it is in the workspace, the workspace's rules apply. */
  users(path: string): RuleSource {
    const read = (knownId: string | undefined): RulesReading => {
      const real = realPathUnchecked(textToRaw(path));
      if (real === null) return { fault: "missing" };
      const inside = this.toInside(this.workspace, rawToText(real));
      if (inside !== null) return this.#readFollowed(this.workspace, inside, knownId);
      // The path leaves the workspace again: a link there may be anybody's.
      if (real !== textToRaw(path) && this.isThroughWorkspace(path)) return { fault: "leads_outside" };
      return toReading(readUserFileUnchecked(real, MAX_RULES_BYTES, knownId), "missing");
    };
    return { key: `user:${path}`, workspace: this.workspace, read };
  }

  /**
   * The kind of a path below a folder, following links. `leads_outside` and `denied` are reported without access to the target. Null: not
   * found.
   */
  lookBelow(folder: FolderIn, path: string): Exclude<EntryKind, "symlink"> | "leads_outside" | "denied" | null {
    const { workspace } = folder;
    const joined = joinPaths(folder.path, path);
    if (this.#isDenied(workspace, joined)) return "denied";
    const kind = this.#kindOf(workspace, joined);
    if (kind !== "symlink" && kind !== "behind_link") return kind;
    const node = this.#open(workspace, joined);
    if (typeof node === "string") return node === "leads_outside" || node === "denied" ? node : null;
    node.close();
    return node.kind;
  }

  isLink({ workspace, path }: FolderIn): boolean {
    return this.#kindOf(workspace, path) === "symlink";
  }

  /** The owner of the target, following links; null if it may not be looked at. */
  ownerBelow(folder: FolderIn, path: string): bigint | null {
    const node = this.#open(folder.workspace, joinPaths(folder.path, path));
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
    return goesThroughUnchecked(textToRaw(path), (raw) => this.toInside(this.workspace, rawToText(raw)) !== null);
  }

  /** Converts an absolute path to one relative to the root of `workspace`, by its text alone; null if it is elsewhere. */
  toInside(workspace: Workspace, path: string): string | null {
    for (const name of workspace.rootNames) {
      const below = stripRoot(path, name, sep);
      if (below !== null) return below === "" ? "." : below.replaceAll(sep, "/");
    }
    return null;
  }

  /** The root of a workspace, open while rules are searched. */
  rootOf(workspace: Workspace): SealedDirectory | null {
    const root = this.#folders.open(workspace, ".");
    return root === "behind_link" ? null : root;
  }

  /** The caller closes the node. */
  #open(workspace: Workspace, path: string): SealedNode | RulesFault {
    let isDenied = false;
    const guard = (location: string) => {
      isDenied = this.#isDenied(workspace, location);
      if (isDenied) throw outsideWorkspace(location);
    };
    try {
      if (!this.#followsLinks && LINKS.includes(this.#kindOf(workspace, path))) return "leads_outside";
      return workspace.resolveNow(SandboxPath.ofLocation(path), this.#clock, { guard });
    } catch (error) {
      return isDenied ? "denied" : toFault(error);
    }
  }

  /** `symlink`: it is a link, or a link is on the way. */
  #readFixed(workspace: Workspace, path: string, knownId: string | undefined): RulesReading {
    try {
      const directory = this.#folders.open(workspace, folderOf(path));
      if (directory === null) return { fault: this.#unreachable };
      if (directory === "behind_link") return { fault: "symlink" };
      return this.inFolder(workspace, directory, rawNameOf(path)).read(knownId);
    } catch (error) {
      const fault = toFault(error);
      return { fault: fault === "missing" ? this.#unreachable : fault };
    }
  }

  #kindOf(workspace: Workspace, path: string): ReturnType<HeldFolders["kindOf"]> {
    try {
      return this.#folders.kindOf(workspace, path);
    } catch (error) {
      toFault(error);
      return null;
    }
  }

  #readFollowed(workspace: Workspace, path: string, knownId: string | undefined): RulesReading {
    const node = this.#open(workspace, path);
    if (typeof node === "string") return { fault: node };
    using opened = node;
    try {
      return readNode(opened, knownId, this.#clock);
    } catch (error) {
      return { fault: toFault(error) };
    }
  }

  #isDenied(workspace: Workspace, location: string): boolean {
    return workspace === this.workspace && this.#isDeniedInside(location);
  }
}

function toReading(file: SmallFile, unreachable: "missing" | "unreadable"): RulesReading {
  if (file.fault === null) return file;
  return { fault: file.fault === "unreachable" ? unreachable : file.fault };
}

function readNode(node: SealedNode, knownId: string | undefined, clock: CallClock): RulesReading {
  if (node.kind !== "file") return { fault: "not_a_file" };
  const stamp = node.stamp();
  if (stamp.id === knownId) return { fault: null, stamp, bytes: null };
  if (node.metadata().sizeBytes > MAX_RULES_BYTES) return { fault: "too_large" };
  const { bytes, more } = node.read(MAX_RULES_BYTES, clock);
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
