// Notes which files a tool opens and which folders it lists: the disk tells.

import type { SealedNode } from "../disk/types.ts";
import type { CallNotes } from "./call_notes.ts";

export function noteUse(node: SealedNode, notes: CallNotes): SealedNode {
  if (node.kind !== "other")
    node.inner.watch((kind, location) => {
      if (kind === "file") notes.noteFile(location);
      else notes.noteDirectory(location);
    });
  return node;
}
