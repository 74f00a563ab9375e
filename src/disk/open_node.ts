// The base class of open files, directories and special files of both strategies: a descriptor and a location.

import { fstatSync } from "node:fs";
import type { CallClock } from "./call_clock.ts";
import { OpenContent } from "./content_reader.ts";
import { Descriptor } from "./descriptor.ts";
import { toToolError } from "./faults.ts";
import { readUpTo, statusOf, toMetadata } from "./object_stats.ts";
import { toStamp } from "./small_file.ts";
import type { ContentReader, FileContent, FileStamp, Metadata, SealedFile } from "./types.ts";

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

  /** Takes ownership of `fd`. */
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
    return this.#open(clock, (source, owned) => {
      const content = readUpTo(source.fd, limitBytes, clock);
      owned?.close();
      return content;
    });
  }

  openContent(clock: CallClock): ContentReader {
    return this.#open(clock, (source, owned) => new OpenContent(source, fstatSync(source.fd).size, owned));
  }

  stamp(): FileStamp {
    return toStamp(statusOf(this.fd, this.asked));
  }

  /** The descriptor that its bytes are read from, if that is not its own. */
  protected openReadable(): Descriptor | null {
    return null;
  }

  #open<T>(clock: CallClock, use: (source: Descriptor, owned: Descriptor | null) => T): T {
    clock.check();
    let owned: Descriptor | null = null;
    try {
      owned = this.openReadable();
      return use(owned ?? this, owned);
    } catch (error) {
      owned?.close();
      throw toToolError(error, this.asked);
    }
  }
}
