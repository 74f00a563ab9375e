// Files and directories of the strong strategy: each has an open descriptor, and every further step goes through `/proc/self/fd/N`. See
// open(2), O_PATH.

import { fstatSync, lstatSync, openSync, type Stats } from "node:fs";
import { internalFailure } from "../../errors/calls.ts";
import type { ToolError } from "../../errors.ts";
import { findNamed } from "../asked_names.ts";
import { Descriptor } from "../descriptor.ts";
import { toToolError } from "../faults.ts";
import { OpenFile, openFile, READ_FLAGS, readSmallFile, toFault } from "../file_content.ts";
import { type ListedDirectory, listBounded, type NameStream } from "../list_bounded.ts";
import { openHeldListing, openListing, readNames } from "../list_open.ts";
import { isAscii, isRawChildName, joinLocation, rawToFsPath, rawToText } from "../names.ts";
import { kindOf, type NodePlace, OpenNode, toMetadata } from "../open_node.ts";
import { inOneStep, type Steps } from "../steps.ts";
import type {
  ChildFile,
  Directory,
  Entry,
  EntryKind,
  Listing,
  ListRequest,
  Metadata,
  Node,
  SmallFile,
  Special,
} from "../types.ts";
import { descriptorPath, OPEN_DIRECTORY, type ProcRoot } from "./root.ts";

class ProcFile extends OpenFile {
  protected override openReadable(): Descriptor {
    return new Descriptor(openSync(descriptorPath(this.fd), READ_FLAGS), this.asked);
  }
}

class ProcDirectory extends OpenNode implements Directory, ListedDirectory {
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

  *list(request: ListRequest): Steps<Listing> {
    this.onUse?.("directory", this.location);
    try {
      const stream = yield* openHeldListing({
        path: descriptorPath(this.fd),
        stats: () => this.#stats ?? fstatSync(this.fd),
        tellsNamesBySize: (device, path) => this.#root.tellsNamesBySize(device, path),
      });
      return yield* listBounded(stream, request, this);
    } catch (error) {
      throw toToolError(error, this.asked);
    }
  }

  rawNames(): Steps<readonly string[]> {
    return inOneStep(() => readNames(descriptorPath(this.fd)));
  }

  openAgain(): Steps<NameStream> {
    return openListing(descriptorPath(this.fd));
  }

  *childMetadata(rawNames: readonly string[]): Steps<readonly (Metadata | ToolError)[]> {
    this.onUse?.("directory", this.location);
    const found: (Metadata | ToolError)[] = [];
    for (const raw of rawNames) {
      yield;
      found.push(this.#lookUp(raw));
    }
    return found;
  }

  lookUp(askedNames: readonly string[]): Steps<readonly Entry[]> {
    return findNamed(this, askedNames);
  }

  childKind(raw: string): Steps<EntryKind | null> {
    return this.#withChild(raw, (path) => {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats === undefined ? null : kindOf(stats);
    });
  }

  openChild(raw: string): Steps<Directory> {
    return this.#withChild(raw, (path) => {
      const fd = openSync(path, OPEN_DIRECTORY);
      const location = joinLocation(this.location, raw);
      const asked = this.asked === this.location ? location : joinLocation(this.asked, raw);
      const child = new ProcDirectory(fd, { names: [...this.names, raw], location, asked }, this.#root, null);
      child.onUse = this.onUse;
      return child;
    });
  }

  readChild(raw: string, limitBytes: number, knownId: string | undefined): Steps<SmallFile> {
    const path = this.#childPath(raw);
    const asked = joinLocation(this.asked, raw);
    return readSmallFile(path, { limitBytes, knownId, asked });
  }

  openChildFile(raw: string, limitBytes: number): Steps<ChildFile> {
    return inOneStep(() => {
      const asked = joinLocation(this.asked, raw);
      try {
        const child = openFile(this.#childPath(raw), limitBytes, asked);
        if (child.fault === null) this.onUse?.("file", joinLocation(this.location, raw));
        return child;
      } catch (error) {
        return toFault(error, asked);
      }
    });
  }

  #withChild<T>(raw: string, act: (path: string | Buffer) => T): Steps<T> {
    return inOneStep(() => {
      const path = this.#childPath(raw);
      try {
        return act(path);
      } catch (error) {
        throw toToolError(error, joinLocation(this.asked, raw));
      }
    });
  }

  #lookUp(raw: string): Metadata | ToolError {
    const path = this.#childPath(raw);
    try {
      return toMetadata(lstatSync(path, { bigint: true }));
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

class ProcSpecial extends OpenNode implements Special {
  readonly kind = "other";
}

/** Throws the system's error if the folder has been deleted. */
export function openRoot(root: ProcRoot, asked: string): Directory {
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
): Node {
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
