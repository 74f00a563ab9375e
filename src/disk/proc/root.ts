// Tells whether objects can be used through `/proc/self/fd`, and opens the root that way: name by name from the top of the disk, without
// following links. See proc(5).

import { closeSync, constants, fstatSync, openSync, readFileSync, statfsSync } from "node:fs";
import { outsideWorkspace } from "../../errors/paths.ts";
import { Descriptor } from "../descriptor.ts";
import { tellsNamesBySize } from "../disk_kinds.ts";
import { errnoOf } from "../faults.ts";
import { rawToFsPath } from "../names.ts";

// Not among Node's constants. An O_PATH descriptor refers to an object without opening it: FIFOs do not block, devices do not react.
export const O_PATH = 0o10000000;
export const OPEN_OBJECT = O_PATH | (constants.O_NOFOLLOW ?? 0);
export const OPEN_DIRECTORY = OPEN_OBJECT | (constants.O_DIRECTORY ?? 0);
// statfs(2).
const PROC_SUPER_MAGIC = 0x9fa0;

export function descriptorPath(fd: number): string {
  return `/proc/self/fd/${fd}`;
}

/** Whether the kernel supports using objects through `/proc/self/fd`. */
export function offersHandles(descriptors = "/proc/self/fd"): boolean {
  if (process.platform !== "linux") return false;
  try {
    return statfsSync(descriptors).type === PROC_SUPER_MAGIC;
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return false;
    throw error;
  }
}

/**
 * Opens the last `count` folders of a raw absolute path. Starts at the top of the disk, and follows no links. Throws the system's error.
 */
export function openFromTop(rawPath: string, count: number): number[] {
  const chain = [openSync("/", O_PATH | constants.O_DIRECTORY)];
  try {
    for (const name of rawPath.split("/").filter((part) => part !== "")) {
      chain.push(openSync(rawToFsPath(`${descriptorPath(chain.at(-1) ?? -1)}/${name}`), OPEN_DIRECTORY));
      if (chain.length > count) closeSync(chain.shift() ?? -1);
    }
    return chain;
  } catch (error) {
    for (const fd of chain) closeSync(fd);
    throw error;
  }
}

/** A folder in which names are looked up, and the mounts that a look-up may touch. */
export class ProcRoot extends Descriptor {
  readonly #mounts: (() => ReadonlySet<string>) | null;
  #borrowers = 0;
  /** Undefined: not asked yet. */
  #disk: { readonly device: number; readonly isTelling: boolean } | undefined;

  /** Takes ownership of `fd`. `mounts`: null for any. */
  constructor(fd: number, mounts: (() => ReadonlySet<string>) | null) {
    super(fd, ".");
    this.#mounts = mounts;
  }

  get path(): string {
    return descriptorPath(this.fd);
  }

  /** For a node of the folder itself. Its number stays valid until the node gives it back, even if the workspace is closed before. */
  borrow(): number {
    const { fd } = this;
    this.#borrowers += 1;
    return fd;
  }

  giveBack(fd: number): void {
    this.#borrowers -= 1;
    if (!this.isOpen) this.release(fd);
  }

  protected override release(fd: number): void {
    if (this.#borrowers === 0) super.release(fd);
  }

  /**
   * For a directory on `device`. The own disk is asked once, because the open root keeps it mounted: a tree of 1,000 nodes takes 1.94 ms instead
   * of 2.20 with the rules for agents. Another disk may be replaced by one with its number.
   */
  tellsNamesBySize(device: number, path: string): boolean {
    if (!this.isOpen) return tellsNamesBySize(path);
    this.#disk ??= { device: fstatSync(this.fd).dev, isTelling: tellsNamesBySize(this.path) };
    return device === this.#disk.device ? this.#disk.isTelling : tellsNamesBySize(path);
  }

  isGone(): boolean {
    return fstatSync(this.fd).nlink === 0;
  }

  /** `fd` was opened with O_PATH only: even a stat could hang on a disk that does not respond. */
  requireKnownMount(fd: number, asked: string): void {
    if (this.#mounts !== null && !this.#mounts().has(mountOf(fd))) throw outsideWorkspace(asked);
  }
}

/** The mount of an object, without accessing the object itself. See proc_pid_fdinfo(5). */
export function mountOf(fd: number): string {
  return /^mnt_id:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "latin1"))?.[1] ?? "";
}
