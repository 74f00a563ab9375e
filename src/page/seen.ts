// Which files agents have accessed, according to their calls. The server counts all calls; the page continues from the server's state.

import type { AuditRecord } from "../call/record.ts";

/** The number of calls that returned its content to an agent, that opened it (by a search or another tool), and that listed it. */
export interface Uses {
  readonly read: number;
  readonly searched: number;
  readonly listed: number;
}

export interface SeenState {
  readonly paths: readonly (readonly [path: string, uses: Uses])[];
  /** Folders of calls that opened more than their records list. */
  readonly partly: readonly string[];
  /** False: there were more paths than are kept. */
  readonly isWhole: boolean;
  /** The calls that show the content of what they open. */
  readonly readers: readonly string[];
}

const MAX_PATHS = 5000;
const MAX_CHARS = 1_000_000;
const NOT_USED: Uses = { read: 0, searched: 0, listed: 0 };

export class Seen {
  readonly #uses = new Map<string, Uses>();
  /** Folders that contain something that was opened. */
  readonly #above = new Set<string>();
  readonly #partly = new Set<string>();
  #chars = 0;
  #isWhole = true;
  #readers: readonly string[];

  constructor(readers: readonly string[]) {
    this.#readers = readers;
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  add(record: AuditRecord): void {
    const { opened, opened_more = 0, by } = record;
    if (by !== "agent") return;
    for (const location of new Set(opened)) {
      const path = toPath(location);
      const use = this.#toUse(record, location);
      const before = this.#uses.get(path) ?? NOT_USED;
      this.#set(path, { ...before, [use]: before[use] + 1 });
    }
    if (opened_more > 0) this.#addPartly(toFolder(record));
  }

  /** Replaces the current state. */
  load({ paths, partly, isWhole, readers }: SeenState): void {
    this.#readers = readers;
    for (const kept of [this.#uses, this.#above, this.#partly]) kept.clear();
    this.#chars = 0;
    for (const [path, uses] of paths) this.#set(path, uses);
    for (const path of partly) this.#addPartly(path);
    this.#isWhole = isWhole;
  }

  toState(): SeenState {
    return { paths: [...this.#uses], partly: [...this.#partly], isWhole: this.#isWhole, readers: this.#readers };
  }

  usesOf(path: string): Uses | null {
    return this.#uses.get(path) ?? null;
  }

  /** Whether something inside was accessed. */
  isAbove(path: string): boolean {
    return this.#above.has(path);
  }

  /** Whether more inside was accessed than is known. */
  isPartly(path: string): boolean {
    return this.#partly.has(path);
  }

  #set(path: string, uses: Uses): void {
    if (!this.#uses.has(path) && !this.#hasRoom(path)) return;
    this.#uses.set(path, uses);
    this.#addAbove(path);
  }

  #addPartly(path: string): void {
    if (this.#partly.has(path) || !this.#hasRoom(path)) return;
    this.#partly.add(path);
    this.#addAbove(path);
  }

  #hasRoom(path: string): boolean {
    const hasRoom = this.#uses.size + this.#partly.size < MAX_PATHS && this.#chars + path.length <= MAX_CHARS;
    if (hasRoom) this.#chars += path.length;
    else this.#isWhole = false;
    return hasRoom;
  }

  #toUse({ tool, success }: AuditRecord, location: string): keyof Uses {
    if (location.endsWith("/")) return "listed";
    return success && tool !== null && this.#readers.includes(tool) ? "read" : "searched";
  }

  #addAbove(path: string): void {
    for (let folder = path; folder !== "."; ) {
      folder = toParent(folder);
      this.#above.add(folder);
    }
  }
}

/** The folder that the call was about, as far as it is known. */
function toFolder({ arguments: args }: AuditRecord): string {
  const { path } = Object(args);
  return typeof path === "string" && !path.startsWith("/") ? toPath(path.replace(/^(?:\.\/+)+/, "")) : ".";
}

/** Without the trailing slash of folders. */
export function toPath(location: string): string {
  const path = location.replace(/\/+$/, "");
  return path === "" ? "." : path;
}

function toParent(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".";
}
