// The strong strategy: every object is held by a descriptor, and every further step goes through `/proc/self/fd/N`, so no
// path is ever resolved twice. Leaves the choice of strategy to open.ts, and opening the root to proc_root.ts. See open(2), O_PATH.

import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync } from "node:fs";
import { internalFailure, outsideWorkspace } from "../errors.ts";
import { toToolError } from "./faults.ts";
import { type RootView, traceLinks } from "./links.ts";
import { type ListedDirectory, listBounded, type NameStream } from "./list_bounded.ts";
import { openHeldListing, openListing, readNames } from "./list_open.ts";
import { isChildName, joinLocation, rawToFsPath, rawToText, stripRoot, textToRaw } from "./names.ts";
import { kindOf, READ_FLAGS, readUpTo, toMetadata } from "./object.ts";
import { MAX_LOOKS, Pace, Unsettled } from "./pace.ts";
import { descriptorPath, O_PATH } from "./proc_root.ts";
import { type Identity, isSameObject } from "./still.ts";
import type {
  FileContent,
  LinkTrace,
  Listing,
  ListRequest,
  Metadata,
  SealedDirectory,
  SealedFile,
  SealedNode,
  SealedSpecial,
  Workspace,
} from "./types.ts";

const RETRY_MS = 1;

const OPEN_DIRECTORY = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

abstract class Held {
  readonly location: string;
  /** As it was asked for, links not resolved: what errors name. */
  readonly asked: string;
  #fd: number;

  constructor(fd: number, location: string, asked: string) {
    this.#fd = fd;
    this.location = location;
    this.asked = asked;
  }

  /** Asked for on every use: the number of a closed descriptor may by now belong to something else. */
  protected get fd(): number {
    if (this.#fd < 0) throw internalFailure(this.asked, "used after it was closed");
    return this.#fd;
  }

  metadata(): Metadata {
    try {
      return toMetadata(fstatSync(this.fd, { bigint: true }));
    } catch (error) {
      throw toToolError(error, this.asked);
    }
  }

  close(): void {
    if (this.#fd < 0) return;
    const fd = this.#fd;
    this.#fd = -1;
    try {
      closeSync(fd);
    } catch (error) {
      throw toToolError(error, this.asked);
    }
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

class HeldFile extends Held implements SealedFile {
  readonly kind = "file";

  read(limitBytes: number, pace: Pace): FileContent {
    pace.check();
    try {
      const fd = openSync(descriptorPath(this.fd), READ_FLAGS);
      try {
        return readUpTo(fd, limitBytes, pace);
      } finally {
        closeSync(fd);
      }
    } catch (error) {
      throw toToolError(error, this.asked);
    }
  }
}

class HeldDirectory extends Held implements SealedDirectory, ListedDirectory {
  readonly kind = "directory";

  // Not async itself: one promise less for every directory of a walk.
  list(request: ListRequest, pace: Pace): Promise<Listing> {
    try {
      pace.check();
      const stream = openHeldListing(this.fd, descriptorPath(this.fd));
      return stream instanceof Promise
        ? this.#listLater(stream, request, pace)
        : listBounded(stream, request, pace, this);
    } catch (error) {
      return Promise.reject(toToolError(error, this.asked));
    }
  }

  rawNames(): readonly string[] {
    return readNames(descriptorPath(this.fd));
  }

  openAgain(): NameStream | Promise<NameStream> {
    return openListing(descriptorPath(this.fd));
  }

  childMetadataNow(raw: string, pace: Pace): Metadata {
    return this.childMetadata(raw, pace);
  }

  childMetadata(raw: string, pace: Pace): Metadata {
    pace.check();
    try {
      return toMetadata(lstatSync(this.#childPath(raw), { bigint: true }));
    } catch (error) {
      throw toToolError(error, joinLocation(this.asked, raw));
    }
  }

  openChild(raw: string, pace: Pace): SealedDirectory {
    pace.check();
    try {
      const fd = openSync(this.#childPath(raw), OPEN_DIRECTORY);
      const location = joinLocation(this.location, raw);
      return new HeldDirectory(fd, location, this.asked === this.location ? location : joinLocation(this.asked, raw));
    } catch (error) {
      throw toToolError(error, joinLocation(this.asked, raw));
    }
  }

  async #listLater(stream: Promise<NameStream>, request: ListRequest, pace: Pace): Promise<Listing> {
    try {
      return await listBounded(await stream, request, pace, this);
    } catch (error) {
      throw toToolError(error, this.asked);
    }
  }

  #childPath(raw: string): string | Buffer {
    if (!isChildName(raw)) throw internalFailure(this.asked, "not the name of a child");
    return rawToFsPath(`${descriptorPath(this.fd)}/${raw}`);
  }
}

class HeldSpecial extends Held implements SealedSpecial {
  readonly kind = "other";
}

export class ProcWorkspace implements Workspace {
  readonly strategy = "handles";
  readonly rootNames: readonly string[];
  readonly #root: HeldRoot;

  constructor(rootFd: number, rootNames: readonly string[]) {
    this.#root = new HeldRoot(rootFd, ".", ".");
    this.rootNames = rootNames;
  }

  resolveNow(relativePath: string, pace: Pace): SealedNode {
    return this.resolve(relativePath, pace);
  }

  resolve(relativePath: string, pace: Pace): SealedNode {
    for (let looks = 1; ; looks++) {
      pace.check();
      try {
        return this.#resolveOnce(relativePath, pace);
      } catch (error) {
        if (!(error instanceof Unsettled) || looks === MAX_LOOKS) throw toToolError(error, relativePath);
      }
    }
  }

  #resolveOnce(relativePath: string, pace: Pace): SealedNode {
    const base = this.#root.path;
    let fd: number;
    try {
      fd = openSync(`${base}/${relativePath}`, O_PATH);
    } catch (error) {
      throw this.#openFailure(error, relativePath, pace);
    }
    try {
      const stats = fstatSync(fd, { bigint: true });
      return wrap(fd, stats, this.#locate(fd, stats, relativePath, pace), relativePath);
    } catch (error) {
      closeSync(fd);
      throw error;
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

  #openFailure(error: unknown, relativePath: string, pace: Pace): Error {
    if (this.#root.isGone()) return internalFailure(relativePath, "the workspace folder has been deleted", error);
    const { end } = traceLinks(this.#view(), textToRaw(relativePath), pace);
    return end === "outside" ? outsideWorkspace(relativePath) : toToolError(error, relativePath);
  }

  #view(): RootView {
    const present = this.#root.whereabouts();
    const known = this.rootNames.map(textToRaw);
    // Once the root has been renamed, its old names may belong to somebody else.
    return { base: this.#root.path, names: known[0] === present ? known : [present], separator: "/" };
  }

  /**
   * Where the kernel says `fd` is. Both links are read now, never remembered: the root may have been renamed, and
   * something else may stand where it was.
   */
  #locate(fd: number, stats: Identity, relativePath: string, pace: Pace): string {
    if (relativePath === "." && this.#root.isGone()) {
      throw internalFailure(undefined, "the workspace folder has been deleted");
    }
    const root = this.#root.whereabouts();
    const landed = readlinkSync(descriptorPath(fd), "latin1");
    const below = stripRoot(landed, root, "/");
    if (below === null) throw outsideWorkspace(relativePath);
    const location = below === "" ? "." : rawToText(below);
    if (location !== relativePath) this.#requireInside(relativePath, pace);
    // The text alone can deceive: another mount namespace has paths that read the same, and a root that is renamed between
    // the two looks has another text. So the object must be what the held root has at that place. Mostly it is not because
    // somebody saved a new file in its place, which is then there: it must not pass for a missing one.
    if (!this.#isRealName(stats, below)) throw new Unsettled(RETRY_MS);
    return location;
  }

  /** There were links. The kernel follows them out and back in, and its success would tell what exists outside. */
  #requireInside(relativePath: string, pace: Pace): void {
    const { end, fault } = traceLinks(this.#view(), textToRaw(relativePath), pace);
    if (end === "outside") throw outsideWorkspace(relativePath);
    if (end === "missing") throw fault;
  }

  /** Also for a name that really ends in the words that the kernel puts behind the name of what was removed. */
  #isRealName(held: Identity, below: string): boolean {
    try {
      const named = lstatSync(rawToFsPath(`${this.#root.path}/${below || "."}`), { bigint: true });
      return isSameObject(held, named);
    } catch {
      return false;
    }
  }
}

class HeldRoot extends Held {
  get path(): string {
    return descriptorPath(this.fd);
  }

  /** The root's present absolute path, raw. */
  whereabouts(): string {
    return readlinkSync(this.path, "latin1");
  }

  isGone(): boolean {
    return fstatSync(this.fd).nlink === 0;
  }
}

function wrap(fd: number, stats: BigIntStats, location: string, asked: string): SealedNode {
  switch (kindOf(stats)) {
    case "file":
      return new HeldFile(fd, location, asked);
    case "directory":
      return new HeldDirectory(fd, location, asked);
    default:
      return new HeldSpecial(fd, location, asked);
  }
}
