// The strong workspace, on Linux: it walks a path name by name from the root's own descriptor, and the kernel follows no links. See
// open(2), O_PATH.

import { type BigIntStats, fstatSync } from "node:fs";
import { dirname } from "node:path";
import { internalFailure } from "../../errors/calls.ts";
import { ToolError } from "../../errors.ts";
import { MAX_ATTEMPTS, TransientChange, toToolError } from "../faults.ts";
import { NameWalk } from "../name_walk.ts";
import { textToRaw } from "../names.ts";
import type { SandboxPath } from "../sandbox_path.ts";
import type { Steps } from "../steps.ts";
import type { Folder, Node, WalkWatcher } from "../types.ts";
import { ProcGround } from "./ground.ts";
import { mountOf, openFromTop, ProcRoot } from "./root.ts";

export class ProcFolder implements Folder {
  readonly strategy = "handles";
  readonly rootNames: readonly string[];
  readonly #root: ProcRoot;
  readonly #above: ProcFolder | null;
  /** Undefined: not requested yet. */
  #stats: BigIntStats | undefined;

  private constructor(root: ProcRoot, rootNames: readonly string[], above: ProcFolder | null) {
    this.#root = root;
    this.#above = above;
    this.rootNames = rootNames;
  }

  get device(): bigint {
    return this.#ownStats.dev;
  }

  get ownerUid(): bigint {
    return this.#ownStats.uid;
  }

  /** The folders above the root are kept open too, so that later renames do not matter. */
  static open(rootNames: readonly string[], maxAbove: number): ProcFolder {
    const canonical = rootNames[0] ?? "";
    const chain = openFromTop(textToRaw(canonical), maxAbove + 1);
    const fd = chain.pop() as number;
    // Rarely needed; and the mount of an open folder does not change.
    let mounts: ReadonlySet<string> | undefined;
    const above = ProcFolder.above(dirname(canonical), chain, () => {
      mounts ??= new Set(chain.map(mountOf));
      return mounts;
    });
    return new ProcFolder(new ProcRoot(fd, null), rootNames, above);
  }

  /** The last descriptor of `chain` is the folder at `path`, preceded by those above it. Other mounts are not touched. */
  static above(path: string, chain: readonly number[], mounts: () => ReadonlySet<string>): ProcFolder | null {
    const fd = chain.at(-1);
    if (fd === undefined) return null;
    const above = ProcFolder.above(dirname(path), chain.slice(0, -1), mounts);
    return new ProcFolder(new ProcRoot(fd, mounts), [path], above);
  }

  *resolve({ relative }: SandboxPath, watcher?: WalkWatcher): Steps<Node> {
    for (let looks = 1; ; looks++) {
      try {
        return yield* this.#walk(relative, watcher).run();
      } catch (error) {
        this.#refuse(error, relative, looks);
      }
    }
  }

  aboveUnchecked(): Folder | null {
    return this.#above;
  }

  close(): void {
    this.#root.close();
    this.#above?.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  get #ownStats(): BigIntStats {
    this.#stats ??= fstatSync(this.#root.fd, { bigint: true });
    return this.#stats;
  }

  #walk(relativePath: string, watcher?: WalkWatcher): NameWalk<Node> {
    const root = { names: this.rootNames.map(textToRaw), platform: "posix" } as const;
    const ground = new ProcGround(this.#root, relativePath);
    return new NameWalk(ground, root, { rawPath: textToRaw(relativePath), asked: relativePath, ...watcher });
  }

  /** Returns if the walk should be repeated. */
  #refuse(error: unknown, relativePath: string, looks: number): void {
    if (error instanceof TransientChange && looks < MAX_ATTEMPTS) return;
    if (ToolError.isInstance(error)) throw error;
    if (this.#root.isGone()) throw internalFailure(relativePath, "the workspace folder has been deleted", error);
    throw toToolError(error, relativePath);
  }
}
