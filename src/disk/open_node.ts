// The base classes of open files, directories and special files of both strategies: a descriptor and a location.

import { fstatSync } from "node:fs";
import { Descriptor } from "./descriptor.ts";
import { toToolError } from "./faults.ts";
import { OpenContent, readUpTo, toStamp } from "./file_content.ts";
import { statusOf, toMetadata } from "./object_stats.ts";
import type { Steps } from "./steps.ts";
import type { ContentReader, File, FileContent, FileStamp, Metadata, OnUse } from "./types.ts";

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
    return toMetadata(statusOf(this.fd, this.asked));
  }

  watch(onUse: OnUse): void {
    this.onUse = onUse;
  }

  ownerUid(): bigint {
    return statusOf(this.fd, this.asked).uid;
  }
}

export class OpenFile extends OpenNode implements File {
  readonly kind = "file";

  *read(limitBytes: number): Steps<FileContent> {
    this.onUse?.("file", this.location);
    let owned: Descriptor | null = null;
    try {
      owned = this.openReadable();
      return yield* readUpTo(owned ?? this, limitBytes);
    } catch (error) {
      throw toToolError(error, this.asked);
    } finally {
      owned?.close();
    }
  }

  openContent(): ContentReader {
    this.onUse?.("file", this.location);
    let owned: Descriptor | null = null;
    try {
      owned = this.openReadable();
      const source = owned ?? this;
      return new OpenContent(source, fstatSync(source.fd).size, owned);
    } catch (error) {
      owned?.close();
      throw toToolError(error, this.asked);
    }
  }

  stamp(): FileStamp {
    return toStamp(statusOf(this.fd, this.asked));
  }

  /** The descriptor that its bytes are read from, if that is not its own. */
  protected openReadable(): Descriptor | null {
    return null;
  }
}
