// Reads the files that rules come from: those of a workspace through its sealed walk, the user's own by plain path. Never follows a link
// out of the workspace, and never reads a denied file.

import { sep } from "node:path";
import { outsideWorkspace, ToolError } from "../errors.ts";
import { CallClock } from "../workspace/call_clock.ts";
import { joinLocation, rawToText, stripRoot, textToRaw, toPrefix } from "../workspace/names.ts";
import { SandboxPath } from "../workspace/sandbox_path.ts";
import type {
  EntryKind,
  SealedDirectory,
  SealedNode,
  SmallFile,
  SmallFileFault,
  Workspace,
} from "../workspace/types.ts";
import { goesThroughUnchecked, readUserFileUnchecked, realPathUnchecked } from "../workspace/user_files.ts";
import { folderOf, HeldFolders, keyOf, rawNameOf } from "./held_folders.ts";

export const MAX_RULES_BYTES = 1024 * 1024;

/**
 * `leads_outside`: a link to something that is not in the workspace, whether or not there is anything. `leads_nowhere`: a link inside, to nothing;
 * `missing` is only what is not even a link.
 */
export type RulesFault = SmallFileFault | "leads_outside" | "leads_nowhere" | "denied";

export type RulesReading = Extract<SmallFile, { readonly fault: null }> | { readonly fault: RulesFault };

/** One file that rules come from. Its bytes are read only if its stamp is not the known one. */
export interface RuleSource {
  /** Tells files apart. */
  readonly key: string;
  read(knownId: string | undefined): RulesReading;
}

export interface RuleFileReaderOptions {
  /** Whether a place in the workspace must not be read. Default: none. */
  readonly isDenied?: ((location: string) => boolean) | undefined;
  /** Whether links inside the workspace are followed where git follows them. Default: true. */
  readonly followsLinks?: boolean | undefined;
  /** Whether a file of the workspace that cannot be looked up counts as unreadable. Default: false, it counts as missing, as to git. */
  readonly mustReach?: boolean | undefined;
  /** Whether the patterns of a file in the workspace may be shown. Default: all. */
  readonly isVisible?: ((location: string) => boolean) | undefined;
}

/** A folder that is held by a workspace. */
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

  /** A file of an open directory of `workspace`, as git takes `.gitignore`: no link. */
  inFolder(workspace: Workspace, directory: SealedDirectory, raw: string): RuleSource {
    const location = joinLocation(directory.location, raw);
    const read = (knownId: string | undefined): RulesReading => {
      if (this.#isDenied(workspace, location)) return { fault: "denied" };
      return toReading(directory.readChildNow(raw, MAX_RULES_BYTES, knownId, this.#clock), this.#unreachable);
    };
    return { key: keyOf(workspace, location), read };
  }

  /** A file below a folder, where git follows links. */
  below(folder: FolderIn, path: string): RuleSource {
    const { workspace } = folder;
    const joined = joinPaths(folder.path, path);
    const read = (knownId: string | undefined): RulesReading => {
      const reading = this.#readFixed(workspace, joined, knownId);
      if (reading.fault !== "symlink") return reading;
      const followed = this.#readFollowed(workspace, joined, knownId);
      return followed.fault === "missing" ? { fault: "leads_nowhere" } : followed;
    };
    return { key: keyOf(workspace, joined), read };
  }

  /** A file right in a folder, which must be no link. The folder may be reached through one. */
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
    return { key: keyOf(workspace, joined), read };
  }

  /** A file of the user's own, by its absolute path. What he keeps in the workspace is read as part of the workspace. */
  users(path: string): RuleSource {
    const read = (knownId: string | undefined): RulesReading => {
      const real = realPathUnchecked(textToRaw(path));
      if (real === null) return { fault: "missing" };
      const inside = this.toInside(this.workspace, rawToText(real));
      if (inside !== null) return this.#readFollowed(this.workspace, inside, knownId);
      // Out of the workspace again: a link there may be anybody's.
      if (real !== textToRaw(path) && this.isThroughWorkspace(path)) return { fault: "leads_outside" };
      return toReading(readUserFileUnchecked(real, MAX_RULES_BYTES, knownId), "missing");
    };
    return { key: `user:${path}`, read };
  }

  /** What a path below a folder is, links followed; `leads_outside` and `denied` are told without a look. Null: nothing. */
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

  /** Of what a path leads to, links followed; null: nothing that may be looked at. */
  ownerBelow(folder: FolderIn, path: string): bigint | null {
    const node = this.#open(folder.workspace, joinPaths(folder.path, path));
    if (typeof node === "string") return null;
    using opened = node;
    return opened.ownerUid();
  }

  /** Lets go of the folders that were looked at. To be called when all rules have been found. */
  [Symbol.dispose](): void {
    this.#folders.close();
  }

  /** Whether a file of the user's own lies in the workspace, or is reached through it. */
  isThroughWorkspace(path: string): boolean {
    return goesThroughUnchecked(textToRaw(path), (raw) => this.toInside(this.workspace, rawToText(raw)) !== null);
  }

  /** An absolute path as relative to the root of `workspace`, by its text alone; null if it lies elsewhere. */
  toInside(workspace: Workspace, path: string): string | null {
    for (const name of workspace.rootNames) {
      const below = stripRoot(path, name, sep);
      if (below !== null) return below === "" ? "." : below.replaceAll(sep, "/");
    }
    return null;
  }

  /** The root of a workspace, for as long as rules are looked for. */
  rootOf(workspace: Workspace): SealedDirectory | null {
    const root = this.#folders.open(workspace, ".");
    return root === "behind_link" ? null : root;
  }

  /** The node must be closed. */
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

  /** `symlink`: it is one, or one is on the way. */
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

/** What may pass is thrown on: nothing can be said about the file then. */
function toFault(error: unknown): RulesFault {
  if (!ToolError.isInstance(error) || error.retriable) throw error;
  if (error.kind === "SandboxViolation") return "leads_outside";
  return error.code === "NOT_FOUND" ? "missing" : "unreadable";
}

function joinPaths(folder: string, path: string): string {
  return path === "." ? folder : toPrefix(folder) + path;
}
