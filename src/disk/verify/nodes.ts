// Files and directories of the portable strategy: they are kept open, and every look-up below them is proved (path_proof.ts).

import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync } from "node:fs";
import { sep } from "node:path";
import { internalFailure } from "../../errors/calls.ts";
import type { ToolError } from "../../errors.ts";
import { findNamed } from "../asked_names.ts";
import type { CallClock } from "../call_clock.ts";
import { toChildFile, toFault } from "../child_file.ts";
import { faultReason, toToolError } from "../faults.ts";
import { type ListedDirectory, listBounded, type NameStream } from "../list_bounded.ts";
import { openListing, readNames } from "../list_open.ts";
import { childNameRule, isRawChildName, joinLocation, rawToFsPath } from "../names.ts";
import { kindOf, READ_FLAGS, toMetadata } from "../object_stats.ts";
import { type NodePlace, OpenFile, OpenNode } from "../open_node.ts";
import { isTransientChange, retry, TransientChange } from "../retry.ts";
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
  SmallFileFault,
} from "../types.ts";
import {
  extendPath,
  type Identity,
  isSameObject,
  lstatRaw,
  PathProof,
  proveLookUpNow,
  WAIT_MS,
  type WalkedPath,
} from "./proof.ts";
import { joinRaw, type PortableRoot, realPathOf } from "./root.ts";

const OPEN_FLAGS = READ_FLAGS | (constants.O_NOFOLLOW ?? 0);
export const OPEN_DIRECTORY_FLAGS = OPEN_FLAGS | (constants.O_DIRECTORY ?? 0);

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
export function openNode(place: ProvedPlace, stats: BigIntStats): SealedNode {
  if (kindOf(stats) === "other") return seeSpecial(stats, place);
  const fd = openSync(rawToFsPath(place.path), OPEN_FLAGS);
  const opened = fstatSync(fd, { bigint: true });
  if (isSameObject(opened, stats)) {
    if (opened.isDirectory()) return new PortableDirectory(fd, opened, place);
    if (opened.isFile()) return new OpenFile(fd, place);
  }
  // It was something else a moment ago.
  closeSync(fd);
  throw new TransientChange(WAIT_MS);
}

/** Keeping it open prevents reuse of its inode number. */
class PortableDirectory extends OpenNode implements SealedDirectory, ListedDirectory {
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
  async list(request: ListRequest, clock: CallClock): Promise<Listing> {
    clock.check();
    try {
      const { stream, proof } = await this.#openProved(clock);
      return await proof.concludeLater(
        () => listBounded(stream, request, clock, this),
        () => {},
      );
    } catch (error) {
      throw this.#place.root.toToolError(error, this.asked);
    }
  }

  rawNames(clock: CallClock): Promise<readonly string[]> {
    return retry(() => this.#lookUp(() => readNames(rawToFsPath(this.#place.path))), clock);
  }

  /** Only opening looks up the path; reading then concerns the opened directory. `list` proves the reading. */
  async openAgain(clock: CallClock): Promise<NameStream> {
    return (await this.#openProved(clock)).stream;
  }

  #openProved(clock: CallClock): Promise<{ stream: NameStream; proof: PathProof }> {
    const { path, walked } = this.#place;
    const look = this.#through(() => openListing(rawToFsPath(path)));
    return retry(async () => {
      const proof = PathProof.through(walked);
      return { stream: await proof.concludeLater(look, (untrusted) => untrusted.closeSync()), proof };
    }, clock);
  }

  async childMetadata(rawNames: readonly string[], clock: CallClock): Promise<readonly (Metadata | ToolError)[]> {
    const found: (Metadata | ToolError)[] = [];
    for (let at = 0; at < rawNames.length; at += NAMES_PER_PROOF) {
      if (clock.isDue()) await clock.rest();
      found.push(...(await retry(() => this.#lookAt(rawNames.slice(at, at + NAMES_PER_PROOF), clock), clock)));
    }
    return found;
  }

  async lookUp(askedNames: readonly string[], clock: CallClock): Promise<readonly Entry[]> {
    const entries: Entry[] = [];
    const found = await findNamed(this, askedNames, clock);
    for (let at = 0; at < found.length; at += NAMES_PER_PROOF) {
      if (clock.isDue()) await clock.rest();
      entries.push(...(await retry(() => this.#keepOwn(found.slice(at, at + NAMES_PER_PROOF)), clock)));
    }
    return entries;
  }

  childKindNow(raw: string, clock: CallClock): EntryKind | null {
    return this.#withChild(raw, clock, (path) => {
      const stats = this.#lookUp(() => lstatSync(rawToFsPath(path), { throwIfNoEntry: false }));
      return stats === undefined ? null : kindOf(stats);
    });
  }

  openChild(raw: string, clock: CallClock): Promise<SealedDirectory> {
    return retry(() => this.openChildNow(raw, clock), clock);
  }

  readChildNow(raw: string, limitBytes: number, knownId: string | undefined, clock: CallClock): SmallFile {
    return this.#withChild(raw, clock, (rawPath, asked) => {
      const path = rawToFsPath(rawPath);
      const request = { limitBytes, knownId, clock, asked, open: () => openSync(path, OPEN_FLAGS) };
      return this.#lookUp(() => readSmallFile(path, request), this.#walkedThrough);
    });
  }

  /** Only opening looks up the path. */
  async openChildFile(raw: string, limitBytes: number, clock: CallClock): Promise<ChildFile> {
    clock.check();
    const { root, walked } = this.#place;
    const asked = joinLocation(this.asked, raw);
    try {
      const path = this.#childPath(raw);
      const open = () => openRegular(path, limitBytes);
      const way = extendPath(walked, this.#place.path);
      const opened = await retry(() => this.#lookUp(open, way, closeOpened), clock);
      return "fault" in opened ? opened : toChildFile(opened.fd, opened.sizeBytes, asked);
    } catch (error) {
      root.requireHere(asked);
      return toFault(error, asked);
    }
  }

  openChildNow(raw: string, clock: CallClock): SealedDirectory {
    return this.#withChild(raw, clock, (path, asked) => {
      const { root } = this.#place;
      const location = joinLocation(this.location, raw);
      const place = { root, path, walked: this.#walkedThrough, names: [...this.names, raw], location, asked };
      const open = () => {
        const fd = openSync(rawToFsPath(path), OPEN_DIRECTORY_FLAGS);
        return new PortableDirectory(fd, fstatSync(fd, { bigint: true }), place);
      };
      return this.#lookUp(open, place.walked, (untrusted) => untrusted.close());
    });
  }

  /** The directories that a look-up below a child goes through. */
  get #walkedThrough(): WalkedPath {
    return extendPath(this.#place.walked, this.#place.path);
  }

  #withChild<T>(raw: string, clock: CallClock, act: (path: string, asked: string) => T): T {
    clock.check();
    const asked = joinLocation(this.asked, raw);
    try {
      return act(this.#childPath(raw), asked);
    } catch (error) {
      throw this.#place.root.toToolError(error, asked);
    }
  }

  /** All of them with one proof. If it finally fails, each gets its error. */
  #lookAt(rawNames: readonly string[], clock: CallClock): readonly (Metadata | ToolError)[] {
    clock.check();
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
      return this.#lookUp(() => rawNames.map(look));
    } catch (error) {
      const { root } = this.#place;
      const failures = rawNames.map((raw) => root.toToolError(error, joinLocation(this.asked, raw)));
      if (isTransientChange(failures[0])) throw failures[0];
      return failures;
    }
  }

  /** Those that are spelled so on the disk. All of them with one proof. */
  #keepOwn(entries: readonly Entry[]): readonly Entry[] {
    try {
      return this.#lookUp(() => entries.filter((entry) => this.#isOwnName(entry)));
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

  #lookUp<T>(look: () => T, walked = this.#place.walked, drop: (untrusted: T) => void = () => {}): T {
    return proveLookUpNow(walked, this.#through(look), drop);
  }

  /** Looks something up through this directory's path, if that path leads to the open directory. */
  #through<T>(look: () => T): () => T {
    this.requireOpen();
    return () => {
      if (!isSameObject(lstatRaw(this.#place.path), this.#identity)) throw new TransientChange(null);
      return look();
    };
  }

  #childPath(raw: string): string {
    this.requireOpen();
    if (!isRawChildName(raw)) throw internalFailure(this.asked, "not the name of a child");
    return joinRaw(this.#place.path, raw);
  }
}

type OpenedFile = { readonly fd: number; readonly sizeBytes: number } | { readonly fault: SmallFileFault };

/** Opens a regular file of at most `limitBytes`. Anything else is not opened, unless it replaces the file in between. */
function openRegular(rawPath: string, limitBytes: number): OpenedFile {
  const seen = lstatRaw(rawPath);
  const fault = findFault(seen, limitBytes);
  if (fault !== null) return { fault };
  const fd = openSync(rawToFsPath(rawPath), OPEN_FLAGS);
  const opened = fstatSync(fd, { bigint: true });
  if (isSameObject(opened, seen)) return { fd, sizeBytes: Number(opened.size) };
  closeSync(fd);
  throw new TransientChange(WAIT_MS);
}

function closeOpened(opened: OpenedFile): void {
  if ("fd" in opened) closeSync(opened.fd);
}

/** Only `lstat` is used: opening a FIFO or a device may block or have effects. */
function seeSpecial(stats: BigIntStats, { names, location }: NodePlace): SealedSpecial {
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
