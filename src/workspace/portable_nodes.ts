// Files and directories of the portable strategy: held open, and looked up by path only while every directory on the way is
// proved to stand still. Leaves the proof to still.ts, and finding out where a request leads to handle_portable.ts.

import { type BigIntStats, closeSync, constants, fstatSync, openSync } from "node:fs";
import { sep } from "node:path";
import { busyFailure, internalFailure, type ToolError } from "../errors.ts";
import { toToolError } from "./faults.ts";
import { type ListedDirectory, listBounded, openListing, readNames } from "./list_bounded.ts";
import { toMetadata } from "./metadata.ts";
import { isChildName, joinLocation, rawToFsPath } from "./names.ts";
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
} from "./types.ts";

export const OPEN_FLAGS = READ_FLAGS | (constants.O_NOFOLLOW ?? 0);
export const OPEN_DIRECTORY_FLAGS = OPEN_FLAGS | (constants.O_DIRECTORY ?? 0);

export interface Place {
  /** The real path, raw. */
  readonly path: string;
  /** The directories that a look-up of `path` goes through, from the root down. */
  readonly way: readonly string[];
  readonly location: string;
  /** As it was asked for, links not resolved: what errors name. */
  readonly asked: string;
}

/** An open descriptor, and the place where that very object was found. Keeping it open keeps its inode number taken. */
export class Held {
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
export function openAt(place: Place, flags: number): Held {
  const open = () => new Held(openSync(rawToFsPath(place.path), flags), place);
  const held = whileStill(place.way, open, (untrusted) => untrusted.close());
  if (held === null) throw changedWhileRead(place.asked);
  return held;
}

export function changedWhileRead(asked: string): ToolError {
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

  get asked(): string {
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

class PortableDirectory extends PortableNode implements SealedDirectory, ListedDirectory {
  readonly kind = "directory";

  async list(request: ListRequest, pace: Pace): Promise<Listing> {
    pace.check();
    try {
      // Only opening it looks the path up; what is read afterwards is of the directory that was opened.
      const listing = this.#lookUp(
        () => openListing(rawToFsPath(this.held.place.path)),
        (untrusted) => untrusted.closeSync(),
      );
      return await listBounded(listing, request, pace, this);
    } catch (error) {
      throw toToolError(error, this.asked);
    }
  }

  rawNames(): readonly string[] {
    return this.#lookUp(() => readNames(rawToFsPath(this.held.place.path)));
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
export class SeenSpecial implements SealedSpecial {
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

export function wrap(held: Held): SealedNode {
  if (held.stats.isDirectory()) return new PortableDirectory(held);
  if (held.stats.isFile()) return new PortableFile(held);
  throw changedWhileRead(held.place.asked);
}
