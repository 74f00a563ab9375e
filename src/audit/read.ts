// Reads a record piece by piece. It can wait for more, and continues in the new file if this one is rotated.

import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { errnoOf } from "../workspace/faults.ts";
import { isSame } from "./place.ts";

const PIECE_BYTES = 65_536;
const POLL_MS = 200;
const NEWLINE = 0x0a;

/**
 * Waits for more until the signal fires; with null, stops at the end of the file. Rejects with a message for the owner if the file does not
 * exist.
 */
export async function* readBytes(file: string, until: AbortSignal | null): AsyncGenerator<Uint8Array> {
  let tail = await openTail(file);
  let isLeaving = false;
  try {
    for (;;) {
      const piece = await tail.read();
      if (piece !== null) yield piece;
      else if (until === null || until.aborted) return;
      else if (isLeaving) {
        const next = await openTail(file).catch(() => null);
        if (next !== null) {
          if (!tail.isWhole) yield Buffer.of(NEWLINE);
          await tail.close();
          [tail, isLeaving] = [next, false];
        } else await rest(until);
      } else {
        // A writer may still append to a file that was moved away, so it is read once more.
        isLeaving = await tail.isReplaced(file);
        await rest(until);
      }
    }
  } finally {
    await tail.close();
  }
}

async function rest(until: AbortSignal): Promise<void> {
  await wait(POLL_MS, undefined, { signal: until }).catch(() => {});
}

async function openTail(file: string): Promise<Tail> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(refuse);
  if ((await handle.stat()).isFile()) return new Tail(handle);
  await handle.close();
  throw new Error("it is not a regular file");
}

/** With a message for the owner. */
function refuse(error: unknown): never {
  throw new Error(describeFault(errnoOf(error)), { cause: error });
}

function describeFault(code = "unknown reason"): string {
  if (code === "ENOENT") return "there is no such file";
  return code === "EACCES" ? "permission denied" : `it cannot be read (${code})`;
}

class Tail {
  readonly #handle: FileHandle;
  #position = 0;
  /** Whether the bytes read so far end with a complete line. */
  isWhole = true;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Null at the end. */
  async read(): Promise<Uint8Array | null> {
    const piece = Buffer.alloc(PIECE_BYTES);
    const { bytesRead, buffer } = await this.#handle.read(piece, 0, PIECE_BYTES, this.#position).catch(refuse);
    if (bytesRead === 0) return this.#startAnew();
    this.#position += bytesRead;
    this.isWhole = buffer[bytesRead - 1] === NEWLINE;
    return buffer.subarray(0, bytesRead);
  }

  /** Whether the name now belongs to another file. If there is no file of that name yet, false. */
  async isReplaced(file: string): Promise<boolean> {
    const named = await stat(file, { bigint: true }).catch(() => null);
    return named !== null && !isSame(named, await this.#handle.stat({ bigint: true }));
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  /** A file that was copied and truncated is read from its start; an incomplete line is ended first. */
  async #startAnew(): Promise<Uint8Array | null> {
    if ((await this.#handle.stat()).size >= this.#position) return null;
    this.#position = 0;
    const ending = this.isWhole ? null : Buffer.of(NEWLINE);
    this.isWhole = true;
    return ending;
  }
}
