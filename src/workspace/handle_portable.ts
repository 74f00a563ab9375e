// The strategy for systems where a directory cannot be used through its descriptor: where a request leads is asked, and what is
// there is opened by path under proof. Leaves the objects to portable_nodes.ts, and the choice of strategy to open.ts.

import { realpathSync } from "node:fs";
import { sep } from "node:path";
import { outsideWorkspace } from "../errors.ts";
import { type FaultReason, faultReason } from "./faults.ts";
import { type RootView, traceLinks } from "./links.ts";
import { rawToFsPath, rawToText, stripRoot, textToRaw } from "./names.ts";
import { Pace, patiently, Unsettled } from "./pace.ts";
import { OPEN_DIRECTORY_FLAGS, openNode, type Place } from "./portable_nodes.ts";
import { joinRaw, PortableRoot } from "./portable_root.ts";
import { WAIT_MS } from "./still.ts";
import type { LinkTrace, SealedNode, Workspace } from "./types.ts";

export class PortableWorkspace implements Workspace {
  readonly strategy = "verify";
  readonly rootNames: readonly string[];
  readonly #root: PortableRoot;

  constructor(canonicalRoot: string, rootNames: readonly string[]) {
    this.#root = new PortableRoot(textToRaw(canonicalRoot), OPEN_DIRECTORY_FLAGS);
    this.rootNames = rootNames;
  }

  resolve(relativePath: string, pace: Pace): SealedNode | Promise<SealedNode> {
    return patiently(() => this.resolveNow(relativePath, pace), pace);
  }

  resolveNow(relativePath: string, pace: Pace): SealedNode {
    pace.check();
    this.#root.requireHere(relativePath);
    try {
      const place = this.#locate(relativePath, pace);
      return requireSeen(["missing", "unreachable"], () => openNode(place));
    } catch (error) {
      throw this.#root.toToolError(error, relativePath);
    }
  }

  trace(relativePath: string, pace = new Pace()): LinkTrace {
    const { links, end } = traceLinks(this.#view(), textToRaw(relativePath), pace);
    return { links, end };
  }

  close(): void {
    this.#root.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Traced first: the system itself follows links out and back in, and any number of names. */
  #locate(relativePath: string, pace: Pace): Place {
    const raw = textToRaw(relativePath);
    const { end, fault } = traceLinks(this.#view(), raw, pace);
    if (end === "outside") throw outsideWorkspace(relativePath);
    if (end === "missing") throw fault;
    const wanted = relativePath === "." ? this.#root.path : joinRaw(this.#root.path, raw);
    // Of a path that is too long, or has too many links, systems think differently: that is no sign.
    const path = requireSeen(["missing"], () => realpathSync.native(rawToFsPath(wanted) as string, "latin1"));
    const below = stripRoot(path, this.#root.path, sep);
    if (below === null) throw outsideWorkspace(relativePath);
    const names = below === "" ? [] : below.split(sep);
    const location = rawToText(names.join("/")) || ".";
    return { root: this.#root, path, way: this.#root.wayTo(names), location, asked: relativePath };
  }

  #view(): RootView {
    return { base: this.#root.path, names: this.rootNames.map(textToRaw), separator: sep };
  }
}

/** For what was there a moment ago. If it is gone now, it was moved or replaced, and the next look will tell which. */
function requireSeen<T>(signs: readonly FaultReason[], look: () => T): T {
  try {
    return look();
  } catch (error) {
    throw signs.includes(faultReason(error)) ? new Unsettled(WAIT_MS) : error;
  }
}
