// Reads the content of an open file piece by piece, at any place.

import { readSync } from "node:fs";
import type { Descriptor } from "./descriptor.ts";
import { toToolError } from "./faults.ts";
import type { ContentReader } from "./types.ts";

/** `close` says what becomes of `source`, which may belong to somebody else. */
export function makeReader(source: Descriptor, sizeBytes: number, close: () => void): ContentReader {
  return {
    sizeBytes,
    read(into, { from, length, position }) {
      try {
        // The descriptor is asked for each time: whoever holds it may have closed it.
        return readSync(source.fd, into, from, length, position);
      } catch (error) {
        throw toToolError(error, source.asked);
      }
    },
    close,
    [Symbol.dispose]: close,
  };
}
