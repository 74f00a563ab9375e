// The strategy for systems where a directory cannot be used through its descriptor: open by path, then prove that what was
// opened is what lies inside. A file is read from the proved descriptor, so it is safe; a directory is listed by path
// between two proofs, so a swap there and back between them can go unseen. SECURITY-relevant, stated in the README.

import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync, realpathSync } from "node:fs";
import { sep } from "node:path";
import { busyFailure, internalFailure, outsideWorkspace, ToolError } from "../errors.ts";
import { errnoOf, toToolError } from "./faults.ts";
import { leadsOutside } from "./lead_out.ts";
import { listBounded } from "./list_bounded.ts";
import { kindOf, toMetadata } from "./metadata.ts";
import { isChildName, joinLocation, rawToFsPath, rawToText, stripRoot, textToRaw } from "./names.ts";
import type { Pace } from "./pace.ts";
import { READ_FLAGS, readUpTo } from "./read_bounded.ts";
import type {
  FileContent,
  Listing,
  ListRequest,
  Metadata,
  SealedDirectory,
  SealedFile,
  SealedNode,
  SealedSpecial,
  Workspace,
} from "./types.ts";

const OPEN_FLAGS = READ_FLAGS | (constants.O_NOFOLLOW ?? 0);
// A guess: an editor that saves by renaming loses this race once, not three times in a row.
const MAX_ATTEMPTS = 3;
// Each round asks for the path twice, and a swap between the two can deceive it: one round in ten, under a swapper at full
// speed. An escape has to deceive all of them.
const ROUNDS_AT_OPENING = 6;

type Identity = Pick<BigIntStats, "dev" | "ino">;

function isSame(a: Identity, b: Identity): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

function lstat(rawPath: string): BigIntStats {
  return lstatSync(rawToFsPath(rawPath), { bigint: true });
}

function realpath(rawPath: string): string {
  return realpathSync.native(rawToFsPath(rawPath) as string, "latin1");
}

interface Place {
  /** The real path, raw. */
  readonly path: string;
  readonly location: string;
  /** As it was asked for, links not resolved: what errors name. */
  readonly asked: string;
}

/** An open descriptor, and the real path at which that very object was seen. Keeping it open keeps its inode number taken. */
class Proved {
  readonly stats: BigIntStats;
  readonly place: Place;
  #fd: number;

  constructor(fd: number, stats: BigIntStats, place: Place) {
    this.#fd = fd;
    this.stats = stats;
    this.place = place;
  }

  get fd(): number {
    if (this.#fd < 0) throw internalFailure(this.place.asked, "used after it was closed");
    return this.#fd;
  }

  /** Throws unless the path still leads, without any link, to the object held. */
  proveAgain(rounds = 1): void {
    const { path, asked } = this.place;
    for (let round = 0; round < rounds; round++) {
      const holds = this.fd >= 0 && realpath(path) === path && isSame(lstat(path), this.stats);
      if (!holds) throw changedWhileRead(asked);
    }
  }

  close(): void {
    if (this.#fd < 0) return;
    const fd = this.#fd;
    this.#fd = -1;
    closeSync(fd);
  }
}

abstract class ProvedNode {
  protected readonly held: Proved;

  constructor(held: Proved) {
    this.held = held;
  }

  get location(): string {
    return this.held.place.location;
  }

  protected get asked(): string {
    return this.held.place.asked;
  }

  metadata(): Metadata {
    return toMetadata(fstatSync(this.held.fd, { bigint: true }));
  }

  close(): void {
    this.held.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

class ProvedFile extends ProvedNode implements SealedFile {
  readonly kind = "file";

  read(limitBytes: number, pace: Pace): FileContent {
    pace.check();
    try {
      return readUpTo(this.held.fd, limitBytes, pace);
    } catch (error) {
      throw toToolError(error, this.asked);
    }
  }
}

class ProvedDirectory extends ProvedNode implements SealedDirectory {
  readonly kind = "directory";

  async list(request: ListRequest, pace: Pace): Promise<Listing> {
    try {
      this.held.proveAgain();
      const listing = await listBounded(rawToFsPath(this.held.place.path), request, pace);
      this.held.proveAgain();
      return listing;
    } catch (error) {
      throw toToolError(error, this.asked);
    }
  }

  childMetadata(raw: string, pace: Pace): Metadata {
    pace.check();
    try {
      const stats = lstat(this.#childPath(raw));
      this.held.proveAgain();
      return toMetadata(stats);
    } catch (error) {
      throw toToolError(error, joinLocation(this.asked, raw));
    }
  }

  openChild(raw: string, pace: Pace): SealedDirectory {
    pace.check();
    const asked = joinLocation(this.asked, raw);
    try {
      const place = { path: this.#childPath(raw), location: joinLocation(this.location, raw), asked };
      const fd = openSync(rawToFsPath(place.path), OPEN_FLAGS | (constants.O_DIRECTORY ?? 0));
      return new ProvedDirectory(prove(fd, place));
    } catch (error) {
      throw toToolError(error, asked);
    }
  }

  #childPath(raw: string): string {
    if (this.held.fd < 0 || !isChildName(raw)) throw internalFailure(this.asked, "not the name of a child");
    const { path } = this.held.place;
    return path.endsWith(sep) ? path + raw : path + sep + raw;
  }
}

/** Seen by `lstat` only: opening a FIFO or a device may wait or act. */
class SeenSpecial implements SealedSpecial {
  readonly kind = "other";
  readonly location: string;
  readonly #stats: BigIntStats;

  constructor(stats: BigIntStats, location: string) {
    this.#stats = stats;
    this.location = location;
  }

  metadata(): Metadata {
    return toMetadata(this.#stats);
  }

  close(): void {}

  [Symbol.dispose](): void {}
}

/** Takes over `fd`: it is closed if the proof fails. */
function prove(fd: number, place: Place): Proved {
  const held = new Proved(fd, fstatSync(fd, { bigint: true }), place);
  try {
    held.proveAgain(ROUNDS_AT_OPENING);
    return held;
  } catch (error) {
    held.close();
    throw error;
  }
}

function wrap(held: Proved): SealedNode {
  if (held.stats.isDirectory()) return new ProvedDirectory(held);
  if (held.stats.isFile()) return new ProvedFile(held);
  held.close();
  throw changedWhileRead(held.place.asked);
}

/** ELOOP: a link stands where there was none when the real path was asked for. */
function mayHaveChanged(error: unknown): boolean {
  return errnoOf(error) === "ELOOP" || (ToolError.isInstance(error) && error.retriable);
}

function changedWhileRead(asked: string): ToolError {
  return busyFailure(asked, "it was moved or replaced while it was being read; try again");
}

export class PortableWorkspace implements Workspace {
  readonly strategy = "verify";
  readonly rootNames: readonly string[];
  readonly #root: Proved;

  constructor(canonicalRoot: string, rootNames: readonly string[]) {
    const path = textToRaw(canonicalRoot);
    const fd = openSync(canonicalRoot, OPEN_FLAGS | (constants.O_DIRECTORY ?? 0));
    this.#root = prove(fd, { path, location: ".", asked: "." });
    this.rootNames = rootNames;
  }

  resolve(relativePath: string, pace: Pace): SealedNode {
    for (let attempt = 1; ; attempt++) {
      pace.check();
      try {
        return this.#open(relativePath);
      } catch (error) {
        if (!mayHaveChanged(error) || attempt === MAX_ATTEMPTS) throw this.#openFailure(error, relativePath);
      }
    }
  }

  close(): void {
    this.#root.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #open(relativePath: string): SealedNode {
    this.#proveRoot(relativePath);
    const wanted =
      relativePath === "." ? this.#root.place.path : `${this.#root.place.path}${sep}${textToRaw(relativePath)}`;
    const path = realpath(wanted);
    const below = stripRoot(path, this.#root.place.path, sep);
    if (below === null) throw outsideWorkspace(relativePath);
    const location = below === "" ? "." : rawToText(below.split(sep).join("/"));
    const stats = lstat(path);
    if (kindOf(stats) === "other") return new SeenSpecial(stats, location);
    return wrap(prove(openSync(rawToFsPath(path), OPEN_FLAGS), { path, location, asked: relativePath }));
  }

  #proveRoot(relativePath: string): void {
    try {
      this.#root.proveAgain();
    } catch (error) {
      if (fstatSync(this.#root.fd).nlink === 0) {
        throw internalFailure(relativePath, "the workspace folder has been deleted", error);
      }
      throw internalFailure(relativePath, "the workspace folder has been moved or replaced", error);
    }
  }

  #openFailure(error: unknown, relativePath: string): Error {
    const names = this.rootNames.map(textToRaw);
    const view = { base: this.#root.place.path, names, separator: sep };
    const outside = leadsOutside(view, textToRaw(relativePath));
    return outside ? outsideWorkspace(relativePath) : toToolError(error, relativePath);
  }
}
