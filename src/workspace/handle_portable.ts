// The strategy for systems where a directory cannot be used through its descriptor: the same walk by names, on paths, and a proof that
// the directories gone through stood still meanwhile. Leaves the objects to portable_nodes.ts, and the choice of strategy to open.ts.

import { dirname, sep } from "node:path";
import { faultReason, toToolError } from "./faults.ts";
import { NameWalk, traceWalk } from "./name_walk.ts";
import { textToRaw } from "./names.ts";
import { isUnsettled, Pace, persistently, runNow, runPaced, type Steps } from "./pace.ts";
import { PortableGround } from "./portable_ground.ts";
import { OPEN_DIRECTORY_FLAGS } from "./portable_nodes.ts";
import { PortableRoot } from "./portable_root.ts";
import { WalkProof } from "./still.ts";
import type { LinkTrace, PlaceGuard, SealedNode, Workspace } from "./types.ts";

export class PortableWorkspace implements Workspace {
  readonly strategy = "verify";
  readonly rootNames: readonly string[];
  readonly #root: PortableRoot;
  /** Undefined: nobody has asked yet, or there is none. */
  #above: PortableWorkspace | null | undefined;

  constructor(canonicalRoot: string, rootNames: readonly string[], role: "workspace" | "above" = "workspace") {
    this.#root = new PortableRoot(textToRaw(canonicalRoot), OPEN_DIRECTORY_FLAGS, role);
    this.rootNames = rootNames;
  }

  get device(): bigint {
    return this.#root.stats.dev;
  }

  get ownerUid(): bigint {
    return this.#root.stats.uid;
  }

  async resolve(relativePath: string, pace: Pace, guard?: PlaceGuard): Promise<SealedNode> {
    return persistently(() => this.#attempt(relativePath, pace, guard), pace);
  }

  resolveNow(relativePath: string, pace: Pace, guard?: PlaceGuard): SealedNode {
    pace.check();
    this.#root.requireHere(relativePath);
    try {
      return runNow(this.#start(relativePath, guard).steps, pace);
    } catch (error) {
      throw this.#root.toToolError(error, relativePath);
    }
  }

  trace(relativePath: string, pace = new Pace()): LinkTrace {
    this.#root.requireHere(relativePath);
    const { walk, steps } = this.#start(relativePath);
    return traceWalk(walk, steps, pace, relativePath);
  }

  /** By its path, while the root is where it was opened. Null also for one that this user may not look into. */
  aboveUnchecked(): Workspace | null {
    this.#root.requireHere(".");
    const path = this.rootNames[0] ?? "";
    const above = dirname(path);
    if (above !== path && this.#above === undefined) this.#above = openAbove(above);
    return this.#above ?? null;
  }

  close(): void {
    this.#root.close();
    this.#above?.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async #attempt(relativePath: string, pace: Pace, guard?: PlaceGuard): Promise<SealedNode> {
    pace.check();
    this.#root.requireHere(relativePath);
    try {
      return await runPaced(this.#start(relativePath, guard).steps, pace);
    } catch (error) {
      throw this.#root.toToolError(error, relativePath);
    }
  }

  #start(relativePath: string, guard?: PlaceGuard) {
    const proof = new WalkProof();
    const ground = new PortableGround(this.#root, proof, relativePath, guard);
    const root = { names: this.rootNames.map(textToRaw), separator: sep };
    const request = { rawPath: textToRaw(relativePath), asked: relativePath, guard };
    const walk = new NameWalk<SealedNode>(ground, root, request);
    return { walk, steps: believe(walk, proof) };
  }
}

function openAbove(path: string): PortableWorkspace | null {
  try {
    return new PortableWorkspace(path, [path], "above");
  } catch (error) {
    if (faultReason(error) === "exhausted") throw toToolError(error, ".");
    return null;
  }
}

/** What the walk finds, or its failure, once the proof is complete. */
function* believe(walk: NameWalk<SealedNode>, proof: WalkProof): Steps<SealedNode> {
  let node: SealedNode;
  try {
    node = yield* walk.run();
  } catch (error) {
    if (!isUnsettled(error)) yield* proof.confirm();
    throw error;
  }
  let isProved = false;
  try {
    yield* proof.confirm();
    isProved = true;
    return node;
  } finally {
    if (!isProved) node.close();
  }
}
