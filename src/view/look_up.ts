// Verdicts for paths in any order, within one call. It caches the folders that it entered, and asks the disk for the kind of a path only if
// the path does not tell it.

import { isTransient } from "../disk/faults.ts";
import { textToRaw } from "../disk/names.ts";
import { SandboxPath } from "../disk/sandbox_path.ts";
import type { Steps } from "../disk/steps.ts";
import type { Directory, EntryKind, Folder } from "../disk/types.ts";
import { ToolError } from "../errors.ts";
import type { FolderRules, FolderRulesLoader } from "../git/folder_rules.ts";
import type { IgnoreVerdict } from "../git/ignore_verdict.ts";

interface Level {
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
  readonly #rulesOf: (directory: Directory) => FolderRulesLoader | null;
  readonly #folders = new Map<string, Level>();

  constructor(kinds: Kinds, root: FolderRules, rulesOf: (directory: Directory) => FolderRulesLoader | null) {
    this.#kinds = kinds;
    this.#rulesOf = rulesOf;
    this.#folders.set("", { rules: root, isBehindLink: false });
  }

  *judge({ names, saysDirectory }: AskedPath): Steps<IgnoreVerdict> {
    const name = names.at(-1);
    const folder = yield* this.#folderOf(names.slice(0, -1));
    if (name === undefined || folder.rules.verdict.ignored) return folder.rules.verdict;
    const raw = textToRaw(name);
    const asDirectory = folder.rules.judge(raw, true);
    if (saysDirectory) return asDirectory.ignored ? asDirectory : yield* this.#judgeInside(folder, names);
    // Usually the kind makes no difference, and then the disk is not asked.
    const asFile = folder.rules.judge(raw, false);
    return asFile !== asDirectory && (yield* this.#kindOf(folder, names)) === "directory" ? asDirectory : asFile;
  }

  /** Git's answer for `name/` if the folder is not ignored: that for an entry in it with an empty name, which `*` matches. */
  *#judgeInside(parent: Level, names: readonly string[]): Steps<IgnoreVerdict> {
    const { rules } = yield* this.#folderOf(names);
    return rules.judge("", (yield* this.#kindOf(parent, names)) === "directory");
  }

  *#folderOf(names: readonly string[]): Steps<Level> {
    const path = names.join("/");
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const parent = yield* this.#folderOf(names.slice(0, -1));
    const folder = parent.rules.verdict.ignored ? parent : yield* this.#enter(parent, names);
    this.#folders.set(path, folder);
    return folder;
  }

  // A path that contains something is a folder, even if it does not exist. Git agrees.
  *#enter(parent: Level, names: readonly string[]): Steps<Level> {
    const raw = textToRaw(names.at(-1) ?? "");
    const isLink = (yield* this.#kindOf(parent, names)) === "symlink";
    const isBehindLink = isLink || parent.isBehindLink;
    if (isBehindLink) return { rules: parent.rules.enterLink(raw), isBehindLink };
    const directory = yield* this.#kinds.open(names);
    const rules = yield* parent.rules.enter(raw).load(directory && this.#rulesOf(directory));
    return { rules, isBehindLink };
  }

  *#kindOf(parent: Level, names: readonly string[]): Steps<EntryKind | null> {
    return parent.isBehindLink ? null : yield* this.#kinds.get(names);
  }
}

/** Asks the disk for the kind of a name. The last folder stays open until another is needed, or until the end. */
export class Kinds {
  readonly #root: Folder;
  #path: string | null = null;
  #folder: Directory | null = null;

  constructor(root: Folder) {
    this.#root = root;
  }

  /** Null if it does not exist or cannot be accessed. */
  *get(names: readonly string[]): Steps<EntryKind | null> {
    const folder = yield* this.open(names.slice(0, -1));
    try {
      return folder && (yield* folder.childKind(textToRaw(names.at(-1) ?? "")));
    } catch (error) {
      if (isTransient(error)) throw error;
      return null;
    }
  }

  [Symbol.dispose](): void {
    this.#folder?.close();
  }

  /** The directory that the names lead to without a link, or null. It is closed when another is requested. */
  *open(names: readonly string[]): Steps<Directory | null> {
    const path = names.join("/") || ".";
    if (path === this.#path) return this.#folder;
    using held = this.#folder;
    const isChild = this.#path === (names.slice(0, -1).join("/") || ".");
    this.#folder = null;
    this.#path = path;
    // Nothing is in a folder that is not there.
    if (isChild && held === null) return null;
    this.#folder = yield* this.#open(path, isChild ? held : null);
    return this.#folder;
  }

  /** From its parent if that is held: a path of a thousand names is otherwise walked a thousand times. */
  *#open(path: string, parent: Directory | null): Steps<Directory | null> {
    try {
      if (parent !== null) return yield* parent.openChild(textToRaw(path.slice(path.lastIndexOf("/") + 1)));
      const node = yield* this.#root.resolve(SandboxPath.ofLocation(path));
      if (node.kind === "directory" && node.location === path) return node;
      node.close();
    } catch (error) {
      // Otherwise it does not exist, so nothing is in it.
      if (isTransient(error)) throw error;
    }
    return null;
  }
}
