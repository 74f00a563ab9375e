// A directory that tells what is about to be done with it and with what is opened through it. Whoever is told may
// change the disk, or throw in its place: a disk cannot be made to fail on demand.

import type { Steps } from "../../../../src/disk/steps.ts";
import type { Directory, ListRequest, Metadata, SealedDirectory } from "../../../../src/disk/types.ts";
import { ToolError } from "../../../../src/errors.ts";
import { promise } from "../../../support/recorded_directory.ts";
import { changed } from "../../../support/workspaces.ts";

export interface Watcher {
  /** `list a`, `open a/b`, `stat a/f`, `close a/b`, each with the location of what it is about. */
  readonly onAct?: (act: string) => void;
  readonly onList?: (request: ListRequest, location: string) => ListRequest;
  readonly onMetadata?: (metadata: Metadata, location: string) => Metadata;
}

export function watchDirectory(directory: SealedDirectory, watcher: Watcher): SealedDirectory {
  return promise(watchInner(directory.inner, watcher));
}

function watchInner(directory: Directory, watcher: Watcher): Directory {
  const { location } = directory;
  const below = (raw: string) => (location === "." ? raw : `${location}/${raw}`);
  const tell = (act: string, about: string) => watcher.onAct?.(`${act} ${about}`);
  const close = () => {
    tell("close", location);
    directory.close();
  };
  // A failure that the watcher throws stands in for one of the system.
  function* lookAt(raw: string): Steps<Metadata | ToolError> {
    try {
      tell("stat", below(raw));
    } catch (error) {
      if (ToolError.isInstance(error) && error.kind === "ExecutionFailed") return error;
      throw error;
    }
    const [metadata] = yield* directory.childMetadata([raw]);
    if (metadata === undefined) throw new Error("one name was asked for");
    return ToolError.isInstance(metadata) ? metadata : (watcher.onMetadata?.(metadata, below(raw)) ?? metadata);
  }
  return changed(directory, {
    close,
    [Symbol.dispose]: close,
    *list(request) {
      tell("list", location);
      return yield* directory.list(watcher.onList?.(request, location) ?? request);
    },
    *childMetadata(rawNames) {
      const found: (Metadata | ToolError)[] = [];
      for (const raw of rawNames) found.push(yield* lookAt(raw));
      return found;
    },
    *openChildFile(raw, limitBytes) {
      tell("read", below(raw));
      return yield* directory.openChildFile(raw, limitBytes);
    },
    *openChild(raw): Steps<Directory> {
      tell("open", below(raw));
      return watchInner(yield* directory.openChild(raw), watcher);
    },
  });
}
