// Reads the content of an open file piece by piece, at any position.

import { readSync } from "node:fs";
import type { Descriptor } from "./descriptor.ts";
import { toToolError } from "./faults.ts";
import type { ContentReader, ReadRange } from "./types.ts";

export class OpenContent implements ContentReader {
  readonly sizeBytes: number;
  readonly #source: Descriptor;
  readonly #owned: Descriptor | null;

  /** Closes `owned` when it is closed. The source may belong to somebody else, who closes it later. */
  constructor(source: Descriptor, sizeBytes: number, owned: Descriptor | null) {
    this.#source = source;
    this.sizeBytes = sizeBytes;
    this.#owned = owned;
  }

  read(into: Buffer, { from, length, position }: ReadRange): number {
    try {
      // Read each time, because its owner may have closed the descriptor.
      return readSync(this.#source.fd, into, from, length, position);
    } catch (error) {
      throw toToolError(error, this.#source.asked);
    }
  }

  close(): void {
    this.#owned?.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
