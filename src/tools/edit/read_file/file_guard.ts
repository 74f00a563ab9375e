// What read_file refuses to read: things that are no regular file, large files, binary files. Pure decisions.
// Leaves to usecase.ts in which order they are asked and where the facts come from.

import { binaryNotSupported, notFile, sizeLimitExceeded } from "../../../errors.ts";
import { DEFAULTS } from "../../../registory/config_values.ts";
import type { SealedFile, SealedNode } from "../../../workspace/types.ts";

/** 1 MiB, unless the owner says otherwise. A file of exactly this size is still read. */
export const MAX_FILE_BYTES = DEFAULTS.readFile.maxFileBytes;
/** How far from its start a file is searched for a NUL byte. */
export const BINARY_PROBE_BYTES = 8192;

export function requireFile(node: SealedNode, path: string): SealedFile {
  if (node.kind === "file") return node;
  throw notFile(path, node.kind === "directory" ? "directory" : "special file");
}

export function refuseLarge(sizeBytes: number, maxBytes: number, path: string): void {
  if (sizeBytes > maxBytes) throw sizeLimitExceeded(path, sizeBytes, maxBytes);
}

/** Of the first `BINARY_PROBE_BYTES`. */
export function refuseBinary(bytes: Uint8Array, path: string): void {
  if (bytes.includes(0)) throw binaryNotSupported(path);
}
