// Reads a record piece by piece.

import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { errnoOf } from "../disk/faults.ts";

/** Rejects with a message for the owner if the file cannot be read. */
export async function* readBytes(file: string): AsyncGenerator<Uint8Array> {
  try {
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const input = handle.createReadStream();
    try {
      if (!(await handle.stat()).isFile()) throw new Error("it is not a regular file");
      yield* input;
    } finally {
      input.destroy();
    }
  } catch (error) {
    const code = errnoOf(error);
    throw code === undefined ? error : new Error(describeFault(code), { cause: error });
  }
}

function describeFault(code: string): string {
  if (code === "ENOENT") return "there is no such file";
  return code === "EACCES" ? "permission denied" : `it cannot be read (${code})`;
}
