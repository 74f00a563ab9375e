// How a directory that is held is read, by its size. A small one at once. Bun reads a whole directory before it gives the first name,
// and holds the event loop meanwhile; so there a huge one is read by a worker, which hands over the names in small parts. Leaves
// choosing among the names to list_bounded.ts.

import { fstatSync, statfsSync } from "node:fs";
import { createRequire } from "node:module";
import type { Worker } from "node:worker_threads";
import { type NameStream, openListing, readListing } from "./list_bounded.ts";
import type { FarAnswer } from "./list_worker.ts";
import type { Pace } from "./pace.ts";

// What a directory takes on the disk tells roughly how many names it has: 3,000 on ext4, 6,000 in memory. Reading them takes 3 to
// 6 ms, about as long as a worker takes to start.
const LARGE_BYTES = 128 * 1024;
const BYTES_PER_BLOCK = 512;
// How often a deadline and a signal are looked at while the worker reads.
const LOOK_MS = 5;

// At most 700 names on ext4, 400 in memory.
const SMALL_BYTES = 8192;

/** `path` leads through the descriptor `fd`, so it can be looked up at any time. */
export const openHeldListing: (fd: number, path: string, readAtOnce?: typeof readListing) => NameStream =
  process.versions.bun === undefined ? openOnNode : openOnBun;

// statfs(2): ext, XFS, memory, layers. Only of these it is known that the size of a directory tells how many names it has.
const TELLING_SYSTEMS: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x01021994, 0x794c7630]);
const tellingDevices = new Map<number, boolean>();

function openOnNode(fd: number, path: string, readAtOnce = readListing): NameStream {
  if (!isSmall(fd, path)) return openListing(path);
  try {
    return readAtOnce(path);
  } catch {
    // The stream knows what to do where kinds are missing; any other failure it meets again.
    return openListing(path);
  }
}

/** A directory that is merged from several layers has the size of one of them; such a one has no second link. */
function isSmall(fd: number, path: string): boolean {
  const { size, nlink, dev } = fstatSync(fd);
  if (size > SMALL_BYTES || nlink < 2) return false;
  let isTelling = tellingDevices.get(dev);
  if (isTelling === undefined) {
    isTelling = TELLING_SYSTEMS.has(statfsSync(path).type);
    tellingDevices.set(dev, isTelling);
  }
  return isTelling;
}

function openOnBun(fd: number, path: string): NameStream {
  const { size, blocks } = fstatSync(fd);
  return Math.max(size, blocks * BYTES_PER_BLOCK) < LARGE_BYTES ? openListing(path) : new FarStream(path);
}

class FarStream implements NameStream {
  readonly #worker: Worker;
  readonly #path: string;
  #answer: Promise<FarAnswer | null>;
  #names: readonly string[] = [];
  #kinds = "";
  #next = 0;
  #near: NameStream | null = null;

  constructor(path: string) {
    this.#path = path;
    const file = import.meta.url.endsWith(".ts") ? "./list_worker.ts" : "./list_worker.js";
    // Loaded here: on Node nobody needs it.
    const threads: typeof import("node:worker_threads") = createRequire(import.meta.url)("node:worker_threads");
    this.#worker = new threads.Worker(new URL(file, import.meta.url), { workerData: path });
    this.#answer = this.#receive();
  }

  readSync(): ReturnType<NameStream["readSync"]> {
    if (this.#near !== null) return this.#near.readSync();
    const name = this.#names[this.#next];
    return name === undefined ? null : new FarName(name, this.#kinds.charAt(this.#next++));
  }

  async fetch(pace: Pace): Promise<boolean> {
    if (this.#near !== null) return false;
    const answer = await this.#wait(pace);
    if (answer === null) {
      // No worker can be had, as in a program that was bundled into one file: slow is better than nothing.
      this.#near = openListing(this.#path);
      return true;
    }
    if ("errno" in answer) throw Object.assign(new Error("readdir"), { code: answer.errno });
    this.#names = answer.names === "" ? [] : answer.names.split("/");
    this.#kinds = answer.kinds;
    this.#next = 0;
    if (this.#names.length === 0) return false;
    this.#answer = this.#receive();
    this.#worker.postMessage("next");
    return true;
  }

  closeSync(): void {
    this.#near?.closeSync();
    // It ends by itself; nobody waits for it.
    void this.#worker.terminate();
  }

  #receive(): Promise<FarAnswer | null> {
    return new Promise((resolve) => {
      this.#worker.removeAllListeners();
      this.#worker.once("message", resolve);
      this.#worker.once("error", () => resolve(null));
    });
  }

  async #wait(pace: Pace): Promise<FarAnswer | null> {
    for (;;) {
      const answer = await Promise.race([this.#answer, pace.sleep(LOOK_MS)]);
      if (answer !== undefined) {
        pace.resume();
        return answer;
      }
    }
  }
}

class FarName {
  readonly name: string;
  readonly #kind: string;

  constructor(name: string, kind: string) {
    this.name = name;
    this.#kind = kind;
  }

  isFile(): boolean {
    return this.#kind === "f";
  }

  isDirectory(): boolean {
    return this.#kind === "d";
  }

  isSymbolicLink(): boolean {
    return this.#kind === "l";
  }
}
