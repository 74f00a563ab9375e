// Decides what read_file refuses: anything except regular files, large files, binary files. Pure.

import type { SealedFile, SealedNode } from "../../../disk/types.ts";
import { binaryNotSupported, notFile, sizeLimitExceeded } from "../../../errors/paths.ts";
import { DEFAULTS } from "../../../registory/config_values.ts";

/** 1 MiB by default. A file of exactly this size is still read. */
export const MAX_FILE_BYTES = DEFAULTS.readFile.maxFileBytes;
/** The part of a file that is searched for a NUL byte. */
export const BINARY_PROBE_BYTES = 8192;

export function requireFile(node: SealedNode, path: string): SealedFile {
  if (node.kind === "file") return node;
  throw notFile(path, node.kind === "directory" ? "directory" : "special file");
}

export function refuseLarge(sizeBytes: number, maxBytes: number, path: string): void {
  if (sizeBytes > maxBytes) throw sizeLimitExceeded(path, sizeBytes, maxBytes);
}

/** Checks the first `BINARY_PROBE_BYTES`. */
export function refuseBinary(bytes: Uint8Array, path: string): void {
  if (bytes.includes(0)) throw binaryNotSupported(path);
}
