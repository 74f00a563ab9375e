// Files and directories of the strong strategy: each has an open descriptor, and every further step goes through `/proc/self/fd/N`. See
// open(2), O_PATH.

import { closeSync, fstatSync, lstatSync, openSync, type Stats } from "node:fs";
import { internalFailure } from "../../errors/calls.ts";
import type { ToolError } from "../../errors.ts";
import { findNamed } from "../asked_names.ts";
import type { CallClock } from "../call_clock.ts";
import { toChildFile, toFault } from "../child_file.ts";
import { Descriptor } from "../descriptor.ts";
import { toToolError } from "../faults.ts";
import { type ListedDirectory, listBounded, type NameStream } from "../list_bounded.ts";
import { openHeldListing, openListing, readNames } from "../list_open.ts";
import { isAscii, isRawChildName, joinLocation, rawToFsPath, rawToText } from "../names.ts";
import { kindOf, makeMetadataReader, READ_FLAGS } from "../object_stats.ts";
import { type NodePlace, OpenFile, OpenNode } from "../open_node.ts";
import { findFault, readSmallFile } from "../small_file.ts";
import type {
  ChildFile,
  Entry,
  EntryKind,
  Listing,
  ListRequest,
  Metadata,
  SealedDirectory,
  SealedNode,
  SealedSpecial,
  SmallFile,
} from "../types.ts";
import { descriptorPath, OPEN_DIRECTORY, OPEN_OBJECT, type ProcRoot } from "./root.ts";

class ProcFile extends OpenFile {
  protected override openReadable(): Descriptor {
    return new Descriptor(openSync(descriptorPath(this.fd), READ_FLAGS), this.asked);
  }
}

class ProcDirectory extends OpenNode implements SealedDirectory, ListedDirectory {
  readonly kind = "directory";
  /** As it was opened, if that was looked at. */
  readonly #stats: Stats | null;
  readonly #root: ProcRoot;
  readonly #isRoot: boolean;

  /** The descriptor of the root itself is borrowed. */
  constructor(fd: number, place: NodePlace, root: ProcRoot, stats: Stats | null) {
    super(fd, place);
    this.#stats = stats;
    this.#root = root;
    this.#isRoot = place.names.length === 0;
  }

  protected override release(fd: number): void {
    if (this.#isRoot) this.#root.giveBack(fd);
    else super.release(fd);
  }

  async list(request: ListRequest, clock: CallClock): Promise<Listing> {
    try {
      clock.check();
      const stream = await openHeldListing({
        path: descriptorPath(this.fd),
        stats: () => this.#stats ?? fstatSync(this.fd),
        tellsNamesBySize: (device, path) => this.#root.tellsNamesBySize(device, path),
      });
      return await listBounded(stream, request, clock, this);
    } catch (error) {
      throw toToolError(error, this.asked);
    }
  }

  async rawNames(): Promise<readonly string[]> {
    return readNames(descriptorPath(this.fd));
  }

  openAgain(): Promise<NameStream> {
    return openListing(descriptorPath(this.fd));
  }

  async childMetadata(rawNames: readonly string[], clock: CallClock): Promise<readonly (Metadata | ToolError)[]> {
    clock.check();
    const found: (Metadata | ToolError)[] = [];
    const readMetadata = makeMetadataReader();
    for (const raw of rawNames) {
      if (clock.isDue()) await clock.rest();
      found.push(this.#lookUp(raw, readMetadata));
    }
    return found;
  }

  lookUp(askedNames: readonly string[], clock: CallClock): Promise<readonly Entry[]> {
    return findNamed(this, askedNames, clock);
  }

  childKindNow(raw: string, clock: CallClock): EntryKind | null {
    clock.check();
    try {
      const stats = lstatSync(this.#childPath(raw), { throwIfNoEntry: false });
      return stats === undefined ? null : kindOf(stats);
    } catch (error) {
      throw toToolError(error, joinLocation(this.asked, raw));
    }
  }

  async openChild(raw: string, clock: CallClock): Promise<SealedDirectory> {
    return this.openChildNow(raw, clock);
  }

  openChildNow(raw: string, clock: CallClock): SealedDirectory {
    clock.check();
    try {
      const fd = openSync(this.#childPath(raw), OPEN_DIRECTORY);
      const location = joinLocation(this.location, raw);
      const asked = this.asked === this.location ? location : joinLocation(this.asked, raw);
      return new ProcDirectory(fd, { names: [...this.names, raw], location, asked }, this.#root, null);
    } catch (error) {
      throw toToolError(error, joinLocation(this.asked, raw));
    }
  }

  readChildNow(raw: string, limitBytes: number, knownId: string | undefined, clock: CallClock): SmallFile {
    clock.check();
    const path = this.#childPath(raw);
    const asked = joinLocation(this.asked, raw);
    return readSmallFile(path, { limitBytes, knownId, clock, asked, open: () => openRegular(path) });
  }

  async openChildFile(raw: string, limitBytes: number, clock: CallClock): Promise<ChildFile> {
    clock.check();
    const asked = joinLocation(this.asked, raw);
    try {
      const held = openSync(this.#childPath(raw), OPEN_OBJECT);
      try {
        // The open object decides whether it is read.
        const stats = fstatSync(held);
        const fault = findFault(stats, limitBytes);
        if (fault !== null) return { fault };
        return toChildFile(openSync(descriptorPath(held), READ_FLAGS), stats.size, asked);
      } finally {
        closeSync(held);
      }
    } catch (error) {
      return toFault(error, asked);
    }
  }

  #lookUp(raw: string, read: (path: string | Buffer) => Metadata): Metadata | ToolError {
    const path = this.#childPath(raw);
    try {
      return read(path);
    } catch (error) {
      return toToolError(error, joinLocation(this.asked, raw));
    }
  }

  #childPath(raw: string): string | Buffer {
    if (!isRawChildName(raw)) throw internalFailure(this.asked, "not the name of a child");
    const path = `${descriptorPath(this.fd)}/${raw}`;
    // Not the whole path, which is slower: its characters are copied first.
    return isAscii(raw) ? path : rawToFsPath(path);
  }
}

class ProcSpecial extends OpenNode implements SealedSpecial {
  readonly kind = "other";
}

/** Throws the system's error if the folder has been deleted. */
export function openRoot(root: ProcRoot, asked: string): SealedDirectory {
  const stats = fstatSync(root.fd);
  if (stats.nlink === 0) throw Object.assign(new Error("deleted"), { code: "ENOENT" });
  return new ProcDirectory(root.borrow(), { names: [], location: ".", asked }, root, stats);
}

/** Takes ownership of `fd`. `names` lead to it from the root, and it is not the root itself. */
export function wrapDescriptor(
  fd: number,
  stats: Stats,
  root: ProcRoot,
  { names, asked }: Omit<NodePlace, "location">,
): SealedNode {
  const place = { names, location: rawToText(names.join("/")), asked };
  switch (kindOf(stats)) {
    case "file":
      return new ProcFile(fd, place);
    case "directory":
      return new ProcDirectory(fd, place, root, stats);
    default:
      return new ProcSpecial(fd, place);
  }
}

/** Opens a regular file for reading, and nothing else: the object opened with O_PATH decides. */
function openRegular(path: string | Buffer): number {
  using held = new Descriptor(openSync(path, OPEN_OBJECT), ".");
  if (fstatSync(held.fd).isFile()) return openSync(descriptorPath(held.fd), READ_FLAGS);
  throw Object.assign(new Error("replaced"), { code: "ELOOP" });
}
