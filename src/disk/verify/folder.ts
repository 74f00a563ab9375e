// The workspace for systems where a directory cannot be used through its descriptor: it walks paths name by name, and proves that the
// directories on the path did not change meanwhile.

import { dirname } from "node:path";
import { faultReason, toToolError } from "../faults.ts";
import { NameWalk } from "../name_walk.ts";
import { textToRaw } from "../names.ts";
import { platformOf } from "../path_rules.ts";
import type { SandboxPath } from "../sandbox_path.ts";
import { type Steps, settled } from "../steps.ts";
import type { Folder, Node, WalkWatcher } from "../types.ts";
import { PortableGround } from "./ground.ts";
import { OPEN_DIRECTORY_FLAGS } from "./nodes.ts";
import { PathProof } from "./proof.ts";
import { PortableRoot } from "./root.ts";

export class PortableFolder implements Folder {
  readonly strategy = "verify";
  readonly rootNames: readonly string[];
  readonly #root: PortableRoot;
  readonly #maxAbove: number;
  /** Undefined: not requested yet, or there is none. */
  #above: PortableFolder | null | undefined;

  constructor(rootNames: readonly string[], maxAbove: number, role: "workspace" | "above" = "workspace") {
    this.#root = new PortableRoot(textToRaw(rootNames[0] ?? ""), OPEN_DIRECTORY_FLAGS, role);
    this.#maxAbove = maxAbove;
    this.rootNames = rootNames;
  }

  get device(): bigint {
    return this.#root.stats.dev;
  }

  get ownerUid(): bigint {
    return this.#root.stats.uid;
  }

  resolve({ relative }: SandboxPath, watcher?: WalkWatcher): Steps<Node> {
    return settled(() => this.#find(relative, watcher));
  }

  /** By its path, while the root is where it was opened. Null also if this user may not read it. */
  aboveUnchecked(): Folder | null {
    this.#root.requireHere(".");
    const path = this.rootNames[0] ?? "";
    const above = dirname(path);
    const mayOpen = above !== path && this.#maxAbove > 0;
    if (mayOpen && this.#above === undefined) this.#above = openAbove(above, this.#maxAbove - 1);
    return this.#above ?? null;
  }

  close(): void {
    this.#root.close();
    this.#above?.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  *#find(relativePath: string, watcher?: WalkWatcher): Steps<Node> {
    this.#root.requireHere(relativePath);
    try {
      const proof = new PathProof();
      const ground = new PortableGround(this.#root, proof, relativePath, watcher?.guard);
      const root = { names: this.rootNames.map(textToRaw), platform: platformOf(process.platform) };
      const request = { rawPath: textToRaw(relativePath), asked: relativePath, ...watcher };
      const walk = new NameWalk<Node>(ground, root, request).run();
      return yield* proof.conclude(walk, (node) => node.close());
    } catch (error) {
      throw this.#root.toToolError(error, relativePath);
    }
  }
}

function openAbove(path: string, maxAbove: number): PortableFolder | null {
  try {
    return new PortableFolder([path], maxAbove, "above");
  } catch (error) {
    if (faultReason(error) === "exhausted") throw toToolError(error, ".");
    return null;
  }
}
