// Reads a record piece by piece.

import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { errnoOf } from "../disk/faults.ts";

const PIECE_BYTES = 65_536;

/** Rejects with a message for the owner if the file cannot be read. */
export async function* readBytes(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(refuse);
  try {
    if (!(await handle.stat()).isFile()) throw new Error("it is not a regular file");
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, null).catch(refuse);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

function refuse(error: unknown): never {
  throw new Error(describeFault(errnoOf(error)), { cause: error });
}

function describeFault(code = "unknown reason"): string {
  if (code === "ENOENT") return "there is no such file";
  return code === "EACCES" ? "permission denied" : `it cannot be read (${code})`;
}
