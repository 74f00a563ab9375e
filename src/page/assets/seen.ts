// What agents have looked at, as their calls tell: for the marks in the tree and the summary of the calls.

import type { AuditRecord } from "../../gate/record.ts";

export class Seen {
  /** How many calls opened it, by path. */
  readonly #opened = new Map<string, number>();
  /** Folders with something inside that was opened. */
  readonly #above = new Set<string>();

  add({ opened, by }: AuditRecord): void {
    if (by !== "agent") return;
    for (const location of new Set(opened.map(toPath))) {
      this.#opened.set(location, (this.#opened.get(location) ?? 0) + 1);
      for (let path = location; path !== "."; ) {
        path = toParent(path);
        this.#above.add(path);
      }
    }
  }

  clear(): void {
    this.#opened.clear();
    this.#above.clear();
  }

  countOf(path: string): number {
    return this.#opened.get(path) ?? 0;
  }

  /** Whether something inside of it was looked at. */
  isAbove(path: string): boolean {
    return this.#above.has(path);
  }
}

/** Without the slash that folders end in. */
export function toPath(location: string): string {
  const path = location.replace(/\/$/, "");
  return path === "" ? "." : path;
}

function toParent(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".";
}
