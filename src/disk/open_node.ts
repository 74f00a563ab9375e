// The base class of open files, directories and special files of both strategies: a descriptor, a location and what the system reports.

import { type BigIntStats, type Dirent, fstatSync } from "node:fs";
import { Descriptor } from "./descriptor.ts";
import { toToolError } from "./faults.ts";
import type { EntryKind, Metadata, OnUse } from "./types.ts";

// Both runtimes may round the floating-point `mtimeMs` up to the next millisecond; the nanoseconds are exact.
const NANOSECONDS_PER_MS = 1_000_000n;

/** The location of an object, and its path for error messages. */
export interface NodePlace {
  /** From the root, raw, links resolved. */
  readonly names: readonly string[];
  /** The same as text. */
  readonly location: string;
  /** The requested path, links not resolved, for error messages. */
  readonly asked: string;
}

export abstract class OpenNode extends Descriptor {
  readonly names: readonly string[];
  readonly location: string;
  /** Null: nobody wants to know. */
  protected onUse: OnUse | null = null;

  /** Takes ownership of `fd`. */
  constructor(fd: number, { names, location, asked }: NodePlace) {
    super(fd, asked);
    this.names = names;
    this.location = location;
  }

  metadata(): Metadata {
    return toMetadata(this.status);
  }

  watch(onUse: OnUse): void {
    this.onUse = onUse;
  }

  ownerUid(): bigint {
    return this.status.uid;
  }

  /** Throws a `ToolError`. */
  protected get status(): BigIntStats {
    try {
      return fstatSync(this.fd, { bigint: true });
    } catch (error) {
      throw toToolError(error, this.asked);
    }
  }
}

export function toMetadata(stats: BigIntStats): Metadata {
  return { kind: kindOf(stats), sizeBytes: Number(stats.size), modifiedMs: floorToMs(stats.mtimeNs) };
}

/** BigInt division rounds towards zero, which would round up before 1970. */
function floorToMs(nanoseconds: bigint): number {
  const remainder = nanoseconds % NANOSECONDS_PER_MS;
  const whole = nanoseconds / NANOSECONDS_PER_MS;
  return Number(remainder < 0n ? whole - 1n : whole);
}

export function kindOf(source: Pick<Dirent, "isDirectory" | "isFile" | "isSymbolicLink">): EntryKind {
  if (source.isFile()) return "file";
  if (source.isDirectory()) return "directory";
  return source.isSymbolicLink() ? "symlink" : "other";
}
