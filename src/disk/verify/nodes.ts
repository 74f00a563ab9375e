// Files and directories of the portable strategy: they are kept open, and every look-up below them is proved (proof.ts).

import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync } from "node:fs";
import { sep } from "node:path";
import { internalFailure } from "../../errors/calls.ts";
import type { ToolError } from "../../errors.ts";
import { findNamed } from "../asked_names.ts";
import { closeOnFailure } from "../descriptor.ts";
import { faultReason, isTransientChange, TransientChange, toToolError } from "../faults.ts";
import { findFault, OpenFile, openFile, READ_NAME_FLAGS, readSmallFile, toFault } from "../file_content.ts";
import { type ListedDirectory, listBounded, type NameStream } from "../list_bounded.ts";
import { openListing, readNames } from "../list_open.ts";
import { childNameRule, isRawChildName, joinLocation, rawToFsPath } from "../names.ts";
import { kindOf, type NodePlace, OpenNode, toMetadata } from "../open_node.ts";
import { inOneStep, type Steps, settled } from "../steps.ts";
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
import {
  extendPath,
  type Identity,
  isSameObject,
  lstatRaw,
  PathProof,
  proved,
  WAIT_MS,
  type WalkedPath,
} from "./proof.ts";
import { joinRaw, type PortableRoot, realPathOf } from "./root.ts";

export const OPEN_DIRECTORY_FLAGS = READ_NAME_FLAGS | (constants.O_DIRECTORY ?? 0);

/** Neither a path nor a way up, on any platform. */
const isOneName = childNameRule("posix");

// Takes less than a millisecond. Fewer proofs make a long listing faster; a shorter look-up is disturbed less often.
const NAMES_PER_PROOF = 64;

/** The location of an object, with the path to prove. */
export interface ProvedPlace extends NodePlace {
  readonly root: PortableRoot;
  /** The real path, raw. */
  readonly path: string;
  /** The directories that a look-up of `path` goes through. */
  readonly walked: WalkedPath;
}

/** Opens the object at `place`; its `stats` were just read. FIFOs and devices are not opened. */
export function openNode(place: ProvedPlace, stats: BigIntStats): Node {
  if (kindOf(stats) === "other") return seeSpecial(stats, place);
  const fd = openSync(rawToFsPath(place.path), READ_NAME_FLAGS);
  const opened = closeOnFailure(fd, () => fstatSync(fd, { bigint: true }));
  if (isSameObject(opened, stats)) {
    if (opened.isDirectory()) return new PortableDirectory(fd, opened, place);
    if (opened.isFile()) return new OpenFile(fd, place);
  }
  // It was something else a moment ago.
  closeSync(fd);
  throw new TransientChange(WAIT_MS);
}

/** Keeping it open prevents reuse of its inode number. */
class PortableDirectory extends OpenNode implements Directory, ListedDirectory {
  readonly kind = "directory";
  readonly #identity: Identity;
  readonly #place: ProvedPlace;

  constructor(fd: number, identity: Identity, place: ProvedPlace) {
    super(fd, place);
    this.#identity = identity;
    this.#place = place;
  }

  /**
   * The proof is confirmed again after reading, because the directory may be moved out of the root meanwhile. If that fails, there is no
   * retry: `request.accept` has already been called.
   */
  *list(request: ListRequest): Steps<Listing> {
    this.onUse?.("directory", this.location);
    try {
      const { stream, proof } = yield* this.#openProved();
      return yield* proof.conclude(listBounded(stream, request, this), () => {});
    } catch (error) {
      throw this.#place.root.toToolError(error, this.asked);
    }
  }

  rawNames(): Steps<readonly string[]> {
    return this.#lookUp(() => readNames(rawToFsPath(this.#place.path)));
  }

  /** Only opening looks up the path; reading then concerns the opened directory. `list` proves the reading. */
  *openAgain(): Steps<NameStream> {
    return (yield* this.#openProved()).stream;
  }

  #openProved(): Steps<{ stream: NameStream; proof: PathProof }> {
    const { path, walked } = this.#place;
    const open = () => this.#through(() => openListing(rawToFsPath(path)));
    return settled(function* () {
      const proof = PathProof.through(walked);
      return { stream: yield* proof.conclude(open(), (untrusted) => untrusted.closeSync()), proof };
    });
  }

  *childMetadata(rawNames: readonly string[]): Steps<readonly (Metadata | ToolError)[]> {
    this.onUse?.("directory", this.location);
    const found: (Metadata | ToolError)[] = [];
    for (let at = 0; at < rawNames.length; at += NAMES_PER_PROOF) {
      yield;
      found.push(...(yield* this.#lookAt(rawNames.slice(at, at + NAMES_PER_PROOF))));
    }
    return found;
  }

  *lookUp(askedNames: readonly string[]): Steps<readonly Entry[]> {
    const entries: Entry[] = [];
    const found = yield* findNamed(this, askedNames);
    for (let at = 0; at < found.length; at += NAMES_PER_PROOF) {
      yield;
      entries.push(...(yield* this.#keepOwn(found.slice(at, at + NAMES_PER_PROOF))));
    }
    return entries;
  }

  childKind(raw: string): Steps<EntryKind | null> {
    return this.#withChild(raw, (path) =>
      this.#lookUp(() => {
        const stats = lstatSync(rawToFsPath(path), { throwIfNoEntry: false });
        return stats === undefined ? null : kindOf(stats);
      }),
    );
  }

  openChild(raw: string): Steps<Directory> {
    return this.#withChild(raw, (path, asked) => {
      const { root } = this.#place;
      const location = joinLocation(this.location, raw);
      const place = { root, path, walked: this.#walkedThrough, names: [...this.names, raw], location, asked };
      const open = () => {
        const fd = openSync(rawToFsPath(path), OPEN_DIRECTORY_FLAGS);
        const stats = closeOnFailure(fd, () => fstatSync(fd, { bigint: true }));
        const child = new PortableDirectory(fd, stats, place);
        child.onUse = this.onUse;
        return child;
      };
      return this.#lookUp(open, place.walked, (untrusted) => untrusted.close());
    });
  }

  readChild(raw: string, limitBytes: number, knownId: string | undefined): Steps<SmallFile> {
    return this.#withChild(raw, (path, asked) => {
      const read = () => readSmallFile(rawToFsPath(path), { limitBytes, knownId, asked });
      return this.#prove(read, this.#walkedThrough);
    });
  }

  /** Only opening looks up the path. */
  *openChildFile(raw: string, limitBytes: number): Steps<ChildFile> {
    const asked = joinLocation(this.asked, raw);
    try {
      const path = this.#childPath(raw);
      const child = yield* this.#lookUp(() => openSeen(path, limitBytes, asked), this.#walkedThrough, closeContent);
      if (child.fault === null) this.onUse?.("file", joinLocation(this.location, raw));
      return child;
    } catch (error) {
      this.#place.root.requireHere(asked);
      return toFault(error, asked);
    }
  }

  /** The directories that a look-up below a child goes through. */
  get #walkedThrough(): WalkedPath {
    return extendPath(this.#place.walked, this.#place.path);
  }

  *#withChild<T>(raw: string, act: (path: string, asked: string) => Steps<T>): Steps<T> {
    const asked = joinLocation(this.asked, raw);
    try {
      return yield* act(this.#childPath(raw), asked);
    } catch (error) {
      throw this.#place.root.toToolError(error, asked);
    }
  }

  /** All of them with one proof. If it finally fails, each gets its error. */
  *#lookAt(rawNames: readonly string[]): Steps<readonly (Metadata | ToolError)[]> {
    if (!rawNames.every(isOneName)) throw internalFailure(this.asked, "not the name of a child");
    const look = (raw: string) => {
      try {
        // A listed name that Windows would take for another is refused alone.
        return toMetadata(lstatRaw(this.#childPath(raw)));
      } catch (error) {
        return toToolError(error, joinLocation(this.asked, raw));
      }
    };
    try {
      return yield* this.#lookUp(() => rawNames.map(look));
    } catch (error) {
      const { root } = this.#place;
      const failures = rawNames.map((raw) => root.toToolError(error, joinLocation(this.asked, raw)));
      if (isTransientChange(failures[0])) throw failures[0];
      return failures;
    }
  }

  /** Those that are spelled so on the disk. All of them with one proof. */
  *#keepOwn(entries: readonly Entry[]): Steps<readonly Entry[]> {
    try {
      return yield* this.#lookUp(() => entries.filter((entry) => this.#isOwnName(entry)));
    } catch (error) {
      throw this.#place.root.toToolError(error, this.asked);
    }
  }

  /** A link would be followed, so it is not looked at. */
  #isOwnName({ raw, kind }: Entry): boolean {
    try {
      return kind === "symlink" || realPathOf(this.#childPath(raw)).endsWith(sep + raw);
    } catch (error) {
      const reason = faultReason(error);
      if (reason === "missing" || reason === "unreachable") return false;
      throw error;
    }
  }

  #lookUp<T>(look: () => T, walked = this.#place.walked, drop?: (untrusted: T) => void): Steps<T> {
    return this.#prove(() => inOneStep(look), walked, drop);
  }

  /** The result of `look`, with a proof for the directories that it went through. */
  #prove<T>(look: () => Steps<T>, walked: WalkedPath, drop: (untrusted: T) => void = () => {}): Steps<T> {
    this.requireOpen();
    return settled(() => proved(walked, () => this.#through(look), drop));
  }

  /** Looks something up through this directory's path, if that path leads to the open directory. */
  *#through<T>(look: () => Steps<T>): Steps<T> {
    this.requireOpen();
    if (!isSameObject(lstatRaw(this.#place.path), this.#identity)) throw new TransientChange(null);
    return yield* look();
  }

  #childPath(raw: string): string {
    this.requireOpen();
    if (!isRawChildName(raw)) throw internalFailure(this.asked, "not the name of a child");
    return joinRaw(this.#place.path, raw);
  }
}

/** Looks before it opens: without O_NOFOLLOW, as on Windows, a link would be followed. */
function openSeen(rawPath: string, limitBytes: number, asked: string): ChildFile {
  const seen = lstatRaw(rawPath);
  const fault = findFault(seen, limitBytes);
  if (fault !== null) return { fault };
  const child = openFile(rawToFsPath(rawPath), limitBytes, asked);
  if (isSameObject(child.stats, seen)) return child;
  closeContent(child);
  throw new TransientChange(WAIT_MS);
}

function closeContent(child: ChildFile): void {
  if (child.fault === null) child.content.close();
}

/** Only `lstat` is used: opening a FIFO or a device may block or have effects. */
function seeSpecial(stats: BigIntStats, { names, location }: NodePlace): Special {
  return {
    kind: "other",
    names,
    location,
    metadata: () => toMetadata(stats),
    ownerUid: () => stats.uid,
    close: () => {},
    [Symbol.dispose]: () => {},
  };
}
