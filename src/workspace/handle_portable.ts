// The strategy for systems where a directory cannot be used through its descriptor: where a request leads is asked, and what is
// there is opened by path under proof. Leaves the objects to portable_nodes.ts, and the choice of strategy to open.ts.

import { fstatSync, openSync, realpathSync } from "node:fs";
import { sep } from "node:path";
import { internalFailure, outsideWorkspace } from "../errors.ts";
import { toToolError } from "./faults.ts";
import { leadsOutside, type RootView, traceLinks } from "./links.ts";
import { kindOf } from "./metadata.ts";
import { rawToFsPath, rawToText, stripRoot, textToRaw } from "./names.ts";
import type { Pace } from "./pace.ts";
import {
  changedWhileRead,
  Held,
  OPEN_DIRECTORY_FLAGS,
  OPEN_FLAGS,
  openAt,
  type Place,
  SeenSpecial,
  wrap,
} from "./portable_nodes.ts";
import { isSameObject, lstatRaw, whileStill } from "./still.ts";
import type { LinkTrace, SealedNode, SealedSpecial, Workspace } from "./types.ts";

export class PortableWorkspace implements Workspace {
  readonly strategy = "verify";
  readonly rootNames: readonly string[];
  readonly #root: Held;

  constructor(canonicalRoot: string, rootNames: readonly string[]) {
    const path = textToRaw(canonicalRoot);
    const fd = openSync(canonicalRoot, OPEN_DIRECTORY_FLAGS);
    this.#root = new Held(fd, { path, way: [], location: ".", asked: "." });
    this.rootNames = rootNames;
  }

  resolve(relativePath: string, pace: Pace): SealedNode {
    pace.check();
    this.#requireRoot(relativePath);
    try {
      return this.#open(relativePath);
    } catch (error) {
      throw this.#openFailure(error, relativePath);
    }
  }

  trace(relativePath: string): LinkTrace {
    return traceLinks(this.#view(), textToRaw(relativePath));
  }

  close(): void {
    this.#root.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #open(relativePath: string): SealedNode {
    const root = this.#root.place.path;
    const wanted = relativePath === "." ? root : `${root}${sep}${textToRaw(relativePath)}`;
    const path = realpathSync.native(rawToFsPath(wanted) as string, "latin1");
    const below = stripRoot(path, root, sep);
    if (below === null) throw outsideWorkspace(relativePath);
    const place = { path, asked: relativePath, ...toWay(root, below) };
    // Found out before it is opened: opening is for files and directories only.
    const stats = lstatRaw(path);
    if (kindOf(stats) === "other") return this.#see(place);
    const held = openAt(place, OPEN_FLAGS);
    try {
      this.#requireRoot(relativePath);
      return wrap(held);
    } catch (error) {
      held.close();
      throw error;
    }
  }

  #see(place: Place): SealedSpecial {
    const stats = whileStill(
      place.way,
      () => lstatRaw(place.path),
      () => {},
    );
    if (stats === null || kindOf(stats) !== "other") throw changedWhileRead(place.asked);
    return new SeenSpecial(stats, place.location);
  }

  /** Throws unless the root's path still leads to the root. */
  #requireRoot(relativePath: string): void {
    const { fd, stats, place } = this.#root;
    if (fstatSync(fd).nlink === 0) throw internalFailure(relativePath, "the workspace folder has been deleted");
    try {
      if (isSameObject(lstatRaw(place.path), stats)) return;
    } catch {
      // Something above it is gone: moved, as far as anybody can tell from here.
    }
    throw internalFailure(relativePath, "the workspace folder has been moved or replaced");
  }

  #openFailure(error: unknown, relativePath: string): Error {
    const outside = leadsOutside(this.#view(), textToRaw(relativePath));
    return outside ? outsideWorkspace(relativePath) : toToolError(error, relativePath);
  }

  #view(): RootView {
    return { base: this.#root.place.path, names: this.rootNames.map(textToRaw), separator: sep };
  }
}

/** The directories on the way to `below`, which is raw and relative to `root`. */
function toWay(root: string, below: string): { way: string[]; location: string } {
  const names = below === "" ? [] : below.split(sep);
  const way: string[] = [];
  let path = root;
  for (const name of names) {
    way.push(path);
    path = path.endsWith(sep) ? path + name : path + sep + name;
  }
  return { way, location: rawToText(names.join("/")) || "." };
}
