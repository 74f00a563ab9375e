// A directory that tells what is about to be done with it and with what is opened through it. Whoever is told may
// change the disk, or throw in its place: a disk cannot be made to fail on demand.

import type { CallClock } from "../../../../src/disk/call_clock.ts";
import type { ListRequest, Metadata, SealedDirectory } from "../../../../src/disk/types.ts";
import { ToolError } from "../../../../src/errors.ts";

export interface Watcher {
  /** `list a`, `open a/b`, `stat a/f`, `close a/b`, each with the location of what it is about. */
  readonly onAct?: (act: string) => void;
  readonly onList?: (request: ListRequest, location: string) => ListRequest;
  readonly onMetadata?: (metadata: Metadata, location: string) => Metadata;
}

export function watchDirectory(directory: SealedDirectory, watcher: Watcher): SealedDirectory {
  const { location } = directory;
  const below = (raw: string) => (location === "." ? raw : `${location}/${raw}`);
  const tell = (act: string, about: string) => watcher.onAct?.(`${act} ${about}`);
  const close = () => {
    tell("close", location);
    directory.close();
  };
  // A failure that the watcher throws stands in for one of the system.
  const lookAt = async (raw: string, clock: CallClock): Promise<Metadata | ToolError> => {
    try {
      tell("stat", below(raw));
    } catch (error) {
      if (ToolError.isInstance(error) && error.kind === "ExecutionFailed") return error;
      throw error;
    }
    const [metadata] = await directory.childMetadata([raw], clock);
    if (metadata === undefined) throw new Error("one name was asked for");
    return ToolError.isInstance(metadata) ? metadata : (watcher.onMetadata?.(metadata, below(raw)) ?? metadata);
  };
  return {
    kind: "directory",
    inner: directory.inner,
    location,
    names: directory.names,
    metadata: () => directory.metadata(),
    ownerUid: () => directory.ownerUid(),
    close,
    [Symbol.dispose]: close,
    list: async (request, clock) => {
      tell("list", location);
      return directory.list(watcher.onList?.(request, location) ?? request, clock);
    },
    childMetadata: async (rawNames, clock) => {
      const found: (Metadata | ToolError)[] = [];
      for (const raw of rawNames) found.push(await lookAt(raw, clock));
      return found;
    },
    lookUp: (askedNames, clock) => directory.lookUp(askedNames, clock),
    openChildFile: (raw, ...asked) => {
      tell("read", below(raw));
      return directory.openChildFile(raw, ...asked);
    },
    openChild: async (raw, clock) => {
      tell("open", below(raw));
      return watchDirectory(await directory.openChild(raw, clock), watcher);
    },
  };
}
