// Reads one open file and finds the window of lines that was asked for.

import type { CallClock } from "../../../workspace/call_clock.ts";
import type { SealedNode } from "../../../workspace/types.ts";
import { refuseBinary, refuseLarge, requireFile } from "./file_guard.ts";
import { decodeLines, type LineSpan, type LocatedLines, locateLines } from "./lines.ts";

interface ReadScope {
  /** As it may be shown. */
  readonly path: string;
  readonly clock: CallClock;
  /** The largest file that is read. */
  readonly maxBytes: number;
}

/** The bytes of a file, and where in them the window lies. */
export interface FileWindow extends LocatedLines {
  readonly bytes: Uint8Array;
  readonly modifiedMs: number;
  readonly startLine: number;
}

/** What is shown of a window. */
interface WindowText {
  readonly content: string;
  readonly lines: number;
  readonly nextStartLine: number | null;
}

// 1 stat  2 kind  3 size  4 binary  5 lines. The order is observable (RF-09).
export function readWindow(node: SealedNode, span: LineSpan, { path, clock, maxBytes }: ReadScope): FileWindow {
  // Asked before the bytes are: if the file changes in between, a caller that caches them finds a newer time and reads
  // again. The other way round it would keep old bytes under a new time.
  const { sizeBytes, modifiedMs } = node.metadata();
  const file = requireFile(node, path);
  refuseLarge(sizeBytes, maxBytes, path);
  const { bytes, more } = file.read(maxBytes, clock);
  // It has grown since its size was asked, or it is one of those whose size the system does not know.
  if (more) refuseLarge(Math.max(node.metadata().sizeBytes, maxBytes + 1), maxBytes, path);
  refuseBinary(bytes, path);
  return { bytes, modifiedMs, startLine: span.startLine, ...locateLines(bytes, span) };
}

/** At most `maxLines` lines of the window. Nothing is read or searched again: trying fewer costs only the decoding. */
export function showWindow(window: FileWindow, maxLines: number): WindowText {
  const { bytes, offsets, startLine } = window;
  const lines = Math.max(0, Math.min(maxLines, offsets.length - 1));
  const start = offsets[0] ?? bytes.length;
  const end = offsets[lines] ?? bytes.length;
  const content = decodeLines(bytes, start, end);
  return { content, lines, nextStartLine: end < bytes.length ? startLine + lines : null };
}
