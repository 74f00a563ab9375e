// The sealed folder with promises instead of steps: what an owner's own tools get, and what the library exports.

import type { ToolError } from "../errors.ts";
import type { CallClock } from "./call_clock.ts";
import { inSlices, toEnd } from "./steps.ts";
import type {
  ChildFile,
  ContentReader,
  Directory,
  Entry,
  File,
  FileContent,
  FileStamp,
  Folder,
  Listing,
  ListRequest,
  Metadata,
  Node,
  SealedDirectory,
  SealedFile,
  SealedNode,
  Workspace,
} from "./types.ts";

export function promiseFolder(inner: Folder): Workspace {
  return {
    inner,
    strategy: inner.strategy,
    rootNames: inner.rootNames,
    get device() {
      return inner.device;
    },
    get ownerUid() {
      return inner.ownerUid;
    },
    resolve: async (path, clock, watcher) => promiseNode(await inSlices(inner.resolve(path, watcher), clock)),
    close: () => inner.close(),
    [Symbol.dispose]: () => inner.close(),
  };
}

export function promiseNode(node: Node): SealedNode {
  if (node.kind === "file") return new PromisedFile(node);
  return node.kind === "directory" ? new PromisedDirectory(node) : node;
}

abstract class Promised<Inner extends File | Directory> {
  readonly inner: Inner;
  readonly location: string;
  readonly names: readonly string[];

  constructor(inner: Inner) {
    this.inner = inner;
    this.location = inner.location;
    this.names = inner.names;
  }

  metadata(): Metadata {
    return this.inner.metadata();
  }

  ownerUid(): bigint {
    return this.inner.ownerUid();
  }

  close(): void {
    this.inner.close();
  }

  [Symbol.dispose](): void {
    this.inner.close();
  }
}

class PromisedFile extends Promised<File> implements SealedFile {
  readonly kind = "file";

  read(limitBytes: number, clock: CallClock): FileContent {
    return toEnd(this.inner.read(limitBytes), clock);
  }

  openContent(clock: CallClock): ContentReader {
    clock.check();
    return this.inner.openContent();
  }

  stamp(): FileStamp {
    return this.inner.stamp();
  }
}

class PromisedDirectory extends Promised<Directory> implements SealedDirectory {
  readonly kind = "directory";

  list(request: ListRequest, clock: CallClock): Promise<Listing> {
    return inSlices(this.inner.list(request), clock);
  }

  childMetadata(rawNames: readonly string[], clock: CallClock): Promise<readonly (Metadata | ToolError)[]> {
    return inSlices(this.inner.childMetadata(rawNames), clock);
  }

  lookUp(askedNames: readonly string[], clock: CallClock): Promise<readonly Entry[]> {
    return inSlices(this.inner.lookUp(askedNames), clock);
  }

  async openChild(raw: string, clock: CallClock): Promise<SealedDirectory> {
    return new PromisedDirectory(await inSlices(this.inner.openChild(raw), clock));
  }

  openChildFile(raw: string, limitBytes: number, clock: CallClock): Promise<ChildFile> {
    return inSlices(this.inner.openChildFile(raw, limitBytes), clock);
  }
}
