// Verdicts for paths in any order, within one call. It caches the folders that it entered, and asks the disk for the kind of a path only if
// the path does not tell it.

import { CallClock } from "../disk/call_clock.ts";
import { isTransient } from "../disk/faults.ts";
import { textToRaw } from "../disk/names.ts";
import { SandboxPath } from "../disk/sandbox_path.ts";
import type { EntryKind, SealedDirectory, Workspace } from "../disk/types.ts";
import { ToolError } from "../errors.ts";
import { type FolderRules, type FolderRulesLoader, NO_RULES } from "../git/folder_rules.ts";
import type { IgnoreVerdict } from "../git/ignore_verdict.ts";

interface Folder {
  readonly rules: FolderRules;
  /** Nothing behind a link is looked at, because it may lead anywhere. */
  readonly isBehindLink: boolean;
}

/** A path as it was requested. */
export interface AskedPath {
  /** From the root down; empty for the root itself. */
  readonly names: readonly string[];
  /** Whether it ends in a slash. */
  readonly saysDirectory: boolean;
}

/** Null if the path is outside or invalid. `rootNames` are absolute spellings of the root. */
export function readAskedPath(path: string, rootNames: readonly string[]): AskedPath | null {
  try {
    const { names } = SandboxPath.resolveInWorkspace(path, rootNames);
    return { names, saysDirectory: ENDS_IN_SEPARATOR.test(path) };
  } catch (error) {
    if (ToolError.isInstance(error)) return null;
    throw error;
  }
}

const ENDS_IN_SEPARATOR = process.platform === "win32" ? /[\\/]$/ : /\/$/;

export class LookUp {
  readonly #kinds: Kinds;
  readonly #rulesOf: (directory: SealedDirectory) => FolderRulesLoader;
  readonly #folders = new Map<string, Folder>();

  constructor(kinds: Kinds, root: FolderRules, rulesOf: (directory: SealedDirectory) => FolderRulesLoader) {
    this.#kinds = kinds;
    this.#rulesOf = rulesOf;
    this.#folders.set("", { rules: root, isBehindLink: false });
  }

  judge({ names, saysDirectory }: AskedPath): IgnoreVerdict {
    const name = names.at(-1);
    const folder = this.#folderOf(names.slice(0, -1));
    if (name === undefined || folder.rules.verdict.ignored) return folder.rules.verdict;
    const raw = textToRaw(name);
    const asDirectory = folder.rules.judge(raw, true);
    if (saysDirectory) return asDirectory.ignored ? asDirectory : this.#judgeInside(folder, names);
    // Usually the kind makes no difference, and then the disk is not asked.
    const asFile = folder.rules.judge(raw, false);
    return asFile !== asDirectory && this.#kindOf(folder, names) === "directory" ? asDirectory : asFile;
  }

  /** Git's answer for `name/` if the folder is not ignored: that for an entry in it with an empty name, which `*` matches. */
  #judgeInside(parent: Folder, names: readonly string[]): IgnoreVerdict {
    return this.#folderOf(names).rules.judge("", this.#kindOf(parent, names) === "directory");
  }

  #folderOf(names: readonly string[]): Folder {
    const path = names.join("/");
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const parent = this.#folderOf(names.slice(0, -1));
    const folder = parent.rules.verdict.ignored ? parent : this.#enter(parent, names);
    this.#folders.set(path, folder);
    return folder;
  }

  // A path that contains something is a folder, even if it does not exist. Git agrees.
  #enter(parent: Folder, names: readonly string[]): Folder {
    const raw = textToRaw(names.at(-1) ?? "");
    const isLink = this.#kindOf(parent, names) === "symlink";
    const isBehindLink = isLink || parent.isBehindLink;
    if (isBehindLink) return { rules: parent.rules.enterLink(raw), isBehindLink };
    const directory = this.#kinds.open(names);
    const folder = directory === null ? NO_RULES : this.#rulesOf(directory);
    return { rules: parent.rules.enter(raw, folder), isBehindLink };
  }

  #kindOf(parent: Folder, names: readonly string[]): EntryKind | null {
    return parent.isBehindLink ? null : this.#kinds.get(names);
  }
}

/** Asks the workspace for the kind of a name. The last folder stays open until another is needed, or until the end. */
export class Kinds {
  readonly #workspace: Workspace;
  readonly #clock = new CallClock();
  #path: string | null = null;
  #folder: SealedDirectory | null = null;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** Null if it does not exist or cannot be accessed. */
  get(names: readonly string[]): EntryKind | null {
    const folder = this.open(names.slice(0, -1));
    try {
      return folder?.childKindNow(textToRaw(names.at(-1) ?? ""), this.#clock) ?? null;
    } catch (error) {
      if (isTransient(error)) throw error;
      return null;
    }
  }

  [Symbol.dispose](): void {
    this.#folder?.close();
  }

  /** The directory that the names lead to without a link, or null. It is closed when another is requested. */
  open(names: readonly string[]): SealedDirectory | null {
    const path = names.join("/") || ".";
    if (path === this.#path) return this.#folder;
    using held = this.#folder;
    const isChild = this.#path === (names.slice(0, -1).join("/") || ".");
    this.#folder = null;
    this.#path = path;
    // Nothing is in a folder that is not there.
    if (isChild && held === null) return null;
    this.#folder = this.#openNow(path, isChild ? held : null);
    return this.#folder;
  }

  /** From its parent if that is held: a path of a thousand names is otherwise walked a thousand times. */
  #openNow(path: string, parent: SealedDirectory | null): SealedDirectory | null {
    try {
      if (parent !== null) return parent.openChildNow(textToRaw(path.slice(path.lastIndexOf("/") + 1)), this.#clock);
      const node = this.#workspace.resolveNow(SandboxPath.ofLocation(path), this.#clock);
      if (node.kind === "directory" && node.location === path) return node;
      node.close();
    } catch (error) {
      // Otherwise it does not exist, so nothing is in it.
      if (isTransient(error)) throw error;
    }
    return null;
  }
}
