// The one door past the seal: for ignore rules alone, small files outside the workspace are read, and files are looked at by plain
// path. Every function says so in its name. Leaves to discovery which files those are, and that none of it is ever shown.

import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
} from "node:fs";
import { errnoOf } from "./faults.ts";
import { rawToFsPath } from "./names.ts";
import { kindOf, READ_FLAGS, readUpTo } from "./object.ts";
import { MAX_LOOKS, Pace } from "./pace.ts";
import type { EntryKind } from "./types.ts";

export const MAX_RULES_BYTES = 1024 * 1024;
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const NANOSECONDS_PER_MS = 1_000_000n;

export interface Glance {
  readonly kind: EntryKind;
  /** Differs when the object or its content does: device, inode, size, and both times in nanoseconds. */
  readonly stamp: string;
  /** When it last changed, in milliseconds since the epoch. */
  readonly changedMs: number;
  readonly device: bigint;
}

/** `refuse`: the last name must be no link. `prove`: nor any name on the way, which only a system with `/proc` can tell. */
export type Links = "follow" | "refuse" | "prove";

export type RulesFault = "missing" | "symlink" | "not_a_file" | "too_large" | "unreadable";

export type RulesReading =
  | { readonly bytes: Uint8Array; readonly glance: Glance }
  | { readonly bytes: null; readonly fault: RulesFault };

/** What stands at an absolute raw path; null if nothing can be seen there. */
export function glanceUnchecked(rawPath: string, links: Links): Glance | null {
  try {
    const options = { bigint: true, throwIfNoEntry: false } as const;
    const path = rawToFsPath(rawPath);
    const stats = links === "follow" ? statSync(path, options) : lstatSync(path, options);
    return stats === undefined ? null : toGlance(stats);
  } catch {
    return null;
  }
}

/** At most 1 MiB of the regular file at an absolute raw path. Whatever is on the disk, it does not throw. */
export function readRulesUnchecked(rawPath: string, links: Links): RulesReading {
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const reading = readOnce(rawPath, links);
    if (reading !== "replaced") return reading;
  }
  return { bytes: null, fault: "unreadable" };
}

function readOnce(rawPath: string, links: Links): RulesReading | "replaced" {
  // Asked first: opening is for files only. A device may act on being opened.
  const seen = glanceUnchecked(rawPath, links);
  if (seen === null) return { bytes: null, fault: "missing" };
  if (seen.kind !== "file") return { bytes: null, fault: seen.kind === "symlink" ? "symlink" : "not_a_file" };
  let fd: number;
  try {
    fd = openSync(rawToFsPath(rawPath), links === "follow" ? READ_FLAGS : READ_FLAGS | NO_FOLLOW);
  } catch (error) {
    return { bytes: null, fault: openFault(error) };
  }
  try {
    const found = links === "prove" ? readlinkSync(`/proc/self/fd/${fd}`, "latin1") : rawPath;
    if (found === rawPath) return readOpened(fd);
    // So the kernel calls what no longer has its name: then a new file was saved in its place, or there is none.
    return found === `${rawPath} (deleted)` ? "replaced" : { bytes: null, fault: "missing" };
  } catch {
    return { bytes: null, fault: "unreadable" };
  } finally {
    closeSync(fd);
  }
}

/** The absolute path, raw, with all links resolved; null if it leads nowhere. */
export function realPathUnchecked(rawPath: string): string | null {
  try {
    return realpathSync.native(rawToFsPath(rawPath) as string, "latin1");
  } catch {
    return null;
  }
}

function readOpened(fd: number): RulesReading {
  const stats = fstatSync(fd, { bigint: true });
  if (!stats.isFile()) return { bytes: null, fault: "not_a_file" };
  if (stats.size > MAX_RULES_BYTES) return { bytes: null, fault: "too_large" };
  const { bytes, more } = readUpTo(fd, MAX_RULES_BYTES, new Pace());
  return more ? { bytes: null, fault: "too_large" } : { bytes, glance: toGlance(stats) };
}

function openFault(error: unknown): RulesFault {
  const errno = errnoOf(error);
  if (errno === "ENOENT" || errno === "ENOTDIR") return "missing";
  return errno === "ELOOP" ? "symlink" : "unreadable";
}

function toGlance(stats: BigIntStats): Glance {
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return {
    kind: kindOf(stats),
    stamp: `${dev}.${ino}.${size}.${mtimeNs}.${ctimeNs}`,
    changedMs: Math.max(Number(mtimeNs / NANOSECONDS_PER_MS), Number(ctimeNs / NANOSECONDS_PER_MS)),
    device: dev,
  };
}
