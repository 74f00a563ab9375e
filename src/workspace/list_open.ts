// Opens a directory for reading, in the way that suits the runtime: Node reads in small parts; Bun reads all at once, unless it can make
// the system call itself.

import { constants, type Dirent, opendirSync, openSync, promises, readdirSync, type Stats } from "node:fs";
import { Descriptor } from "./descriptor.ts";
import { isTelling } from "./known_names.ts";
import type { NameStream } from "./list_bounded.ts";

// More names at once make a large directory no faster, and a small one up to twice as slow.
const NAMES_PER_READ = 64;
// One character per byte, on Node and on Bun; buffers with types are broken on the latter.
const RAW = "latin1" as BufferEncoding;

/** The path has been looked up by the time the stream is there, and is not looked up again. */
export const openListing: (path: string | Buffer) => Promise<NameStream> =
  process.versions.bun === undefined ? openOnNode : openOnBun;

/** `path` leads through a descriptor; `stats` are those of the directory, and need not be new. */
export const openHeldListing: (
  stats: () => Stats,
  path: string,
  readAtOnce?: typeof readListing,
) => Promise<NameStream> = process.versions.bun === undefined ? openHeldOnNode : openHeldOnBun;

async function openOnNode(path: string | Buffer): Promise<NameStream> {
  return openStream(path);
}

function openStream(path: string | Buffer): NameStream {
  return opendirSync(path as string, { encoding: RAW, bufferSize: NAMES_PER_READ });
}

/** Reads a directory in parts. Loaded on Bun only; null where the system call cannot be had. */
let openInParts: ((path: string | Buffer) => NameStream) | null | undefined;

async function openOnBun(path: string | Buffer): Promise<NameStream> {
  if (openInParts === undefined) await loadParts();
  return openInParts ? openInParts(path) : readApart(path);
}

/** Before it waits, it opens the directory once more: the caller may close its own descriptor meanwhile, and the number be reused. */
async function openHeldOnBun(_stats: unknown, path: string): Promise<NameStream> {
  if (openInParts) return openInParts(path);
  using held = new Descriptor(openSync(path, constants.O_RDONLY | constants.O_DIRECTORY), ".");
  return await openOnBun(`/proc/self/fd/${held.fd}`);
}

async function loadParts(): Promise<void> {
  openInParts = process.platform === "linux" ? (await import("./getdents.ts")).findRecordReader() : null;
}

/** Another thread reads; only making the names holds this one, some 50 ms for 200,000. */
export async function readApart(path: string | Buffer): Promise<NameStream> {
  return streamOf(await promises.readdir(path as string, { withFileTypes: true, encoding: RAW }));
}

/** A directory that is known to be small, at once: for a few names, opening a stream takes longer than reading them. */
export function readListing(path: string): NameStream {
  return streamOf(readdirSync(path, { withFileTypes: true, encoding: RAW }));
}

function streamOf(names: readonly Dirent[]): NameStream {
  let next = 0;
  return { readSync: () => names[next++] ?? null, closeSync: () => {} };
}

/** All names of a directory, raw, without their kinds. */
export function readNames(path: string | Buffer): readonly string[] {
  return readdirSync(path, "latin1");
}

// At most 700 names on ext4, 400 in memory.
const SMALL_BYTES = 8192;

async function openHeldOnNode(stats: () => Stats, path: string, readAtOnce = readListing): Promise<NameStream> {
  if (!isSmall(stats(), path)) return openStream(path);
  try {
    return readAtOnce(path);
  } catch {
    // The stream knows what to do where kinds are missing; any other failure it meets again.
    return openStream(path);
  }
}

/** By device number. A later mount may have the number of an earlier one: then a directory is at worst read at once that is not small. */
const tellingDevices = new Map<number, boolean>();

/** A directory that is merged from several layers has the size of one of them; such a one has no second link. */
function isSmall({ dev, size, nlink }: Stats, path: string): boolean {
  if (size > SMALL_BYTES || nlink < 2) return false;
  const isKnown = tellingDevices.get(dev) ?? isTelling(path);
  tellingDevices.set(dev, isKnown);
  return isKnown;
}
