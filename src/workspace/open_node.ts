// The base of open files, directories and special files of both strategies: a descriptor and a place.

import { closeSync } from "node:fs";
import { internalFailure } from "../errors.ts";
import { toToolError } from "./faults.ts";
import { statusOf, toMetadata } from "./object_stats.ts";
import type { Metadata } from "./types.ts";

/** Where an object lies, and what errors call it. */
export interface NodePlace {
  /** From the root, raw, links resolved. */
  readonly names: readonly string[];
  /** The same as text. */
  readonly location: string;
  /** As it was asked for, links not resolved: what errors name. */
  readonly asked: string;
}

export abstract class OpenNode {
  readonly names: readonly string[];
  readonly location: string;
  readonly asked: string;
  #fd: number;

  /** Takes over `fd`. */
  constructor(fd: number, { names, location, asked }: NodePlace) {
    this.#fd = fd;
    this.names = names;
    this.location = location;
    this.asked = asked;
  }

  /** Asked for on every use: the number of a closed descriptor may by now belong to something else. */
  protected get fd(): number {
    this.requireOpen();
    return this.#fd;
  }

  protected requireOpen(): void {
    if (this.#fd < 0) throw internalFailure(this.asked, "used after it was closed");
  }

  metadata(): Metadata {
    return toMetadata(statusOf(this.fd, this.asked));
  }

  ownerUid(): bigint {
    return statusOf(this.fd, this.asked).uid;
  }

  close(): void {
    if (this.#fd < 0) return;
    const fd = this.#fd;
    this.#fd = -1;
    try {
      closeSync(fd);
    } catch (error) {
      throw toToolError(error, this.asked);
    }
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
