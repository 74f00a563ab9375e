// The base of open files, directories and special files of both strategies: a descriptor and a place.

import type { CallClock } from "./call_clock.ts";
import { Descriptor } from "./descriptor.ts";
import { toToolError } from "./faults.ts";
import { readUpTo, statusOf, toMetadata } from "./object_stats.ts";
import { toStamp } from "./small_file.ts";
import type { FileContent, FileStamp, Metadata, SealedFile } from "./types.ts";

/** Where an object lies, and what errors call it. */
export interface NodePlace {
  /** From the root, raw, links resolved. */
  readonly names: readonly string[];
  /** The same as text. */
  readonly location: string;
  /** As it was asked for, links not resolved: what errors name. */
  readonly asked: string;
}

export abstract class OpenNode extends Descriptor {
  readonly names: readonly string[];
  readonly location: string;

  /** Takes over `fd`. */
  constructor(fd: number, { names, location, asked }: NodePlace) {
    super(fd, asked);
    this.names = names;
    this.location = location;
  }

  metadata(): Metadata {
    return toMetadata(statusOf(this.fd, this.asked));
  }

  ownerUid(): bigint {
    return statusOf(this.fd, this.asked).uid;
  }
}

export class OpenFile extends OpenNode implements SealedFile {
  readonly kind = "file";

  read(limitBytes: number, clock: CallClock): FileContent {
    clock.check();
    try {
      return this.readNow(limitBytes, clock);
    } catch (error) {
      throw toToolError(error, this.asked);
    }
  }

  stamp(): FileStamp {
    return toStamp(statusOf(this.fd, this.asked));
  }

  protected readNow(limitBytes: number, clock: CallClock): FileContent {
    return readUpTo(this.fd, limitBytes, clock);
  }
}
