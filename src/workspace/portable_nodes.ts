// Files and directories of the portable strategy: held open, and looked up by path only while every directory on the way is
// proved to stand still. Leaves the proof to still.ts, and finding out where a request leads to handle_portable.ts.

import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync } from "node:fs";
import { internalFailure, type ToolError } from "../errors.ts";
import { toToolError } from "./faults.ts";
import { type ListedDirectory, listBounded, type NameStream } from "./list_bounded.ts";
import { openListing, readNames } from "./list_open.ts";
import { isChildName, joinLocation, rawToFsPath } from "./names.ts";
import { kindOf, READ_FLAGS, readUpTo, statusOf, toMetadata } from "./object.ts";
import type { Pace } from "./pace.ts";
import { joinRaw, type PortableRoot } from "./portable_root.ts";
import { isUnsettled, retry, Unsettled } from "./retry.ts";
import { readSmallFile, toStamp } from "./small_file.ts";
import { isSameObject, lstatRaw, WAIT_MS, type Way, wayThrough, whenStill, whileStill } from "./still.ts";
import type {
  EntryKind,
  FileContent,
  FileStamp,
  Listing,
  ListRequest,
  Metadata,
  SealedDirectory,
  SealedFile,
  SealedNode,
  SealedSpecial,
  SmallFile,
} from "./types.ts";

const OPEN_FLAGS = READ_FLAGS | (constants.O_NOFOLLOW ?? 0);
export const OPEN_DIRECTORY_FLAGS = OPEN_FLAGS | (constants.O_DIRECTORY ?? 0);

// Takes less than a millisecond. Fewer proofs make a long listing faster; a shorter look is disturbed less often.
const NAMES_PER_PROOF = 64;

export interface Place {
  readonly root: PortableRoot;
  /** The real path, raw. */
  readonly path: string;
  /** What a look-up of `path` goes through. */
  readonly way: Way;
  /** From the root, raw, links resolved. */
  readonly names: readonly string[];
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

/** Opens what lies at `place`, of which `stats` were taken just now. A FIFO or a device is only seen. */
export function openNode(place: Place, stats: BigIntStats): SealedNode {
  if (kindOf(stats) === "other") return new SeenSpecial(stats, place);
  const held = openHeld(place, OPEN_FLAGS);
  if (isSameObject(held.stats, stats)) {
    if (held.stats.isDirectory()) return new PortableDirectory(held);
    if (held.stats.isFile()) return new PortableFile(held);
  }
  // It was something else a moment ago.
  held.close();
  throw new Unsettled(WAIT_MS);
}

function openHeld(place: Place, flags: number): Held {
  return new Held(openSync(rawToFsPath(place.path), flags), place);
}

abstract class PortableNode {
  protected readonly held: Held;

  constructor(held: Held) {
    this.held = held;
  }

  get names(): readonly string[] {
    return this.held.place.names;
  }

  get location(): string {
    return this.held.place.location;
  }

  get asked(): string {
    return this.held.place.asked;
  }

  metadata(): Metadata {
    return toMetadata(statusOf(this.held.fd, this.asked));
  }

  ownerUid(): bigint {
    return this.held.stats.uid;
  }

  close(): void {
    try {
      this.held.close();
    } catch (error) {
      throw toToolError(error, this.asked);
    }
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

  stamp(): FileStamp {
    return toStamp(statusOf(this.held.fd, this.asked));
  }
}

class PortableDirectory extends PortableNode implements SealedDirectory, ListedDirectory {
  readonly kind = "directory";

  async list(request: ListRequest, pace: Pace): Promise<Listing> {
    pace.check();
    try {
      return await listBounded(await this.openAgain(pace), request, pace, this);
    } catch (error) {
      throw this.held.place.root.toToolError(error, this.asked);
    }
  }

  rawNames(pace: Pace): Promise<readonly string[]> {
    return retry(() => this.#lookUp(() => readNames(rawToFsPath(this.held.place.path))), pace);
  }

  /** Only opening it looks the path up; what is read afterwards is of the directory that was opened. */
  openAgain(pace: Pace): Promise<NameStream> {
    const { path, way } = this.held.place;
    const look = this.#through(() => openListing(rawToFsPath(path)));
    return retry(() => whenStill(way, look, (untrusted) => untrusted.closeSync()), pace);
  }

  async childMetadata(rawNames: readonly string[], pace: Pace): Promise<readonly (Metadata | ToolError)[]> {
    const found: (Metadata | ToolError)[] = [];
    for (let at = 0; at < rawNames.length; at += NAMES_PER_PROOF) {
      if (pace.isDue()) await pace.rest();
      found.push(...(await retry(() => this.#lookAt(rawNames.slice(at, at + NAMES_PER_PROOF), pace), pace)));
    }
    return found;
  }

  childKindNow(raw: string, pace: Pace): EntryKind | null {
    pace.check();
    try {
      const path = rawToFsPath(this.#childPath(raw));
      const stats = this.#lookUp(() => lstatSync(path, { throwIfNoEntry: false }));
      return stats === undefined ? null : kindOf(stats);
    } catch (error) {
      throw this.held.place.root.toToolError(error, joinLocation(this.asked, raw));
    }
  }

  openChild(raw: string, pace: Pace): Promise<SealedDirectory> {
    return retry(() => this.openChildNow(raw, pace), pace);
  }

  readChildNow(raw: string, limitBytes: number, knownId: string | undefined, pace: Pace): SmallFile {
    pace.check();
    const asked = joinLocation(this.asked, raw);
    const { root, way } = this.held.place;
    try {
      const path = rawToFsPath(this.#childPath(raw));
      const request = { limitBytes, knownId, pace, asked, open: () => openSync(path, OPEN_FLAGS) };
      return this.#lookUp(() => readSmallFile(path, request), wayThrough(way, this.held.place.path));
    } catch (error) {
      throw root.toToolError(error, asked);
    }
  }

  openChildNow(raw: string, pace: Pace): SealedDirectory {
    pace.check();
    const asked = joinLocation(this.asked, raw);
    const { root, way } = this.held.place;
    try {
      const path = this.#childPath(raw);
      const place = { root, path, way: wayThrough(way, this.held.place.path), names: [...this.names, raw], asked };
      const child = this.#lookUp(
        () => openHeld({ ...place, location: joinLocation(this.location, raw) }, OPEN_DIRECTORY_FLAGS),
        place.way,
        (untrusted) => untrusted.close(),
      );
      return new PortableDirectory(child);
    } catch (error) {
      throw root.toToolError(error, asked);
    }
  }

  /** All of them under one proof. If that fails for good, the reason is that of each. */
  #lookAt(rawNames: readonly string[], pace: Pace): readonly (Metadata | ToolError)[] {
    pace.check();
    const paths = rawNames.map((raw) => this.#childPath(raw));
    const look = (path: string, index: number) => {
      try {
        return toMetadata(lstatRaw(path));
      } catch (error) {
        return toToolError(error, joinLocation(this.asked, rawNames[index] ?? ""));
      }
    };
    try {
      return this.#lookUp(() => paths.map(look));
    } catch (error) {
      const { root } = this.held.place;
      const failures = rawNames.map((raw) => root.toToolError(error, joinLocation(this.asked, raw)));
      if (isUnsettled(failures[0])) throw failures[0];
      return failures;
    }
  }

  #lookUp<T>(look: () => T, way = this.held.place.way, drop: (untrusted: T) => void = () => {}): T {
    return whileStill(way, this.#through(look), drop);
  }

  /** Looks something up through this directory's path, if that path leads to the directory held. */
  #through<T>(look: () => T): () => T {
    this.held.requireOpen();
    return () => {
      if (!isSameObject(lstatRaw(this.held.place.path), this.held.stats)) throw new Unsettled(null);
      return look();
    };
  }

  #childPath(raw: string): string {
    this.held.requireOpen();
    if (!isChildName(raw)) throw internalFailure(this.asked, "not the name of a child");
    return joinRaw(this.held.place.path, raw);
  }
}

/** Seen by `lstat` only: opening a FIFO or a device may wait or act. */
class SeenSpecial implements SealedSpecial {
  readonly kind = "other";
  readonly names: readonly string[];
  readonly location: string;
  readonly #stats: BigIntStats;

  constructor(stats: BigIntStats, { names, location }: Place) {
    this.#stats = stats;
    this.names = names;
    this.location = location;
  }

  metadata(): Metadata {
    return toMetadata(this.#stats);
  }

  ownerUid(): bigint {
    return this.#stats.uid;
  }

  close(): void {}

  [Symbol.dispose](): void {}
}
