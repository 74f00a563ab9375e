// Reads one open file piece by piece and extracts the requested window of lines. Its memory depends on the window, not on the file.

import type { CallClock } from "../../../disk/call_clock.ts";
import type { SealedNode } from "../../../disk/types.ts";
import type { AnswerFormat } from "../../found.ts";
import { BINARY_PROBE_BYTES, refuseBinary, refuseLarge, requireFile } from "./file_guard.ts";
import { type LineSpan, type TextWindow, WindowFinder } from "./lines.ts";

/** Takes a fraction of a millisecond. Larger pieces are not faster, because they do not fit into the processor's cache. */
const PIECE_BYTES = 262_144;

interface ReadScope {
  /** The path for messages. */
  readonly path: string;
  readonly clock: CallClock;
  /** The largest file that is read. */
  readonly maxFileBytes: number;
  /** The limit of the window; lines after it are left to the next window. */
  readonly keepBytes: number;
  /** The form of the answer. Default: `json`. */
  readonly format?: AnswerFormat | undefined;
}

export interface FileWindow extends TextWindow {
  readonly modifiedMs: number;
}

// 1 stat  2 kind  3 size  4 binary  5 lines. The order is observable (RF-09).
export async function readWindow(node: SealedNode, span: LineSpan, scope: ReadScope): Promise<FileWindow> {
  const { path, clock, maxFileBytes } = scope;
  // Read before the content: if the file changes in between, a caller that caches it finds a newer time and reads again. The other way
  // round, it would keep old bytes with a new time.
  const { sizeBytes, modifiedMs } = node.metadata();
  const file = requireFile(node, path);
  refuseLarge(sizeBytes, maxFileBytes, path);
  using content = file.openContent(clock);
  const finder = new WindowFinder(span, scope.keepBytes, scope.format);
  // One byte more shows that the file has not grown. The system does not know the size of some files.
  const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, Math.max(BINARY_PROBE_BYTES, sizeBytes + 1)));
  let [position, from] = [0, 0];
  for (;;) {
    if (clock.isDue()) await clock.rest();
    clock.check();
    if (from === piece.length) {
      finder.copyKept();
      from = 0;
    }
    // One byte beyond the limit shows that the file is larger.
    const length = Math.min(piece.length - from, maxFileBytes + 1 - position);
    const count = content.read(piece, { from, length, position });
    if (count === 0) break;
    const bytes = piece.subarray(from, from + count);
    if (position < BINARY_PROBE_BYTES) refuseBinary(bytes.subarray(0, BINARY_PROBE_BYTES - position), path);
    [position, from] = [position + count, from + count];
    // It has grown since its size was read, or the system does not know its size.
    if (position > maxFileBytes) refuseLarge(Math.max(node.metadata().sizeBytes, position), maxFileBytes, path);
    finder.add(bytes);
  }
  return { ...finder.finish(), modifiedMs };
}
