// Verdicts for paths in any order, within one call. Remembers the folders that it entered, and asks the disk for the kind of a path only
// where the path does not tell it.

import { ToolError } from "../errors.ts";
import { CallClock } from "../workspace/call_clock.ts";
import { isTransient } from "../workspace/faults.ts";
import { textToRaw } from "../workspace/names.ts";
import { SandboxPath } from "../workspace/sandbox_path.ts";
import type { EntryKind, SealedDirectory, Workspace } from "../workspace/types.ts";
import { type FolderRules, type FolderRulesLoader, NO_RULES } from "./folder_rules.ts";
import type { IgnoreVerdict } from "./verdict.ts";

interface Folder {
  readonly rules: FolderRules;
  /** Behind a link nothing is looked at: it may lead anywhere. */
  readonly isBehindLink: boolean;
}

/** A path as somebody asked about it. */
export interface AskedPath {
  /** From the root down; none for the root itself. */
  readonly names: readonly string[];
  /** Whether it ends in a slash. */
  readonly saysDirectory: boolean;
}

/** Null if the path lies outside, or cannot name anything. `rootNames` are absolute spellings of the root. */
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
    // Mostly it makes no difference what it is, and then the disk is not asked.
    const asFile = folder.rules.judge(raw, false);
    return asFile !== asDirectory && this.#kindOf(folder, names) === "directory" ? asDirectory : asFile;
  }

  /** What git says of `name/` where the folder is not ignored: as of an entry in it that has no name, which `*` matches. */
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

  // What something lies in is a folder, even if it is not there: git says so too.
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

/** Asks the workspace what a name is; the folder asked last is held open until another is asked, or until the end. */
export class Kinds {
  readonly #workspace: Workspace;
  readonly #clock = new CallClock();
  #path: string | null = null;
  #folder: SealedDirectory | null = null;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** Null for what is not there, or cannot be looked at. */
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

  /** The directory that the names lead to without a link; null if there is none. It is closed when another is asked for. */
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
      // Otherwise it is not there: then nothing is in it either.
      if (isTransient(error)) throw error;
    }
    return null;
  }
}
