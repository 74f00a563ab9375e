// The strategy for systems where a directory cannot be used through its descriptor: objects are opened by path while every
// directory on the way is proved to stand still. Leaves the proof to still.ts, and the choice of strategy to open.ts.

import { type BigIntStats, closeSync, constants, fstatSync, openSync, realpathSync } from "node:fs";
import { sep } from "node:path";
import { busyFailure, internalFailure, outsideWorkspace, type ToolError } from "../errors.ts";
import { toToolError } from "./faults.ts";
import { leadsOutside } from "./lead_out.ts";
import { listBounded, openListing } from "./list_bounded.ts";
import { kindOf, toMetadata } from "./metadata.ts";
import { isChildName, joinLocation, rawToFsPath, rawToText, stripRoot, textToRaw } from "./names.ts";
import type { Pace } from "./pace.ts";
import { READ_FLAGS, readUpTo } from "./read_bounded.ts";
import { isSameObject, lstatRaw, whileStill } from "./still.ts";
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
const OPEN_DIRECTORY_FLAGS = OPEN_FLAGS | (constants.O_DIRECTORY ?? 0);

interface Place {
  /** The real path, raw. */
  readonly path: string;
  /** The directories that a look-up of `path` goes through, from the root down. */
  readonly way: readonly string[];
  readonly location: string;
  /** As it was asked for, links not resolved: what errors name. */
  readonly asked: string;
}

/** An open descriptor, and the place where that very object was found. Keeping it open keeps its inode number taken. */
class Held {
  readonly stats: BigIntStats;
  readonly place: Place;
  #fd: number;

  constructor(fd: number, place: Place) {
    this.#fd = fd;
    this.stats = fstatSync(fd, { bigint: true });
    this.place = place;
  }

  get fd(): number {
    this.requireOpen();
    return this.#fd;
  }

  requireOpen(): void {
    if (this.#fd < 0) throw internalFailure(this.place.asked, "used after it was closed");
  }

  close(): void {
    if (this.#fd < 0) return;
    const fd = this.#fd;
    this.#fd = -1;
    closeSync(fd);
  }
}

/** Opens what lies at `place`, and nothing else. */
function openAt(place: Place, flags: number): Held {
  const open = () => new Held(openSync(rawToFsPath(place.path), flags), place);
  const held = whileStill(place.way, open, (untrusted) => untrusted.close());
  if (held === null) throw changedWhileRead(place.asked);
  return held;
}

function changedWhileRead(asked: string): ToolError {
  return busyFailure(asked, "it was moved or replaced while it was being read; try again");
}

abstract class PortableNode {
  protected readonly held: Held;

  constructor(held: Held) {
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

class PortableFile extends PortableNode implements SealedFile {
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

class PortableDirectory extends PortableNode implements SealedDirectory {
  readonly kind = "directory";

  async list(request: ListRequest, pace: Pace): Promise<Listing> {
    pace.check();
    try {
      // Only opening it looks the path up; what is read afterwards is of the directory that was opened.
      const listing = this.#lookUp(
        () => openListing(rawToFsPath(this.held.place.path)),
        (untrusted) => untrusted.closeSync(),
      );
      return await listBounded(listing, request, pace);
    } catch (error) {
      throw toToolError(error, this.asked);
    }
  }

  childMetadata(raw: string, pace: Pace): Metadata {
    pace.check();
    try {
      const path = this.#childPath(raw);
      return toMetadata(this.#lookUp(() => lstatRaw(path)));
    } catch (error) {
      throw toToolError(error, joinLocation(this.asked, raw));
    }
  }

  openChild(raw: string, pace: Pace): SealedDirectory {
    pace.check();
    const asked = joinLocation(this.asked, raw);
    try {
      const path = this.#childPath(raw);
      const way = [...this.held.place.way, this.held.place.path];
      return new PortableDirectory(
        openAt({ path, way, location: joinLocation(this.location, raw), asked }, OPEN_DIRECTORY_FLAGS),
      );
    } catch (error) {
      throw toToolError(error, asked);
    }
  }

  /** Looks something up through this directory's path, while that path leads to the directory held. */
  #lookUp<T>(look: () => T, drop: (untrusted: T) => void = () => {}): T {
    this.held.requireOpen();
    const { path, way, asked } = this.held.place;
    const lookThrough = () => (isSameObject(lstatRaw(path), this.held.stats) ? { result: look() } : null);
    const seen = whileStill(way, lookThrough, (untrusted) => untrusted !== null && drop(untrusted.result));
    if (seen === null) throw changedWhileRead(asked);
    return seen.result;
  }

  #childPath(raw: string): string {
    this.held.requireOpen();
    if (!isChildName(raw)) throw internalFailure(this.asked, "not the name of a child");
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

function wrap(held: Held): SealedNode {
  if (held.stats.isDirectory()) return new PortableDirectory(held);
  if (held.stats.isFile()) return new PortableFile(held);
  throw changedWhileRead(held.place.asked);
}

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
    const names = this.rootNames.map(textToRaw);
    const view = { base: this.#root.place.path, names, separator: sep };
    const outside = leadsOutside(view, textToRaw(relativePath));
    return outside ? outsideWorkspace(relativePath) : toToolError(error, relativePath);
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
