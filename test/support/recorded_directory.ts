// A directory that records the operations on it and on everything opened through it, to show that work was not done.

import { inSlices, type Steps } from "../../src/disk/steps.ts";
import type { Directory, ListRequest, SealedDirectory } from "../../src/disk/types.ts";
import { changed } from "./workspaces.ts";

type OnList = (request: ListRequest, location: string) => ListRequest;

/**
 * `log` gets `list a`, `open a/b`, `close a/b`, and `stat a/f`, each with a location. `onList` may change the request, or throw instead.
 */
export function recordDirectory(
  directory: SealedDirectory,
  log: string[],
  onList: OnList = (request) => request,
): SealedDirectory {
  return promise(recordInner(directory.inner, log, onList));
}

/** The same with promises: an object that tests can spread. */
export function promise(inner: Directory): SealedDirectory {
  return {
    kind: "directory",
    inner,
    location: inner.location,
    names: inner.names,
    metadata: () => inner.metadata(),
    ownerUid: () => inner.ownerUid(),
    close: () => inner.close(),
    [Symbol.dispose]: () => inner.close(),
    list: (request, clock) => inSlices(inner.list(request), clock),
    childMetadata: (rawNames, clock) => inSlices(inner.childMetadata(rawNames), clock),
    lookUp: (askedNames, clock) => inSlices(inner.lookUp(askedNames), clock),
    openChildFile: (raw, limitBytes, clock) => inSlices(inner.openChildFile(raw, limitBytes), clock),
    openChild: async (raw, clock) => promise(await inSlices(inner.openChild(raw), clock)),
  };
}

function recordInner(directory: Directory, log: string[], onList: OnList): Directory {
  const close = () => {
    log.push(`close ${directory.location}`);
    directory.close();
  };
  const below = (raw: string) => (directory.location === "." ? raw : `${directory.location}/${raw}`);
  const note = (act: string, rawNames: readonly string[]) => {
    for (const raw of rawNames) log.push(`${act} ${below(raw)}`);
  };
  return changed(directory, {
    close,
    [Symbol.dispose]: close,
    *list(request) {
      log.push(`list ${directory.location}`);
      return yield* directory.list(onList(request, directory.location));
    },
    *childMetadata(rawNames) {
      note("stat", rawNames);
      return yield* directory.childMetadata(rawNames);
    },
    *lookUp(askedNames) {
      note("stat", askedNames);
      return yield* directory.lookUp(askedNames);
    },
    *openChildFile(raw, limitBytes) {
      note("read", [raw]);
      return yield* directory.openChildFile(raw, limitBytes);
    },
    *openChild(raw): Steps<Directory> {
      note("open", [raw]);
      return recordInner(yield* directory.openChild(raw), log, onList);
    },
  });
}
