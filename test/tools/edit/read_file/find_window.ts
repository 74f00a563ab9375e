// A window of a text that is given to WindowFinder in pieces, as a file is read. Tests only.

import { type LineSpan, type TextWindow, WindowFinder } from "../../../../src/tools/edit/read_file/lines.ts";

export interface WindowRequest extends LineSpan {
  readonly keepBytes?: number;
  /** By default all at once. */
  readonly pieceBytes?: number;
}

/** Each piece is overwritten before the next one. */
export function findWindow(bytes: Uint8Array, { keepBytes, pieceBytes, ...span }: WindowRequest): TextWindow {
  const finder = new WindowFinder(span, keepBytes);
  const size = pieceBytes ?? bytes.length;
  for (let at = 0; at < bytes.length; at += size) {
    const piece = Buffer.from(bytes.subarray(at, at + size));
    finder.add(piece);
    finder.copyKept();
    piece.fill(0);
  }
  return finder.finish();
}
