// A directory that records the operations on it and on everything opened through it, to show that work was not done.

import type { ListRequest, SealedDirectory } from "../../src/disk/types.ts";

/**
 * `log` gets `list a`, `open a/b`, `close a/b`, and `stat a/f`, each with a location. `onList` may change the request, or throw instead.
 */
export function recordDirectory(
  directory: SealedDirectory,
  log: string[],
  onList: (request: ListRequest, location: string) => ListRequest = (request) => request,
): SealedDirectory {
  const close = () => {
    log.push(`close ${directory.location}`);
    directory.close();
  };
  const below = (raw: string) => (directory.location === "." ? raw : `${directory.location}/${raw}`);
  return {
    kind: "directory",
    inner: directory.inner,
    location: directory.location,
    names: directory.names,
    metadata: () => directory.metadata(),
    ownerUid: () => directory.ownerUid(),
    close,
    [Symbol.dispose]: close,
    list: async (request, clock) => {
      log.push(`list ${directory.location}`);
      return directory.list(onList(request, directory.location), clock);
    },
    childMetadata: (rawNames, clock) => {
      for (const raw of rawNames) log.push(`stat ${below(raw)}`);
      return directory.childMetadata(rawNames, clock);
    },
    lookUp: (askedNames, clock) => {
      for (const raw of askedNames) log.push(`stat ${below(raw)}`);
      return directory.lookUp(askedNames, clock);
    },
    openChildFile: (raw, ...asked) => {
      log.push(`read ${below(raw)}`);
      return directory.openChildFile(raw, ...asked);
    },
    openChild: async (raw, clock) => {
      log.push(`open ${below(raw)}`);
      return recordDirectory(await directory.openChild(raw, clock), log, onList);
    },
  };
}
